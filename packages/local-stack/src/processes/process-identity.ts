import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { z } from 'zod';
import { isErrorCode } from '../files/error-code.js';

/** A pid with the start time of its process, because pids are reused. */
export const identitySchema = z.object({
  pid: z.number(),
  /** Linux: boot id and clock ticks since boot; elsewhere: what `ps` says. Compared, never interpreted. */
  startedAt: z.string(),
});
export type ProcessIdentity = z.infer<typeof identitySchema>;

export const isSame = (one: ProcessIdentity, other: ProcessIdentity | undefined): boolean =>
  one.pid === other?.pid && one.startedAt === other.startedAt;

/** The process that has this pid now; `undefined`: none, or only a zombie. */
export const identifyProcess = (pid: number): ProcessIdentity | undefined => {
  const startedAt = process.platform === 'linux' ? startTimeFromProc(pid) : startTimeFromPs(pid);
  return startedAt === undefined ? undefined : { pid, startedAt };
};

export const isAlive = (identity: ProcessIdentity): boolean => isSame(identity, identifyProcess(identity.pid));

const startTimeFromProc = (pid: number): string | undefined => {
  try {
    const stat = parseProcStat(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    if (stat.state === 'Z' || stat.state === 'X') return undefined;
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${stat.startTicks}`;
  } catch (error) {
    // ESRCH: it ended between open and read.
    if (isErrorCode(error, 'ENOENT', 'ESRCH')) return undefined;
    throw error;
  }
};

/** State and start time (fields 3 and 22) of /proc/PID/stat; the name before them may hold spaces and parentheses. */
const parseProcStat = (stat: string): { state: string; startTicks: string } => {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { state: fields[0] ?? '', startTicks: fields[19] ?? '' };
};

const startTimeFromPs = (pid: number): string | undefined => {
  try {
    const line = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    return line === '' || line.startsWith('Z') ? undefined : line.replace(/^\S+\s+/, '');
  } catch (error) {
    // ps exits with 1 if the process does not exist.
    if (typeof error === 'object' && error !== null && 'status' in error && error.status === 1) return undefined;
    throw error;
  }
};

/**
 * Live processes whose working directory is the given one and whose kernel name is among `names`: servers of an earlier
 * run whose records were lost. Linux only: elsewhere it finds none.
 */
export const findProcessesIn = (directory: string, names: readonly string[]): ProcessIdentity[] => {
  if (process.platform !== 'linux') return [];
  const wanted = realpathSync(directory);
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
    .filter((pid) => worksIn(pid, wanted, names))
    .map(identifyProcess)
    .filter((identity) => identity !== undefined);
};

const worksIn = (pid: number, directory: string, names: readonly string[]): boolean => {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === directory && names.includes(readComm(pid));
  } catch (error) {
    // It ended meanwhile, or belongs to another user, so it was not started here.
    if (isErrorCode(error, 'ENOENT', 'ESRCH', 'EACCES', 'EPERM')) return false;
    throw error;
  }
};

const readComm = (pid: number): string => readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
