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

describe('these checks', () => {
  const deployment = (spec: object): Manifest =>
    ({ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'x' }, spec }) as Manifest;
  const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c' }] } };

  it('see a wrong type and a missing field', async () => {
    const selector = { matchLabels: { a: 'b' } };
    await expect(validateManifest(deployment({ selector, template, replicas: 'two' }))).rejects.toThrow(/replicas/);
    await expect(validateManifest(deployment({ template }))).rejects.toThrow(/selector/);
  });

  it('report what CloudNativePG refuses in a small cluster: too much WAL, too many synchronous instances', () => {
    const cluster = {
      apiVersion: 'postgresql.cnpg.io/v1',
      kind: 'Cluster',
      metadata: { name: 'postgres' },
      spec: {
        instances: 1,
        postgresql: { synchronous: { number: 1 }, parameters: { max_wal_size: '4GB', shared_buffers: '1GB' } },
        resources: { requests: { memory: '512Mi' } },
        storage: { size: '2Gi' },
        walStorage: { size: '2Gi' },
      },
    };
    expect(findRefusals([cluster]).join()).toMatch(/synchronous.*max_wal_size.*shared_buffers/);
  });

  it.each([
    ['10.0.0.0/8', '10.1.0.0/16', true],
    ['10.0.0.0/8', '10.0.0.0/8', false],
    ['10.0.0.0/8', '11.0.0.0/16', false],
    ['10.0.0.0/8', 'fd00::/16', false],
    ['::/0', '::/96', true],
    ['::/0', '::ffff:0:0:0/96', true],
    // To the API server an IPv4-mapped network is one of IPv4, and in no network of IPv6.
    ['::/0', '::ffff:0:0/96', false],
    ['::/0', '::ffff:10.0.0.0/104', false],
    ['::/0', '10.0.0.0', false],
  ])('see whether the block %s may leave out %s', (cidr, except, isTaken) => {
    const spec = { podSelector: {}, egress: [{ to: [{ ipBlock: { cidr, except: [except] } }] }] };
    const policy = { apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', metadata: { name: 'x' }, spec };
    expect(findApiServerRefusals([policy])).toHaveLength(isTaken ? 0 : 1);
  });

  it.each([
    ['Deployment', { spec: { selector: { matchLabels: { a: 'c' } }, template } }, /selector does not match/],
    ['Service', { spec: { ports: [{ port: 0 }] } }, /0: no port/],
    ['NetworkPolicy', { spec: { podSelector: {}, ingress: [{ ports: [{ port: 'http', endPort: 9 }] }] } }, /endPort 9/],
    ['PodDisruptionBudget', { spec: { minAvailable: 1, maxUnavailable: 1 } }, /one of minAvailable/],
    ['HorizontalPodAutoscaler', { spec: { minReplicas: 3, maxReplicas: 2 } }, /minReplicas is above/],
    ['Ingress', { spec: { rules: [{ host: 'A_b', http: { paths: [] } }] } }, /A_b: no host/],
    ['ConfigMap', { metadata: { name: 'x', labels: { a: 'b c' } } }, /a=b c: no label/],
    [
      'Pod',
      { spec: { resources: { requests: { memory: '2Gi' }, limits: { memory: '1GB' } } } },
      /2Gi: no quantity|1GB/,
    ],
    ['Pod', { spec: { resources: { requests: { cpu: '2' }, limits: { cpu: '1500m' } } } }, /cpu 2 is above/],
  ])('see what the API server refuses in a %s', (kind, fields, fault) => {
    const object = { apiVersion: 'v1', kind, metadata: { name: 'x' }, ...fields };
    expect(findApiServerRefusals([object]).join()).toMatch(fault);
  });

  it('see a misspelt field', () => {
    const misspelt = { ...template, spec: { containers: [{ name: 'c', readinesProbe: {} }] } };
    const faults = findUnknownFields([deployment({ selector: { matchLabels: { a: 'b' } }, template: misspelt })]);
    expect(faults.join()).toMatch(/readinesProbe/);
  });
});
