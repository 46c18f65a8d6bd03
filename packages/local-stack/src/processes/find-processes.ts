import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { isErrorCode } from '../files/error-code.js';
import { identifyProcess, type ProcessIdentity } from './process-identity.js';

/**
 * Live processes whose working directory is the given one and whose kernel name is among `names`: servers of an earlier
 * run, however their records got lost. Linux only; elsewhere the answer is none, and the records must do.
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
    // It ended meanwhile, or belongs to another user, and was not started here then.
    if (isErrorCode(error, 'ENOENT', 'ESRCH', 'EACCES', 'EPERM')) return false;
    throw error;
  }
};

const readComm = (pid: number): string => readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
