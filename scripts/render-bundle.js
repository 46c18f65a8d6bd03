// Prints the images of a release by digest, as a component for an overlay of k8s. Standard input has a line with
// checksum and image for each.
import { readFileSync } from 'node:fs';

const images = readFileSync(0, 'utf8')
  .trim()
  .split('\n')
  .map((line) => {
    const [, checksum, image] = /^([0-9a-f]{64}) {2}(\S+)$/.exec(line) ?? [];
    if (image === undefined) throw new Error(`expected a SHA-256 and an image, got: ${line}`);
    const name = image.split('/').slice(-2).join('/');
    return `  - { name: ${name}, newName: ${image}, digest: 'sha256:${checksum}' }`;
  });

console.log(['apiVersion: kustomize.config.k8s.io/v1alpha1', 'kind: Component', 'images:', ...images].join('\n'));
