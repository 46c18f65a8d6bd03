import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { root } from './support/read-yaml.js';
import { processNames } from './support/service-config.js';

const workflows = join(root, '.github/workflows');
const release = readFileSync(join(workflows, 'release.yml'), 'utf8');

const run = (script: string, { env = {}, input = '' }: { env?: Record<string, string>; input?: string }) =>
  spawnSync(process.execPath, [join(root, 'scripts', script)], { env, input, encoding: 'utf8' });

describe('a release', () => {
  it.each(readdirSync(workflows))('runs no action of %s that is named by a tag: a tag can be moved', (file) => {
    const uses = [...readFileSync(join(workflows, file), 'utf8').matchAll(/uses: (.+)/g)].map(([, action]) => action);
    expect(uses.length).toBeGreaterThan(0);
    expect(uses.filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action ?? ''))).toEqual([]);
  });

  it('is refused without a registry, and for a tag that is not its version', () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    const refused = run('check-release.js', { env: { RELEASE_TAG: `v${version}` } });
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain('RELEASE_REGISTRY must name the registry');
    expect(run('check-release.js', { env: { RELEASE_TAG: 'v9.9.9' } }).stderr).toContain(`must be v${version}`);
  });

  it('publishes nothing before that check, and each image', () => {
    const { jobs } = parse(release) as { jobs: Record<string, { needs?: string }> };
    for (const [name, { needs }] of Object.entries(jobs))
      expect(`${name} ${needs ?? ''}`).toBe(name === 'check' ? 'check ' : `${name} check`);
    expect(release).toContain(`for service in ${processNames.join(' ')}; do`);
  });

  it('names each image by its digest in a component for an overlay', () => {
    const image = 'registry.example.com/shop/delivery/order-state';
    const { stdout } = run('render-bundle.js', { input: `${'a'.repeat(64)}  ${image}\n` });
    expect(parse(stdout)).toEqual({
      apiVersion: 'kustomize.config.k8s.io/v1alpha1',
      kind: 'Component',
      images: [{ name: 'delivery/order-state', newName: image, digest: `sha256:${'a'.repeat(64)}` }],
    });
    expect(run('render-bundle.js', { input: 'latest  x\n' }).status).toBe(1);
  });
});
