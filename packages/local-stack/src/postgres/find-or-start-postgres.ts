import { join, resolve } from 'node:path';
import { runContainer } from '../containers/run-container.js';
import { startAlone, startAsKept, wantedKind } from '../processes/start-own-server.js';
import { reportDeaths } from '../processes/supervise-processes.js';
import { versions } from '../versions.js';
import { postgresUser, productDatabase } from './cluster.js';
import { awaitPostgres, ensureDatabase } from './database.js';
import {
  commonSettings,
  flagsOf,
  type PostgresSettings,
  type PostgresStart,
  type RunningPostgres,
  serverKinds,
  startLocalPostgres,
} from './start-local-postgres.js';

export type PostgresOptions = {
  /** Everything of this stack on disk; the cluster is in `postgres` below it. */
  dataDir: string;
  env: { DATABASE_URL?: string | undefined; STACK?: string | undefined };
  /** One line of progress for people. */
  log: (line: string) => void;
  /**
   * More of the server's settings, of tests. Without fsync commits outlive a killed server, but not a power cut;
   * dropping a database then takes a tenth of the time. Not for a `DATABASE_URL`.
   */
  settings?: PostgresSettings;
  /** More variables of the process of a server of our own, for a library that replaces its clock. */
  processEnv?: Readonly<Record<string, string>>;
};

const externalLimitMs = 15_000;

/**
 * The Postgres of `DATABASE_URL`; else a private one from npm's binaries or an installed server, on a free loopback
 * port, with a password of its own; with `STACK=containers` one in a container. A data directory keeps the kind of
 * server that its first start used. Ends processes that an earlier run left behind in the directory. Restarts a server
 * that dies, on the same port. The server does not outlive this process.
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
  const { log, settings = {}, processEnv } = options;
  const start: PostgresStart = { dataDir, settings, processEnv, log, report: reportDeaths(log) };
  return startAlone({ dataDir, directory }, () =>
    startAsKept(directory, { kinds: serverKinds, wanted: wantedKind(STACK) }, (kind) =>
      kind === 'container' ? startPostgresContainer(start) : startLocalPostgres(start, { kind }),
    ),
  );
};

export const postgresImage = `postgres:${versions.postgres}`;
const readyLimitMs = 60_000;
const stopGraceMs = 20_000;

type Login = { password: string; ports: readonly number[] };
const urlOf = ({ password, ports }: Login, database: string): string =>
  `postgres://${postgresUser}:${password}@127.0.0.1:${ports[0] ?? 0}/${database}`;

/** In a container, with the same settings as a server of our own. */
const startPostgresContainer = async (start: PostgresStart): Promise<RunningPostgres> => {
  const settings = { ...commonSettings, shared_preload_libraries: 'pg_stat_statements', ...start.settings };
  const container = await runContainer(
    {
      server: 'postgres',
      image: postgresImage,
      command: ['postgres', ...flagsOf(settings)],
      env: (password) => ({
        POSTGRES_USER: postgresUser,
        POSTGRES_PASSWORD: password,
        POSTGRES_DB: 'postgres',
        // Bytes in order, as in a cluster of our own.
        POSTGRES_INITDB_ARGS: '--encoding=UTF8 --locale=C',
      }),
      // Since 18 the image keeps its data below, in a directory of its major.
      dataPath: '/var/lib/postgresql',
      ports: [5_432],
      // Fast shutdown: SIGTERM would wait for every client to leave.
      stopSignal: 'SIGINT',
      stopGraceMs,
      awaitReady: async (login) => {
        await awaitPostgres(urlOf(login, 'postgres'), readyLimitMs);
        await ensureDatabase(urlOf(login, 'postgres'), productDatabase);
      },
    },
    start,
  );
  return { url: urlOf(container, productDatabase), kind: 'container', stop: container.stop };
};
