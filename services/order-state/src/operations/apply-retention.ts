import { setImmediate as nextTurn } from 'node:timers/promises';
import { inTransaction, type Pool } from '@delivery/postgres';
import { purgeEndpointLog, purgeEndpoints } from '../endpoints/sql/purge-endpoints.js';
import { type HistoryDay, noDay } from '../ledger/sql/history-days.js';
import { dropDaysBefore } from './drop-history-days.js';
import { eraseOrders } from './sql/erase-orders.js';
import { daysAheadMax, listHistoryDays, makeHistoryDays } from './sql/history-days.js';
import {
  eraseOldDeadLetters,
  firstAge,
  forgetGoneOrders,
  lockOrdersToErase,
  purgeOrders,
  purgeRefused,
} from './sql/retention.js';

/** Rows in one statement: few enough that their locks are not felt. */
const batchMax = 200;
const dayMs = 24 * 3_600_000;

/** What customers' data was erased from, and why: it was old, or somebody asked for it. */
export type OnErased = (what: 'orders' | 'dead_letters', why: 'age' | 'request', count: number) => void;

export type RetentionDeps = {
  pool: Pool;
  now: () => number;
  retentionDays: number;
  /** `undefined`: for ever. */
  idempotencyDays: number | undefined;
  customerDataDays: number;
  onPurged: (orders: number) => void;
  onErased: OnErased;
};

/**
 * Makes the days to come, then erases and purges what is older than it may be, batch by batch. Resolves with 0: nothing is
 * left to do.
 */
export const applyRetention = async (deps: RetentionDeps): Promise<number> => {
  const { pool } = deps;
  const now = new Date(deps.now());
  await makeHistoryDays(pool, now, daysAheadMax);
  const before = (days: number): Date => new Date(now.getTime() - days * dayMs);
  const erasable = before(deps.customerDataDays);
  await repeat(
    () => eraseOldOrders(pool, erasable, now),
    (count) => deps.onErased('orders', 'age', count),
  );
  await repeat(
    () => eraseOldDeadLetters(pool, erasable, now, batchMax),
    (count) => deps.onErased('dead_letters', 'age', count),
  );
  const purgeable = before(deps.retentionDays);
  for (const day of [noDay, ...(await listHistoryDays(pool))]) {
    await repeat(purgeDay(pool, { day, before: purgeable, now }), deps.onPurged);
  }
  await dropDaysBefore(pool, purgeable);
  await repeat(() => purgeRefused(pool, purgeable, batchMax));
  await repeat(() => purgeEndpoints(pool, purgeable, batchMax));
  await repeat(() => purgeEndpointLog(pool, purgeable, batchMax));
  if (deps.idempotencyDays !== undefined) {
    // A fingerprint is as old as its order was when it was purged.
    const forgettable = before(deps.idempotencyDays - deps.retentionDays);
    await repeat(() => forgetGoneOrders(pool, forgettable, batchMax));
  }
  return 0;
};

/** The batches of a walk through one day. */
const purgeDay = (pool: Pool, { day, before, now }: { day: HistoryDay; before: Date; now: Date }) => {
  let from = firstAge;
  return async (): Promise<number> => {
    const { purged, next } = await purgeOrders(pool, { day, before, now, purgeMax: batchMax, from });
    from = next;
    return purged;
  };
};

const eraseOldOrders = (pool: Pool, before: Date, now: Date): Promise<number> =>
  inTransaction(pool, async (client) => {
    const orderIds = await lockOrdersToErase(client, before, batchMax);
    if (orderIds.length > 0) await eraseOrders(client, orderIds, now);
    return orderIds.length;
  });

const repeat = async (batch: () => Promise<number>, onDone?: (count: number) => void): Promise<void> => {
  for (;;) {
    const count = await batch();
    if (count > 0) onDone?.(count);
    if (count < batchMax) return;
    await nextTurn();
  }
};
