import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type EndpointServer, type Product, startEndpointServer, startProduct } from '@delivery/test-support';
import { verify } from '../src/webhooks/index.js';
import { newOrder } from './new-order.js';
import { readmeExamples } from './readme-examples.js';
import { goodStages, startReceiver } from './receivers/receiver.js';
import { runProcess } from './run-cli.js';
import { type Command, fetchTimeoutMs, installRuntime, isWanted, run, runtimes } from './runtimes.js';
import { startDelivery } from './start-cli.js';

const packageRoot = fileURLToPath(new URL('../', import.meta.url));
const modules = fileURLToPath(new URL('../../../node_modules/', import.meta.url));

let project: string;
let server: EndpointServer;
let product: Product;

beforeAll(async () => {
  // Not in TMPDIR, which may be in /dev/shm: below /dev Deno allows no program to read anything without --allow-all.
  project = mkdtempSync('/tmp/delivery-client-');
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', project], { cwd: packageRoot });
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
  writeFileSync(join(project, 'package.json'), '{"private":true,"type":"module"}');
  await run('npm', ['install', '--offline', '--no-audit', join(project, filename)], { cwd: project });
  server = await startEndpointServer();
  product = await startProduct();
}, 120_000);
afterAll(async () => {
  await server.close();
  await product.close();
  rmSync(project, { recursive: true });
}, 60_000);

/** A service that is away once, then takes the order. */
const answerAsService = (): void => {
  let wasAway = false;
  const problem = (status: number, code: string) => ({
    status,
    headers: { 'content-type': 'application/problem+json' },
    body: JSON.stringify({ status, code, title: 'No', detail: 'No.', request_id: 'r' }),
  });
  server.respondWith(({ method, path }) => {
    if (path.endsWith('/ready')) return problem(400, 'validation_failed');
    if (method === 'GET') {
      const isSecond = path.includes('cursor=next');
      return { body: JSON.stringify({ data: [{ id: isSecond ? '2' : '1' }], next_cursor: isSecond ? null : 'next' }) };
    }
    if (wasAway) return { status: 201, body: '{"id":"1"}' };
    wasAway = true;
    return problem(503, 'temporarily_unavailable');
  });
};

const runJourney = async ([command, ...args]: [string, ...string[]]): Promise<unknown> => {
  answerAsService();
  const script = readFileSync(join(packageRoot, 'test/run-in-package.mjs'), 'utf8');
  const file = join(project, 'journey.mjs');
  writeFileSync(file, `const origin = ${JSON.stringify(server.origin)};\n${script}`);
  const { stdout } = await run(command, [...args, file], { cwd: project });
  return JSON.parse(stdout);
};
const journey = {
  created: { id: '1', replayed: false, ignored: [], doubtful: [] },
  listed: ['1', '2'],
  refused: 'validation_failed',
  aborted: 'closed',
  event: 'status_changed',
  forged: 'bad_signature',
  ed25519: 'order_changed',
  verdicts: ['first_time', 'repeat'],
};

/** The installed command, as a user of the runtime starts it; nothing is kept outside of the project. */
const runCommands = async (runtime: Command): Promise<void> => {
  const bin = join(project, 'node_modules/@delivery/client/bin/delivery.js');
  const place = { cwd: project, runtime, bin };
  const merchant = await product.createMerchant();
  const receiver = await startEndpointServer();
  const listener = startDelivery(
    ['listen', '--forward-to', receiver.url],
    {
      DELIVERY_BASE_URL: product.url('intake-api'),
      DELIVERY_KEY: merchant.key,
      DELIVERY_TOKEN: merchant.token,
      HOME: project,
    },
    place,
  );
  try {
    const head = await listener.waitFor(/^endpoint +\S+ \(pull.*\n\n/m);
    const secret = /^signed with +(\S+)/m.exec(head)?.[1] ?? '';
    const { id } = JSON.parse((await merchant.create(newOrder())).text) as { id: string };
    await merchant.ready(id);
    const requests = await receiver.waitFor(2);
    await Promise.all(requests.map((request) => verify(request, secret)));
    await listener.waitFor('#2');
    expect(await listener.stop()).toBe(130);
    const good = await startReceiver(goodStages(secret));
    const args = ['conform', '--strict', '--url', good.url, '--secret', secret];
    const conformed = await runProcess(args, { env: { HOME: project }, ...place });
    await good.close();
    expect(conformed).toMatchObject({ code: 0, stdout: expect.stringContaining('11 passed') });
  } finally {
    await listener.stop('SIGKILL');
    await receiver.close();
  }
};

describe('the packed client', () => {
  it(`[P21] runs on this Node, ${process.version}`, async () => {
    expect(await runJourney([process.execPath])).toEqual(journey);
  });

  for (const runtime of runtimes) {
    (isWanted(runtime) ? it : it.skip)(
      `runs on ${runtime.name}: library, listen and conform`,
      async () => {
        const binary = await installRuntime(runtime, project);
        expect(await runJourney([binary, ...runtime.args])).toEqual(journey);
        await runCommands([binary, ...runtime.cliArgs]);
      },
      fetchTimeoutMs,
    );
  }

  it('has a command line that runs as npm links it', async () => {
    const { stdout } = await run(join(project, 'node_modules/.bin/delivery'), ['--help'], { cwd: project });
    expect(stdout).toContain('conform');
  });

  it('has no dependencies, and its library imports nothing but itself', () => {
    const installed = join(project, 'node_modules/@delivery/client');
    const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as object;
    expect(manifest).not.toHaveProperty('dependencies');
    expect(manifest).not.toHaveProperty('peerDependencies');
    const modules = readdirSync(join(installed, 'dist'), { recursive: true, encoding: 'utf8' });
    const scripts = modules.filter((file) => file.endsWith('.js') && !file.startsWith('cli/'));
    const imports = scripts.flatMap((file) => [
      ...readFileSync(join(installed, 'dist', file), 'utf8').matchAll(/(?:from|import) ?\(?'([^']+)'/g),
    ]);
    expect(imports.length).toBeGreaterThan(10);
    expect(imports.map(([, specifier]) => specifier).filter((specifier) => !specifier?.startsWith('.'))).toEqual([]);
  });

  it('passes publint and attw', async () => {
    await run('npm', ['run', 'check:package'], { cwd: packageRoot });
  });
});

describe('the README', () => {
  it('[P21] has examples that compile under strict, without the types of Node', async () => {
    expect(readmeExamples.length).toBeGreaterThanOrEqual(5);
    // One after the other, as they are read.
    writeFileSync(join(project, 'readme.ts'), readmeExamples.join('\n'));
    const compilerOptions = {
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      target: 'ES2023',
      lib: ['ES2023', 'DOM', 'DOM.Iterable'],
      module: 'NodeNext',
      types: [],
    };
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['readme.ts'] }));
    await run(process.execPath, [join(modules, 'typescript-native/bin/tsc'), '-p', project], { cwd: project });
  });
});
