import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { choosePorts } from '../files/choose-ports.js';
import { openServerLog, type ServerLog } from '../files/logs.js';
import type { ChildSpec } from '../processes/child-process.js';
import { findProcessesIn } from '../processes/process-identity.js';
import { isPurgedWithin, stopLeftovers, stopProcess } from '../processes/stop-process.js';
import {
  defaultRestartPolicy,
  type SupervisedProcess,
  superviseProcess,
  type SupervisionEvent,
} from '../processes/supervise-processes.js';
import {
  clusterDir,
  type ClusterHome,
  ensureCluster,
  keepSettings,
  postgresUser,
  prepareClusterHome,
  productDatabase,
} from './cluster.js';
import { awaitPostgres, ensureDatabase } from './database.js';
import { findPostgresBinaries, type PostgresBinaries } from './postgres-binaries.js';
import { asServerUser, chooseServerUser, type ServerUser } from './server-user.js';

export const serverKinds = ['embedded', 'installed', 'container'] as const;
type PostgresKind = (typeof serverKinds)[number];

export type RunningPostgres = {
  /** With user and password: never log it. */
  url: string;
  kind: 'external' | PostgresKind;
  /** The server process where it is a child of this one: fault tests kill and start it, its URL stays. */
  server?: SupervisedProcess;
  /** Ends a server that was started here; an external server is left alone. */
  stop: () => Promise<void>;
};

/** By name, of the whole server. */
export type PostgresSettings = Readonly<Record<string, string>>;

export const commonSettings: PostgresSettings = { max_connections: '200', max_locks_per_transaction: '256' };

export const flagsOf = (settings: PostgresSettings): string[] =>
  Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);

export type PostgresStart = {
  dataDir: string;
  settings: PostgresSettings;
  /** Variables of the server's process, in addition to the few that it always gets. */
  processEnv?: Readonly<Record<string, string>> | undefined;
  log: (line: string) => void;
  report: (event: SupervisionEvent) => void;
};

/** Crash recovery after a kill -9 under load takes a few seconds. */
const readyLimitMs = 60_000;
const stopGraceMs = 20_000;
const portTryMax = 3;

export type LocalPostgresChoice = {
  /** The source of the binaries; default: the first that is found. */
  kind?: PostgresBinaries['kind'] | undefined;
  /** The OS user that runs it; only tests set it. */
  user?: ServerUser | undefined;
};

/** A server of our own, as a child of this process. */
export const startLocalPostgres = async (
  options: PostgresStart,
  choice: LocalPostgresChoice = {},
): Promise<RunningPostgres & { server: SupervisedProcess }> => {
  await stopLeftovers(options.dataDir);
  const runAs = choice.user ?? (await chooseServerUser());
  const binaries = await findPostgresBinaries(choice.kind);
  const home = await prepareClusterHome(join(options.dataDir, 'postgres'), runAs, binaries);
  const { password, port: keptPort } = await ensureCluster(home, runAs, options.log);
  await stopEarlierPostgres(clusterDir(home));
  const log = openServerLog(join(home.dir, 'server.log'));
  for (let tries = 1; ; tries += 1) {
    const [port = 0] = await choosePorts(1, tries === 1 && keptPort !== undefined ? [keptPort] : []);
    keepSettings(home, { password, port });
    const urlOf = (database: string) => `postgres://${postgresUser}:${password}@127.0.0.1:${port}/${database}`;
    const server = supervisePostgres(options, postmasterSpec(home, runAs, port, options), home, urlOf('postgres'), log);
    try {
      await server.start();
      await ensureDatabase(urlOf('postgres'), productDatabase);
      const stop = async () => {
        await server.stop();
        log.close();
      };
      return { url: urlOf(productDatabase), kind: binaries.kind, server, stop };
    } catch (error) {
      await server.stop();
      if (tries < portTryMax && log.tail(20).includes('Address already in use')) continue;
      throw new Error(`Postgres did not start: ${log.tail(8)}`, { cause: error });
    }
  }
};

export const supervisePostgres = (
  options: Pick<PostgresStart, 'dataDir' | 'report'>,
  spec: ChildSpec,
  home: ClusterHome,
  url: string,
  log: ServerLog,
): SupervisedProcess =>
  superviseProcess({
    dataDir: options.dataDir,
    spec: {
      ...spec,
      restart: { ...defaultRestartPolicy, attemptMax: 4 },
      beforeStart: () => stopEarlierPostgres(clusterDir(home)),
      awaitReady: (signal) => awaitPostgres(url, readyLimitMs, signal),
    },
    onLine: log.write,
    onEvent: options.report,
  });

export const postmasterSpec = (
  home: ClusterHome,
  user: ServerUser,
  port: number,
  more: Pick<PostgresStart, 'settings' | 'processEnv'>,
): ChildSpec => {
  const flags = flagsOf({
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    ...commonSettings,
    ...(home.binaries.statStatements ? { shared_preload_libraries: 'pg_stat_statements' } : {}),
    ...more.settings,
  });
  const postgres = join(home.binaries.binDir, 'postgres');
  return {
    name: 'postgres',
    ...asServerUser(user, postgres, ['-D', clusterDir(home), ...flags]),
    env: { PATH: process.env['PATH'], LANG: 'C.UTF-8', ...more.processEnv },
    cwd: home.dir,
    // Fast shutdown: SIGTERM would wait for every client to leave.
    stopSignal: 'SIGINT',
    stopGraceMs,
    tier: 1,
  };
};

const earlierStopGraceMs = 15_000;
const orphanWaitMs = 15_000;

/**
 * Ends the server of an earlier run in this cluster, waits for the backends that a killed postmaster leaves behind, and
 * then removes its lock file. Postgres trusts the pid in that file: after a reboot or in a restarted container it may
 * belong to any process. On Linux the file is removed only when no Postgres process works in the directory, which is
 * proof; elsewhere Postgres decides by itself.
 */
const stopEarlierPostgres = async (cluster: string): Promise<void> => {
  const lockFile = join(cluster, 'postmaster.pid');
  if (!existsSync(lockFile)) return;
  const postmasterPid = Number(readFileSync(lockFile, 'utf8').split('\n')[0]);
  const postmaster = findServers(cluster).find(({ pid }) => pid === postmasterPid);
  // SIGINT is Postgres's fast shutdown: sessions are ended, data is flushed.
  if (postmaster) await stopProcess(postmaster, 'SIGINT', earlierStopGraceMs);
  for (const orphan of findServers(cluster)) {
    if (!(await isPurgedWithin(orphan, orphanWaitMs))) await stopProcess(orphan, 'SIGTERM', earlierStopGraceMs);
  }
  if (process.platform === 'linux' && findServers(cluster).length === 0) rmSync(lockFile, { force: true });
};

const findServers = (cluster: string) => findProcessesIn(cluster, ['postgres']);
