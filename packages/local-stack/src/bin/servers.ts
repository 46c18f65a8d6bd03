import { parseArgs } from 'node:util';
import { removeDataDir } from '../containers/data-dir.js';
import { messageOf } from '../files/error-code.js';
import { onStopSignal } from '../processes/on-stop-signal.js';
import { type RunningServers, startServers } from '../start-servers.js';

/**
 * Both servers for tests and developers: `servers --data-dir <dir> [--stdin-guard] [--temporary]`. Prints one line of
 * JSON when they are ready, and stops them at SIGTERM, Ctrl-C or, with `--stdin-guard`, at the end of standard input.
 * With `--temporary` their data are deleted then, and Postgres does without fsync.
 */
const { values } = parseArgs({
  options: {
    'data-dir': { type: 'string' },
    'stdin-guard': { type: 'boolean', default: false },
    temporary: { type: 'boolean', default: false },
  },
});
const dataDir = values['data-dir'];
if (dataDir === undefined) throw new Error('usage: servers --data-dir <directory> [--stdin-guard] [--temporary]');

const log = (line: string) => process.stderr.write(`${line}\n`);
let servers: RunningServers | undefined;

const stop = async (): Promise<void> => {
  // Still starting: the guard ends the processes that have been started so far.
  if (!servers) process.exit(130);
  await servers.stop();
  if (values.temporary) await removeDataDir(dataDir);
  process.exit(0);
};
const fail = (error: unknown): never => {
  log(messageOf(error));
  process.exit(1);
};

onStopSignal(() => void stop().catch(fail));
// Containers are no children of this process: nothing else would keep it running.
setInterval(() => undefined, 2 ** 31 - 1);
if (values['stdin-guard']) process.stdin.resume().on('close', () => void stop().catch(fail));

const { postgres, rabbitmq } = (servers = await startServers({
  dataDir,
  env: process.env,
  log,
  settings: values.temporary ? { fsync: 'off' } : {},
}).catch(fail));
const ready = {
  databaseUrl: postgres.url,
  rabbitmqUrl: rabbitmq.url,
  managementUrl: rabbitmq.managementUrl,
  prometheusUrl: rabbitmq.prometheusUrl,
  postgres: postgres.kind,
  rabbitmq: rabbitmq.kind,
};
process.stdout.write(`${JSON.stringify(ready)}\n`);
