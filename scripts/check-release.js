// Refuses a release until its owner has decided what is published and where (docs/releasing.md). Each line names one
// decision that is missing.
import { readFileSync } from 'node:fs';

const read = (path) => JSON.parse(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'));
const product = read('package.json');
const client = read('packages/client/package.json');
const { RELEASE_TAG, RELEASE_REGISTRY } = process.env;

const faults = [
  [RELEASE_TAG === `v${product.version}`, `RELEASE_TAG must be v${product.version}, the version of package.json.`],
  [client.version === product.version, `packages/client/package.json must have the version ${product.version}.`],
  [Boolean(RELEASE_REGISTRY), 'RELEASE_REGISTRY must name the registry of the images, such as ghcr.io/owner.'],
  [product.license !== 'UNLICENSED', 'package.json must name a licence.'],
  [client.license === product.license, 'packages/client/package.json must have the licence of package.json.'],
  [client.private !== true, 'packages/client/package.json must not be private.'],
  [
    Boolean(client.repository),
    'packages/client/package.json must name its repository, which npm holds against the provenance.',
  ],
]
  .filter(([isMet]) => !isMet)
  .map(([, fault]) => fault);

for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
