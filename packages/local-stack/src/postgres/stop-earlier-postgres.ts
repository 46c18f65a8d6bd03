import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findProcessesIn } from '../processes/find-processes.js';
import { isPurgedWithin, stopProcess } from '../processes/stop-process.js';

const stopGraceMs = 15_000;
const orphanWaitMs = 15_000;

/**
 * Ends the server of an earlier run in this cluster, waits for the backends that a killed postmaster leaves behind, and
 * then removes its lock file. Postgres trusts the pid in that file: after a reboot or in a restarted container it may
 * belong to any process. On Linux the file is removed only when no Postgres process works in the directory, which is proof;
 * elsewhere Postgres decides by itself.
 */
export const stopEarlierPostgres = async (cluster: string): Promise<void> => {
  const lockFile = join(cluster, 'postmaster.pid');
  if (!existsSync(lockFile)) return;
  const postmasterPid = Number(readFileSync(lockFile, 'utf8').split('\n')[0]);
  const postmaster = findServers(cluster).find(({ pid }) => pid === postmasterPid);
  // SIGINT is Postgres's fast shutdown: sessions are ended, data is flushed.
  if (postmaster) await stopProcess(postmaster, 'SIGINT', stopGraceMs);
  for (const orphan of findServers(cluster)) {
    if (!(await isPurgedWithin(orphan, orphanWaitMs))) await stopProcess(orphan, 'SIGTERM', stopGraceMs);
  }
  if (process.platform === 'linux' && findServers(cluster).length === 0) rmSync(lockFile, { force: true });
};

const findServers = (cluster: string) => findProcessesIn(cluster, ['postgres']);
