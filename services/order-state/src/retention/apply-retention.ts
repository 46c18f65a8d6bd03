import { hasWaitedInVain, inTransaction, type Pool } from '@delivery/postgres';
import { purgeActivity } from '../activity/queries.js';
import { purgeEndpoints } from '../endpoints/queries/write-endpoints.js';
import { dayOf, type PartitionDay, unpartitionedDay } from '../ledger/queries/partition-days.js';
import { purgeMails } from '../mails/queries.js';
import { purgeOperationalEvents, purgeSpells } from '../operational-events/purge-queries.js';
import { deleteEndedPositions } from '../orders/queries/positions.js';
import { eraseOrders } from './queries/erase-customers.js';
import {
  type AgeCursor,
  createPartitionDays,
  daysAheadMax,
  dropPartitionDay,
  eraseCouriers,
  eraseOldDeadLetters,
  firstAge,
  forgetPurgedOrders,
  type KeptDays,
  listPartitionDays,
  lockOrdersOfDay,
  lockOrdersToErase,
  lockOrdersToPurge,
  moveOutOfDay,
  purgeDeadLetters,
  purgeOrders,
  purgeRefused,
  showRecentEvents,
} from './queries/retention.js';

/** Rows in one statement: few enough that neither their locks nor the flush of their WAL is felt. */
const batchMax = 100;
const dayMs = 24 * 3_600_000;
/** A courier's name and phone number are of no use once the order has ended. */
const courierDays = 1;

/** From what customers' data was erased, and why: because of its age, or on request. */
export type OnErased = (what: 'orders' | 'dead_letters', reason: 'age' | 'request', count: number) => void;

export type RetentionDeps = KeptDays & {
  pool: Pool;
  now: () => number;
  /** `undefined`: for ever. */
  idempotencyDays: number | undefined;
  activityDays: number;
  onPurged: (orders: number) => void;
  onErased: OnErased;
};

/**
 * Makes the days to come, then erases and purges data that is too old, one batch a call.
 * @returns resolves with how many steps are left, as far as is known; after a failure the walk begins anew
 */
export const createRetention = (deps: RetentionDeps): (() => Promise<number>) => {
  let walk: AsyncGenerator<void> | undefined;
  let preparedOn: PartitionDay | undefined;
  return async () => {
    const today = dayOf(new Date(deps.now()));
    // Also in the middle of a walk, which may take days.
    if (walk === undefined || preparedOn !== today) await prepareDays(deps);
    preparedOn = today;
    walk ??= walkThrough(deps);
    try {
      const { done = false } = await walk.next();
      if (done) walk = undefined;
      return done ? 0 : 1;
    } catch (error) {
      walk = undefined;
      throw error;
    }
  };
};

/** Makes the days to come. While a long transaction, such as that of `pg_dump`, is in the way, they are left to the next walk. */
const prepareDays = async ({ pool, now }: RetentionDeps): Promise<void> => {
  try {
    await createPartitionDays(pool, new Date(now()), daysAheadMax);
    await showRecentEvents(pool);
  } catch (error) {
    if (!hasWaitedInVain(error)) throw error;
  }
};

/** Yields after each batch. */
async function* walkThrough(deps: RetentionDeps): AsyncGenerator<void> {
  const { pool } = deps;
  const now = new Date(deps.now());
  const before = (days: number): Date => new Date(now.getTime() - days * dayMs);
  yield* repeat(() =>
    inTransaction(pool, (client) => eraseCouriers(client, { before: before(courierDays), now, eraseMax: batchMax })),
  );
  yield* repeat(() => deleteEndedPositions(pool, batchMax));
  const erasable = before(deps.customerDataDays);
  yield* repeat(
    () => eraseOldOrders(pool, erasable, now),
    (count) => deps.onErased('orders', 'age', count),
  );
  yield* repeat(
    () => eraseOldDeadLetters(pool, erasable, now, batchMax),
    (count) => deps.onErased('dead_letters', 'age', count),
  );
  const purgeable = before(deps.retentionDays);
  for (const day of [unpartitionedDay, ...(await listPartitionDays(pool))]) {
    yield* purgeDay(deps, { day, before: purgeable, now });
  }
  yield* dropDaysBefore(pool, purgeable);
  yield* repeat(() => purgeRefused(pool, purgeable, batchMax));
  yield* repeat(() => purgeDeadLetters(pool, purgeable, batchMax));
  yield* repeat(() => purgeEndpoints(pool, purgeable, batchMax));
  yield* repeat(() => purgeMails(pool, purgeable, batchMax));
  yield* repeat(() => purgeSpells(pool, purgeable, batchMax));
  yield* repeat(() => inTransaction(pool, (client) => purgeOperationalEvents(client, purgeable, batchMax)));
  yield* repeat(() => purgeActivity(pool, before(deps.activityDays), batchMax));
  if (deps.idempotencyDays === undefined) return;
  // A fingerprint is as old as its order was when it was purged.
  const forgettable = before(deps.idempotencyDays - deps.retentionDays);
  yield* repeat(() => forgetPurgedOrders(pool, forgettable, batchMax));
}

/** Walks through the orders of one day. Yields after each batch that has purged something, or has more to look at. */
async function* purgeDay(
  { pool, onPurged }: RetentionDeps,
  { day, before, now }: { day: PartitionDay; before: Date; now: Date },
): AsyncGenerator<void> {
  for (let from: AgeCursor | undefined = firstAge; from !== undefined;) {
    const limits = { day, before, purgeMax: batchMax, from };
    const { purged, next } = await inTransaction(pool, async (client) => {
      const { orderIds, next } = await lockOrdersToPurge(client, limits);
      return { purged: orderIds.length > 0 ? await purgeOrders(client, { day, orderIds, now }) : 0, next };
    });
    if (purged > 0) onPurged(purged);
    if (purged > 0 || next) yield;
    from = next;
  }
}

const eraseOldOrders = (pool: Pool, before: Date, now: Date): Promise<number> =>
  inTransaction(pool, async (client) => {
    const orderIds = await lockOrdersToErase(client, before, batchMax);
    if (orderIds.length > 0) await eraseOrders(client, orderIds, now);
    return orderIds.length;
  });

async function* repeat(batch: () => Promise<number>, onDone?: (count: number) => void): AsyncGenerator<void> {
  for (;;) {
    const count = await batch();
    if (count > 0) {
      onDone?.(count);
      yield;
    }
    if (count < batchMax) return;
  }
}

/** Orders in one transaction. */
const orderMax = 200;

/**
 * Drops the days that ended a day before `before`, except the last one, as a new order gets the last day there is. An order that was
 * under way at its day's midnight is purged by then. The few that have outlived their day, because one of their deliveries is not
 * settled, take their history with them, once. A day that another transaction reads, or of which it holds an order, is left to the
 * next time. Yields after each batch of orders that was moved.
 */
async function* dropDaysBefore(pool: Pool, before: Date): AsyncGenerator<void> {
  const days = await listPartitionDays(pool);
  const firstKept = dayOf(new Date(before.getTime() - dayMs));
  for (const day of days.slice(0, -1).filter((day) => day < firstKept)) {
    while (await moveOutNext(pool, day)) yield;
    await drop(pool, day);
  }
}

const moveOutNext = (pool: Pool, day: PartitionDay): Promise<boolean> =>
  inTransaction(pool, async (client) => {
    const orderIds = await lockOrdersOfDay(client, day, orderMax);
    await moveOutOfDay(client, day, orderIds);
    return orderIds.length === orderMax;
  });

/** In a transaction of its own: readers of any day wait while the partition is dropped, which takes milliseconds. */
const drop = async (pool: Pool, day: PartitionDay): Promise<void> => {
  try {
    await inTransaction(pool, (client) => dropPartitionDay(client, day));
  } catch (error) {
    if (!hasWaitedInVain(error)) throw error;
  }
};
