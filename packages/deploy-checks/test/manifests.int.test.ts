import { execFileSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import { findApiServerRefusals } from './support/api-server-rules.js';
import { findUnknownFields } from './support/find-unknown-fields.js';
import { findRefusals } from './support/operator-rules.js';
import { parseYaml, root } from './support/read-yaml.js';
import { keyOf, type Manifest, overlayDirectory, overlayNames, renderOverlay } from './support/render-overlay.js';
import { otherKindsSchema, validateManifest, withoutSchema } from './support/schemas.js';

/** A kubectl whose kustomize is too old (before 5) refuses today's overlays, and says nothing about them. */
const hasKustomize = (): boolean => {
  try {
    const version = execFileSync('kubectl', ['version', '--client'], { encoding: 'utf8', stdio: 'pipe' });
    return /Kustomize Version: v5/.test(version);
  } catch {
    return false;
  }
};

const sorted = (objects: Manifest[]): Manifest[] => [...objects].sort((a, b) => keyOf(a).localeCompare(keyOf(b)));
const withSchema = (objects: Manifest[]): Manifest[] => objects.filter(({ kind }) => !withoutSchema.includes(kind));

/** Also what one may list in place of the Ingress. */
describe.each([...overlayNames, '../gateway-api'])('the overlay %s', (name) => {
  const directory = overlayDirectory(root, name);
  const objects = renderOverlay(directory);

  it('has each object once, in the namespace delivery', () => {
    const keys = objects.map(keyOf);
    expect(keys).toEqual([...new Set(keys)]);
    const elsewhere = objects.filter(({ kind, metadata }) => kind !== 'Namespace' && metadata.namespace !== 'delivery');
    expect(elsewhere.map(keyOf)).toEqual([]);
  });

  it('fits the schemas of Kubernetes and of the operators', async () => {
    for (const object of withSchema(objects)) await validateManifest(object);
    const others = objects.filter(({ kind }) => withoutSchema.includes(kind));
    expect(others.length).toBeGreaterThan(0);
    expect(others.flatMap((object) => otherKindsSchema.safeParse(object).error?.issues ?? [])).toEqual([]);
  });

  it('uses no field that Kubernetes or an operator would not know', () => {
    expect(findUnknownFields(withSchema(objects))).toEqual([]);
  });

  it('is refused by no rule of the API server beyond its schemas', () => {
    expect(findApiServerRefusals(objects)).toEqual([]);
  });

  it('is refused by no operator that looks further than its schema', () => {
    expect(findRefusals(objects)).toEqual([]);
  });

  (hasKustomize() ? it : it.skip)('is rendered here as kustomize renders it', () => {
    const rendered = execFileSync('kubectl', ['kustomize', directory], { encoding: 'utf8' });
    expect(sorted(objects)).toEqual(sorted(parseYaml(rendered, directory) as Manifest[]));
  });
});
