/**
 * `npm test [-- <options of turbo run test>]`: builds, starts a private Postgres and RabbitMQ, runs every test, stops
 * the servers. With TEST_DATABASE_URL, TEST_RABBITMQ_URL and TEST_RABBITMQ_MANAGEMENT_URL set, those servers are used.
 * The last line counts: `N passed, N failed`. Whatever ends this process, nothing it started goes on running.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const root = new URL('..', import.meta.url).pathname;
const turbo = join(root, 'node_modules/.bin/turbo');
const serverVariables = ['TEST_DATABASE_URL', 'TEST_RABBITMQ_URL', 'TEST_RABBITMQ_MANAGEMENT_URL'];
/**
 * Products under faults run first, and alone: beside other packages their calls meet time limits on a slow machine. The
 * other packages run in two lanes: on two cores one computes while another waits for a back-off, a drain or a server.
 * The first lane has the longest package, which would end last if turbo began with others.
 */
const runsAlone = ['e2e'];
const firstLane = ['console', 'intake-api', 'local-stack'];
/** Child processes that a signal to this process stops; `main` stops the servers last. */
const interruptible = new Set();
let isStopping = false;

const main = async () => {
  const built = await runTurbo(['build', '--output-logs=errors-only'], (line) => process.stderr.write(`${line}\n`));
  if (built !== 0 || isStopping) return built || 1;
  const servers = serverVariables.every((name) => process.env[name]) ? useServers() : await startServers();
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const collectFailure = createFailureCollector();
  try {
    const onLine = (line) => {
      report(line, counts);
      collectFailure(line);
    };
    const codes = [];
    for (const lanes of runsOf(process.argv.slice(2)))
      if (!isStopping) codes.push(...(await Promise.all(lanes.map((args) => runTurbo(args, onLine, servers.env)))));
    // A run that was stopped has shown nothing, however gracefully its parts ended.
    return isStopping ? 1 : Math.max(...codes);
  } finally {
    await servers.stop();
    collectFailure.print();
    const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
    process.stdout.write(`${counts.passed} passed, ${counts.failed} failed${skipped}\n`);
  }
};

/**
 * Everything is built: without `--only`, options for Jest would make other builds of it. @returns runs, each of its
 * lanes
 */
const runsOf = (options) => {
  const run = (atOnce, ...filters) => [
    'test',
    '--only',
    '--continue',
    `--concurrency=${atOnce}`,
    ...filters,
    ...options,
  ];
  if (options.some((option) => option.startsWith('--filter') || option === '-F')) return [[run(2)]];
  const only = (names) => names.map((name) => `--filter=@delivery/${name}`);
  const without = (names) => names.map((name) => `--filter=!@delivery/${name}`);
  return [[run(1, ...only(runsAlone))], [run(1, ...only(firstLane)), run(1, ...without([...runsAlone, ...firstLane]))]];
};

/**
 * Starts a Node program that ends when its standard input does, in a process group of its own: Ctrl-C reaches this
 * process alone, which then stops them in order.
 */
const start = (args, env = {}) => {
  const child = spawn(process.execPath, args, {
    cwd: root,
    detached: true,
    env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  // It may have ended by itself.
  child.stdin.on('error', () => undefined);
  return { child, exited: once(child, 'exit').then(([code]) => code ?? 1) };
};

const runTurbo = async (args, onLine, env) => {
  const { child, exited } = start([join(root, 'scripts/guarded.js'), turbo, 'run', ...args], env);
  interruptible.add(child);
  const ends = [child.stdout, child.stderr].map((input) =>
    once(createInterface({ input }).on('line', onLine), 'close'),
  );
  const code = await exited;
  interruptible.delete(child);
  await Promise.all(ends);
  return code;
};

const useServers = () => ({ env: {}, stop: async () => undefined });

const gibibyte = 2 ** 30;
const memoryDir = '/dev/shm';

/**
 * In memory where there is enough of it, and where programs may be run: tests create a thousand databases, of which
 * each is hundreds of files, and no byte of them is needed after the run.
 */
const chooseDataRoot = async () => {
  const [room, mounts] = await Promise.all([statfs(memoryDir), readFile('/proc/mounts', 'utf8')]).catch(() => []);
  const [, , , options = 'noexec'] =
    mounts
      ?.split('\n')
      .map((line) => line.split(' '))
      .find(([, directory]) => directory === memoryDir) ?? [];
  const isRoomy = room && room.bavail * room.bsize > 3 * gibibyte && process.availableMemory() > 8 * gibibyte;
  return isRoomy && !options.split(',').includes('noexec') ? memoryDir : tmpdir();
};

const startServers = async () => {
  const dataDir = await mkdtemp(join(await chooseDataRoot(), 'delivery-test-'));
  const bin = join(root, 'packages/local-stack/dist/bin/servers.js');
  const { child, exited } = start([bin, '--data-dir', dataDir, '--stdin-guard', '--temporary']);
  child.stderr.pipe(process.stderr);
  const ready = once(createInterface({ input: child.stdout }), 'line');
  const first = await Promise.race([ready, exited]);
  const stop = async () => {
    child.stdin.end();
    await exited;
    await rm(dataDir, { recursive: true, force: true });
  };
  if (!Array.isArray(first)) {
    await stop();
    throw new Error('Postgres and RabbitMQ did not start');
  }
  const { databaseUrl, rabbitmqUrl, managementUrl } = JSON.parse(first[0]);
  return {
    env: {
      // Servers that a single test starts for itself are here, too, with all that they write.
      TEST_DATA_DIR: dataDir,
      TMPDIR: dataDir,
      TEST_DATABASE_URL: databaseUrl,
      TEST_RABBITMQ_URL: rabbitmqUrl,
      TEST_RABBITMQ_MANAGEMENT_URL: managementUrl,
    },
    stop,
  };
};

/** Passes the line on, and adds up Jest's own summaries, one for each package. */
const report = (line, counts) => {
  process.stdout.write(`${line}\n`);
  // oxlint-disable-next-line no-control-regex
  const summary = /(?:^|\s)Tests:\s+(.*\d+ total)/.exec(line.replaceAll(/\u001b\[\d*m/g, ''))?.[1];
  if (summary === undefined) return;
  for (const [, count, what] of summary.matchAll(/(\d+) (passed|failed|skipped)/g)) counts[what] += Number(count);
};

/**
 * Jest's report of each test file that failed, repeated at the end: a run prints hundreds of lines of other
 * packages behind it, and a file may fail, in its `afterAll`, without a single test that does.
 */
const createFailureCollector = () => {
  const told = [];
  /** By package: whether its lines belong to a file that failed. */
  const isTelling = new Map();
  const collect = (line) => {
    const [, name = '', text = line] = /^(\S+:test): ?(.*)$/.exec(line) ?? [];
    if (/^\W*(\[\d*m|\s)*(PASS|Test Suites:|Tests:)/.test(text)) isTelling.set(name, false);
    if (text.includes('FAIL ')) isTelling.set(name, true);
    if (isTelling.get(name)) told.push(line);
  };
  collect.print = () => {
    if (told.length > 0) process.stdout.write(`\nWhat failed:\n${told.join('\n')}\n\n`);
  };
  return collect;
};

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    isStopping = true;
    for (const child of interruptible) child.stdin.end();
  });
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
