import { isAlive, isSame, type ProcessIdentity } from './process-identity.js';
import { type ProcessRecord, processRecords } from './process-records.js';
import { stopProcess } from './stop-process.js';

/**
 * Ends processes that dead supervisors left running in a data directory, highest tier first. Only processes with
 * a record of their own are touched, and only while pid and start time are the recorded ones.
 * @returns the names of those that were still alive
 */
export const stopLeftovers = async (dataDir: string): Promise<string[]> => {
  const orphans = processRecords.readAll(dataDir).filter((record) => !isAlive(record.supervisor));
  return stopByTier(dataDir, orphans);
};

/** The same for one supervisor, dead or dying: its guard knows that it is gone before the kernel says so. */
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
