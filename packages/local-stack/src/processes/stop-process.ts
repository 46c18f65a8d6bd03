import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { isErrorCode } from '../files/error-code.js';
import { createRunRecords } from '../files/kept-json.js';
import { identitySchema, isAlive, isSame, type ProcessIdentity } from './process-identity.js';

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

/**
 * Ends processes that dead supervisors left running in a data directory, highest tier first. Only processes with
 * a record of their own are touched, and only while pid and start time are the recorded ones.
 * @returns the names of those that were still alive
 */
export const stopLeftovers = async (dataDir: string): Promise<string[]> => {
  const orphans = processRecords.readAll(dataDir).filter((record) => !isAlive(record.supervisor));
  return stopByTier(dataDir, orphans);
};

/** Stops the children of one supervisor, dead or dying: its guard knows that it is gone before the kernel says so. */
export const stopChildrenOf = async (dataDir: string, supervisor: ProcessIdentity): Promise<string[]> => {
  const children = processRecords.readAll(dataDir).filter((record) => isSame(record.supervisor, supervisor));
  return stopByTier(dataDir, children);
};

const stopByTier = async (dataDir: string, records: readonly ProcessRecord[]): Promise<string[]> => {
  const alive = records.filter(isAlive);
  const tiers = [...new Set(alive.map((record) => record.tier))].sort((a, b) => b - a);
  for (const tier of tiers) {
    const ofTier = alive.filter((record) => record.tier === tier);
    await Promise.all(ofTier.map((record) => stopProcess(record, record.stopSignal, record.stopGraceMs)));
  }
  for (const record of records) removeIfUnchanged(dataDir, record);
  return alive.map((record) => record.name);
};

/** A new run may have written its own record under the same name meanwhile. */
const removeIfUnchanged = (dataDir: string, record: ProcessRecord): void => {
  const now = processRecords.readAll(dataDir).find((other) => other.name === record.name);
  if (isSame(record, now)) processRecords.remove(dataDir, record.name);
};

const recordSchema = identitySchema.extend({
  name: z.string(),
  /** The process that started it and ends it while it lives itself. */
  supervisor: identitySchema,
  stopSignal: z.enum(['SIGTERM', 'SIGINT']),
  stopGraceMs: z.number(),
  /** Higher tiers are stopped first: services (2) before their servers (1), and epmd (0) after its node. */
  tier: z.number(),
});
export type ProcessRecord = z.infer<typeof recordSchema>;

export const processRecords = createRunRecords('pids', recordSchema);
