import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { choosePorts, nodeFlags } from '@delivery/local-stack';
import { pollUntil } from '@delivery/test-support';
import { fillImages, instructions, instructionsOf as of } from './support/images.js';
import { root } from './support/read-yaml.js';
import { directoryOf, listVariables, placeholders, type ProcessName, processNames } from './support/service-config.js';

/** The limit of memory of the smallest container of a service, in k8s/base: those of compose and production are larger. */
const smallestMiB = Math.min(
  ...processNames.flatMap((service) => {
    const path = join(root, service === 'courier-simulator' ? 'k8s/sandbox' : 'k8s/base', `${service}.yaml`);
    return [...readFileSync(path, 'utf8').matchAll(/limits: \{ memory: (\d+)Mi \}/g)].map(([, mebibytes]) =>
      Number(mebibytes),
    );
  }),
);

const startOf = (service: ProcessName): string => {
  const { scripts } = JSON.parse(readFileSync(join(root, directoryOf(service), service, 'package.json'), 'utf8')) as {
    scripts: { start: string };
  };
  return scripts.start;
};

describe('the Dockerfile', () => {
  it('ends with the service as an ordinary user under tini, started as everywhere', () => {
    expect(instructions.at(-1)?.stage).toBe('service');
    expect(of('FROM').at(-1)).toBe('runtime AS service');
    expect(of('USER', 'runtime')).toEqual(['1000:1000']);
    expect(of('ENTRYPOINT', 'runtime')).toEqual(['["/usr/bin/tini", "--"]']);
    const command: unknown = JSON.parse(of('CMD', 'service')[0] ?? '');
    expect(command).toEqual(['node', ...nodeFlags, 'dist/main.js']);
    for (const service of processNames) expect(startOf(service).split(' ')).toEqual(['exec', ...(command as string[])]);
    expect(of('RUN', 'service')[0]).toMatch(/^test -n "\$\{SERVICE\}"/);
    expect(of('HEALTHCHECK', 'runtime')[0]).toMatch(/"node", "\/app\/healthcheck.js", "\/livez"/);
  });

  it('keeps the heap within the smallest container, and a quarter of it for buffers and the program', () => {
    const [, percentage = ''] =
      /NODE_OPTIONS=--max-old-space-size-percentage=(\d+)/.exec(of('ENV', 'runtime')[0] ?? '') ?? [];
    const youngMiB = 3 * 16;
    expect((smallestMiB * Number(percentage)) / 100 + youngMiB).toBeLessThanOrEqual(smallestMiB * 0.75);
  });

  it('pins its base, and builds no stage on one that is not there', () => {
    expect(of('ARG')[0]).toMatch(/^NODE_VERSION=\d+\.\d+\.\d+$/);
    const node = 'node:${NODE_VERSION}-${DEBIAN_RELEASE}-slim';
    const stages = [node, ...of('FROM').map((from) => from.split(' ').at(-1))];
    for (const from of of('FROM'))
      expect(stages).toContain(from.replace('--platform=${BUILDPLATFORM:-linux/amd64} ', '').split(' ')[0]);
    for (const copy of of('COPY')) {
      const source = /--from=(\S+)/.exec(copy)?.[1];
      if (source) expect(stages).toContain(source);
    }
  });

  it('builds the demo and the gateway without a service, also where each stage before them is run', () => {
    const stages = instructions.filter(({ name }) => name === 'FROM').map(({ stage }) => stage);
    for (const target of ['demo', 'gateway']) {
      const before = stages.slice(0, stages.indexOf(target) + 1);
      expect(instructions.filter(({ stage, rest }) => before.includes(stage) && /SERVICE/.test(rest))).toEqual([]);
    }
  });

  it('copies only files that exist, and that the context does not leave out', () => {
    const ignored = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n');
    const sources = of('COPY')
      .filter((copy) => !copy.startsWith('--from'))
      .flatMap((copy) => copy.split(' ').slice(0, -1));
    expect(sources).toContain('.');
    for (const source of sources) {
      expect(existsSync(join(root, source))).toBe(true);
      expect(ignored).not.toContain(source);
    }
    expect(ignored).toEqual(expect.arrayContaining(['**/*.env', '**/.env*', '.git', '**/node_modules']));
  });
});

describe('an image', () => {
  let images: string;
  const processes: ChildProcess[] = [];

  beforeAll(() => {
    images = fillImages();
  });

  afterAll(async () => {
    for (const child of processes) {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    }
    rmSync(images, { recursive: true });
  });

  const run = (name: ProcessName, script: string, env: Record<string, string> = {}): ChildProcess => {
    const child = spawn(process.execPath, [...nodeFlags, script], {
      cwd: join(images, name),
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    processes.push(child);
    return child;
  };

  const redoc = '/docs/redoc.standalone.js.LICENSE.txt';
  it.each([
    [
      'intake-api',
      [
        '/docs',
        '/docs/reference-orders',
        redoc,
        '/docs/guide',
        '/openapi.json',
        '/portal/',
        '/portal/licences.txt',
        '/map/licences.txt',
      ],
    ],
    [
      'order-state',
      [
        '/console/',
        '/console/licences.txt',
        '/map/',
        '/operator/docs',
        '/operator/docs/reference-orders',
        '/operator/openapi.json',
      ],
    ],
    ['webhook-dispatcher', ['/metrics']],
    ['courier-simulator', ['/metrics']],
  ] as const)('holds all that %s needs to start and to serve its pages', async (name, paths) => {
    const known = {
      ...placeholders,
      ORDER_STATE_URL: 'http://order-state:8081',
      INTAKE_API_URL: 'http://intake-api:8080',
      TRACKING_MAP_STYLE_URL: 'https://tiles.example.com/style.json',
    };
    const variables = await listVariables(name);
    const [port] = await choosePorts(1);
    const needed = Object.entries(known).filter(([variable]) => variables.includes(variable));
    const child = run(name, 'dist/main.js', { ...Object.fromEntries(needed), PORT: String(port) });
    const base = `http://127.0.0.1:${String(port)}`;
    await pollUntil(`${name} answers`, async () => {
      if (child.exitCode !== null) return false;
      return (await fetch(`${base}/livez`)).ok || undefined;
    });
    for (const path of paths) expect(`${path} ${(await fetch(base + path)).status}`).toBe(`${path} 200`);
  });

  it('runs the migrations of order-state: it asks for a database, and has each migration', async () => {
    const child = run('order-state', 'dist/migrate.js');
    const [[code], said] = await Promise.all([once(child, 'exit'), text(child.stderr!)]);
    expect(code).toBe(78);
    expect(said).toMatch(/DATABASE_URL: required/);
    const migrations = readdirSync(join(root, 'services/order-state/migrations'));
    expect(readdirSync(join(images, 'order-state/migrations'))).toEqual(migrations);
  });

  it('has the licence of each library that is bundled, and nothing of what only tools read', () => {
    for (const name of processNames) {
      expect(readFileSync(join(images, name, 'dist/licences.txt'), 'utf8')).toMatch(/^zod \d.*\(MIT\)\n\nMIT License/m);
      expect(readdirSync(join(images, name, 'dist'))).not.toContain('modules');
    }
    expect(readFileSync(join(images, 'order-state/dist/licences.txt'), 'utf8')).toMatch(/^pg \d.*\(MIT\)$/m);
  });
});
