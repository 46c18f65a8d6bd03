import { appendFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { choosePorts } from '../files/choose-ports.js';
import { openServerLog } from '../files/logs.js';
import { startGuard } from '../processes/guard.js';
import type { SupervisedProcess } from '../processes/supervise-processes.js';
import { copyCluster } from './base-backup.js';
import { clusterDir, prepareClusterHome } from './cluster.js';
import { findPostgresBinaries } from './postgres-binaries.js';
import { chooseServerUser, handOver } from './server-user.js';
import { postmasterSpec, supervisePostgres } from './start-local-postgres.js';

export type LocalStandby = {
  /** The URL of the primary's database at the standby. */
  urlOf: (primaryUrl: string) => string;
  /** Killed and started by fault tests; it stays at its port. */
  server: SupervisedProcess;
  stop: () => Promise<void>;
};

/**
 * A hot standby that streams from a local server, as a child of this process. It begins as a base backup.
 * @param primaryUrl of a superuser, at a server whose files are on this machine
 */
export const startLocalStandby = async (primaryUrl: string, directory: string): Promise<LocalStandby> => {
  const dataDir = resolve(directory);
  const guard = startGuard(dataDir);
  const user = await chooseServerUser();
  const home = await prepareClusterHome(join(dataDir, 'postgres'), user, await findPostgresBinaries());
  await copyCluster(primaryUrl, clusterDir(home));
  follow(primaryUrl, clusterDir(home));
  handOver(user, home.dir);
  const [port = 0] = await choosePorts(1, []);
  const urlOf = (url: string): string => {
    const there = new URL(url);
    there.port = String(port);
    return there.href;
  };
  const log = openServerLog(join(home.dir, 'server.log'));
  const options = { dataDir, report: () => undefined };
  const server = supervisePostgres(
    options,
    postmasterSpec(home, user, port, { settings: {} }),
    home,
    urlOf(primaryUrl),
    log,
  );
  const stop = async () => {
    await server.stop();
    log.close();
    await guard.close();
  };
  try {
    await server.start();
    return { urlOf, server, stop };
  } catch (error) {
    await stop();
    throw new Error(`the standby did not start: ${log.tail(8)}`, { cause: error });
  }
};

const follow = (primaryUrl: string, target: string): void => {
  const { hostname, port, username, password } = new URL(primaryUrl);
  const connection = `host=${hostname} port=${port} user=${username} password=${password}`;
  appendFileSync(join(target, 'postgresql.auto.conf'), `primary_conninfo = '${connection}'\n`);
  writeFileSync(join(target, 'standby.signal'), '');
};
