import { join, resolve } from 'node:path';
import { startAsKept, wantedKind } from '../files/kept-kind.js';
import { startAlone } from '../processes/start-alone.js';
import { reportDeaths } from '../processes/supervise-process.js';
import { awaitPostgres } from './await-postgres.js';
import { startPostgresContainer } from './postgres-container.js';
import { type PostgresStart, type RunningPostgres, serverKinds } from './running-postgres.js';
import { startLocalPostgres } from './start-local-postgres.js';

export type PostgresOptions = {
  /** Everything of this stack on disk; the cluster is in `postgres` below it. */
  dataDir: string;
  env: { DATABASE_URL?: string | undefined; STACK?: string | undefined };
  /** One line of progress for people. */
  log: (line: string) => void;
  /**
   * Default `on`. `off` for data that may be lost: commits outlive a killed server, but not a power cut. Dropping a database
   * then takes a tenth of the time. Not for a `DATABASE_URL`.
   */
  fsync?: 'on' | 'off';
};

const externalLimitMs = 15_000;

/**
 * The Postgres of `DATABASE_URL`; else a private one from npm's binaries or an installed server, on a free loopback port,
 * with a password of its own; with `STACK=containers` one in a container. Whichever it was at the first start
 * in a data directory it is at the next ones. Processes that an earlier run left behind there are ended first. A server that
 * dies is started again on the same port. It does not outlive this process.
 * @throws Error that says what to do when no server can be started
 * @throws DirectoryInUseError when another process runs on the same data directory
 */
export const findOrStartPostgres = async (options: PostgresOptions): Promise<RunningPostgres> => {
  const { DATABASE_URL, STACK } = options.env;
  if (DATABASE_URL) {
    await awaitPostgres(DATABASE_URL, externalLimitMs);
    return { url: DATABASE_URL, kind: 'external', stop: () => Promise.resolve() };
  }
  const dataDir = resolve(options.dataDir);
  const directory = join(dataDir, 'postgres');
  const { log, fsync = 'on' } = options;
  const start: PostgresStart = { dataDir, fsync, log, report: reportDeaths(log) };
  return startAlone({ dataDir, directory }, () =>
    startAsKept(directory, { kinds: serverKinds, wanted: wantedKind(STACK) }, (kind) =>
      kind === 'container' ? startPostgresContainer(start) : startLocalPostgres(start, { kind }),
    ),
  );
};
