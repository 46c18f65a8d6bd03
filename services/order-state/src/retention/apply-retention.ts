import { setImmediate as nextTurn } from 'node:timers/promises';
import { eraseContent, purgeHistory } from '../db/retention.js';
import type { Pool } from '../db/pool.js';

/** Orders in one statement: small enough that its locks are not felt. */
const batchMax = 200;
const dayMs = 24 * 3_600_000;

export type RetentionDeps = {
  pool: Pool;
  now: () => number;
  retentionDays: number;
  customerDataDays: number;
  onPurged: (orders: number) => void;
  onErased: (orders: number) => void;
};

/** Erases and purges what is older than it may be, batch by batch. Resolves with 0: nothing is left to do. */
export const applyRetention = async (deps: RetentionDeps): Promise<number> => {
  const { pool } = deps;
  const before = (days: number): Date => new Date(deps.now() - days * dayMs);
  await repeat(() => eraseContent(pool, before(deps.customerDataDays), batchMax), deps.onErased);
  await repeat(() => purgeHistory(pool, before(deps.retentionDays), new Date(deps.now()), batchMax), deps.onPurged);
  return 0;
};

const repeat = async (batch: () => Promise<number>, onDone: (count: number) => void): Promise<void> => {
  for (;;) {
    const count = await batch();
    if (count > 0) onDone(count);
    if (count < batchMax) return;
    await nextTurn();
  }
};
