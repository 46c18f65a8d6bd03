import { setTimeout as delay } from 'node:timers/promises';
import { isErrorCode } from '../files/error-code.js';
import { isAlive, type ProcessIdentity } from './process-identity.js';

const pollMs = 50;
/** After SIGKILL only the kernel is waited for: a process in uninterruptible disk sleep needs its I/O to end. */
const killWaitMs = 10_000;

/**
 * Ends a process that is not necessarily a child of this one: the signal, a bounded wait, then SIGKILL to its process
 * group. Its identity is checked before each signal, so a reused pid is never hit.
 */
export const stopProcess = async (
  identity: ProcessIdentity,
  signal: NodeJS.Signals,
  graceMs: number,
): Promise<void> => {
  if (isAlive(identity)) sendSignal(identity.pid, signal);
  if (await isPurgedWithin(identity, graceMs)) return;
  killGroup(identity.pid);
  if (await isPurgedWithin(identity, killWaitMs)) return;
  throw new Error(`process ${identity.pid} survived SIGKILL for ${killWaitMs} ms`);
};

/** Resolves once the process is gone, or after the time given with false. */
export const isPurgedWithin = async (identity: ProcessIdentity, limitMs: number): Promise<boolean> => {
  const deadline = performance.now() + limitMs;
  while (isAlive(identity)) {
    if (performance.now() > deadline) return false;
    await delay(pollMs);
  }
  return true;
};

/** SIGKILL for a whole process group, or for the one process where it leads none. */
export const killGroup = (pid: number): void => {
  if (!sendSignal(-pid, 'SIGKILL')) sendSignal(pid, 'SIGKILL');
};

/** False when there is no such process (group). */
export const sendSignal = (pid: number, signal: NodeJS.Signals): boolean => {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    if (isErrorCode(error, 'ESRCH')) return false;
    throw error;
  }
};
