import { hasWaitedInVain, inTransaction, type Pool, type Transaction } from '@delivery/postgres';
import { purgeActivity } from '../activity/queries.js';
import { purgeOrderTimes } from '../dashboards/order-times-queries.js';
import { purgeEndpoints } from '../endpoints/queries/write-endpoints.js';
import { dayOf, type PartitionDay, unpartitionedDay } from '../ledger/queries/partition-days.js';
import { purgeMails } from '../mails/outbox-queries.js';
import { purgeIncidents, purgeOperationalEvents } from '../operational-events/purge-queries.js';
import { deleteEndedPositions } from '../orders/queries/positions.js';
import {
  createPartitionDays,
  daysAheadMax,
  dropPartitionDay,
  findOrdersOfDay,
  listPartitionDays,
  lockOrdersOfDay,
  moveOutOfDay,
  showRecentEvents,
} from './queries/days.js';
import { eraseCourierNames, eraseOrders, type ErasureCursor, takeFitting } from './queries/erase-rows.js';
import { eraseSetAside } from './queries/erase-set-aside.js';
import {
  type AgeCursor,
  findOrdersToPurge,
  firstAge,
  lockOrdersToPurge,
  purgeOrders,
  readAtRest,
  trimOrders,
} from './queries/purge-orders.js';
import {
  eraseOldDeadLetters,
  forgetPurgedOrders,
  type KeptDays,
  type OldOrders,
  ordersToErase,
  ordersWithCourier,
  purgeDeadLetters,
  purgeRefused,
} from './queries/retention.js';
import { createSkipFailing, type Part, type SkipDeps, type SkipFailing } from './skip-failing.js';

/** Orders or rows in one statement: few enough that neither their locks nor the flush of their WAL is felt. */
const batchMax = 100;
const dayMs = 24 * 3_600_000;
/** A courier's name and phone number are of no use once the order has ended. */
const courierDays = 1;

/** From what customers' data was erased, and why: because of its age, or on request. */
export type OnErased = (what: 'orders' | 'dead_letters', reason: 'age' | 'request', count: number) => void;

export type RetentionDeps = KeptDays &
  SkipDeps & {
    now: () => number;
    /** `undefined`: for ever. */
    idempotencyDays: number | undefined;
    activityDays: number;
    onPurged: (orders: number) => void;
    onErased: OnErased;
  };

/**
 * Makes the days to come, then erases and purges data that is too old, one batch a call. A step that fails does not end
 * the walk.
 * @returns resolves with how many steps are left, as far as is known; the walk begins anew after the database was away
 */
export const createRetention = (deps: RetentionDeps): (() => Promise<number>) => {
  const skipFailing = createSkipFailing(deps);
  let walk: AsyncGenerator<void> | undefined;
  let preparedOn: PartitionDay | undefined;
  return async () => {
    const today = dayOf(new Date(deps.now()));
    // Also in the middle of a walk, which may take days.
    if (walk === undefined || preparedOn !== today) await prepareDays(deps);
    preparedOn = today;
    walk ??= walkThrough(deps, skipFailing);
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

/** Creates future days. While a long transaction, such as `pg_dump`, is in the way, the next walk creates them. */
const prepareDays = async ({ pool, now }: RetentionDeps): Promise<void> => {
  try {
    await createPartitionDays(pool, new Date(now()), daysAheadMax);
    await showRecentEvents(pool);
  } catch (error) {
    if (!hasWaitedInVain(error)) throw error;
  }
};

/** Yields after each batch. */
async function* walkThrough(deps: RetentionDeps, skip: SkipFailing): AsyncGenerator<void> {
  const { pool } = deps;
  const now = new Date(deps.now());
  const before = (days: number): Date => new Date(now.getTime() - days * dayMs);
  const erasable = before(deps.customerDataDays);
  const purgeable = before(deps.retentionDays);
  const steps: Record<string, AsyncGenerator<void>> = {
    couriers: eraseCouriers({ ...deps, skip, now, before: before(courierDays) }),
    positions: repeat(() => deleteEndedPositions(pool, batchMax)),
    customer_data: eraseOldOrders({ ...deps, skip, now, before: erasable }),
    dead_letters: repeat(
      () => eraseOldDeadLetters(pool, erasable, now, batchMax),
      (count) => deps.onErased('dead_letters', 'age', count),
    ),
    set_aside: repeatUntilNone(() =>
      inTransaction(pool, (client) => eraseSetAside(client, ({ parkedAt }) => parkedAt < erasable, now)),
    ),
    orders: purgeOldOrders({ ...deps, skip, now, before: purgeable }),
    days: dropDays({ ...deps, skip, now, before: purgeable }),
    refused_commands: repeat(() => purgeRefused(pool, purgeable, batchMax)),
    erased_dead_letters: repeat(() => purgeDeadLetters(pool, purgeable, batchMax)),
    endpoints: repeat(() => purgeEndpoints(pool, purgeable, batchMax)),
    mails: repeat(() => purgeMails(pool, purgeable, batchMax)),
    incidents: repeat(() => purgeIncidents(pool, purgeable, batchMax)),
    operational_events: repeatUntilNone(() =>
      inTransaction(pool, (client) => purgeOperationalEvents(client, purgeable, batchMax)),
    ),
    order_times: repeat(() => purgeOrderTimes(pool, dayOf(before(deps.activityDays)), batchMax)),
    activity: repeat(() => purgeActivity(pool, before(deps.activityDays), batchMax)),
    ...(deps.idempotencyDays !== undefined && {
      // A fingerprint is as old as its order was when it was purged.
      fingerprints: repeat(() =>
        forgetPurgedOrders(pool, before((deps.idempotencyDays ?? 0) - deps.retentionDays), batchMax),
      ),
    }),
  };
  for (const [step, work] of Object.entries(steps)) yield* skip.ofStep(step, work);
}

type Walk = Omit<RetentionDeps, 'now'> & { skip: SkipFailing; now: Date; before: Date };

/**
 * The pages of old orders, of which those that another transaction holds, or that have changed meanwhile, come next
 * time.
 */
async function* pagesOf(pool: Pool, { find }: OldOrders, before: Date): AsyncGenerator<string[]> {
  for (let from: AgeCursor | undefined = firstAge; from !== undefined;) {
    const found: AgeCursor[] = await find(pool, { before, from, orderMax: batchMax });
    if (found.length > 0) yield found.map(({ id }) => id);
    from = found.length < batchMax ? undefined : found.at(-1);
  }
}

async function* eraseCouriers({ pool, skip, now, before }: Walk): AsyncGenerator<void> {
  for await (const page of pagesOf(pool, ordersWithCourier, before)) {
    yield* skip.ofOrders<number>('couriers', page, async (client, orderIds, after) => {
      const locked = await ordersWithCourier.lock(client, { before, orderIds });
      const fitting = await takeFitting(client, locked);
      const next = await eraseCourierNames(client, fitting, now, after);
      return toPart(orderIds, { locked, fitting, next });
    });
  }
}

async function* eraseOldOrders({ pool, skip, now, before, onErased }: Walk): AsyncGenerator<void> {
  for await (const page of pagesOf(pool, ordersToErase, before)) {
    yield* skip.ofOrders<ErasureCursor>('customer_data', page, async (client, orderIds, from) => {
      const locked = await ordersToErase.lock(client, { before, orderIds });
      const fitting = await takeFitting(client, locked);
      const { next } = await eraseOrders(client, fitting, now, from);
      const onCommitted = () => onErased('orders', 'age', next ? 0 : fitting.length);
      return { ...toPart(orderIds, { locked, fitting, next }), onCommitted };
    });
  }
}

/**
 * Orders that others hold are left to the next walk. The locked orders that fit are handled, or a single one with more
 * rows.
 */
const toPart = <Rows>(
  asked: readonly string[],
  { locked, fitting, next }: { locked: readonly string[]; fitting: readonly string[]; next: Rows | undefined },
): Part<Rows> => {
  const [orderId] = fitting;
  if (next !== undefined && orderId !== undefined)
    return { done: asked.filter((id) => !locked.includes(id)), within: { orderId, rows: next } };
  return { done: asked.filter((id) => !locked.includes(id) || fitting.includes(id)) };
};

/** Walks through the orders of each day. */
async function* purgeOldOrders(walk: Walk): AsyncGenerator<void> {
  for (const day of [unpartitionedDay, ...(await listPartitionDays(walk.pool))])
    yield* walk.skip.ofStep('orders', purgeDay(walk, day));
}

/** Yields after each batch that has purged something, or has more to look at. */
async function* purgeDay({ pool, skip, now, before, onPurged }: Walk, day: PartitionDay): AsyncGenerator<void> {
  for (let from: AgeCursor | undefined = firstAge; from !== undefined;) {
    const page: Awaited<ReturnType<typeof findOrdersToPurge>> = await findOrdersToPurge(pool, {
      ...{ day, before, from },
      purgeMax: batchMax,
    });
    yield* skip.ofOrders('orders', page.orderIds, async (client, orderIds) => {
      const locked = await lockOrdersToPurge(client, { day, before, orderIds });
      const atRest = await readAtRest(client, locked);
      const left = orderIds.filter((id) => !atRest.includes(id));
      if (atRest.length === 0 || (await trimOrders(client, { day, orderIds: atRest }))) return { done: left };
      const purged = await purgeOrders(client, { day, orderIds: atRest, now });
      return { done: orderIds, onCommitted: () => onPurged(purged) };
    });
    if (page.orderIds.length === 0 && page.next) yield;
    from = page.next;
  }
}

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

/** For batches that may leave some of the rows they look at. Each removes some. */
async function* repeatUntilNone(batch: () => Promise<number>): AsyncGenerator<void> {
  while ((await batch()) > 0) yield;
}

/** Orders in one transaction. */
const orderMax = 200;

/**
 * Drops the days that ended a day before `before`, except the last one, as a new order gets the last day there is. An
 * order that was under way at its day's midnight is purged by then. The few that have outlived their day, because
 * one of their deliveries is not settled, take their history with them, once. A day that another transaction reads,
 * or of which it holds an order, is left to the next time.
 */
async function* dropDays({ pool, skip, before }: Walk): AsyncGenerator<void> {
  const days = await listPartitionDays(pool);
  const firstKept = dayOf(new Date(before.getTime() - dayMs));
  for (const day of days.slice(0, -1).filter((day) => day < firstKept)) {
    yield* skip.ofStep('days', dropDay(pool, skip, day));
  }
}

/** Drops one day, after it has moved out what outlives it. */
export async function* dropDay(pool: Pool, skip: SkipFailing, day: PartitionDay): AsyncGenerator<void> {
  yield* moveOrdersOut(pool, skip, day);
  await drop(pool, day);
}

/** Yields after each batch of orders that was moved, in whole or in part. */
async function* moveOrdersOut(pool: Pool, skip: SkipFailing, day: PartitionDay): AsyncGenerator<void> {
  const move = async (client: Transaction, orderIds: readonly string[]): Promise<Part<never>> => {
    const locked = await lockOrdersOfDay(client, day, orderIds);
    const isMoved = locked.length === 0 || (await moveOutOfDay(client, day, locked));
    return { done: isMoved ? orderIds : orderIds.filter((id) => !locked.includes(id)) };
  };
  for (let from: AgeCursor | undefined = firstAge; from !== undefined;) {
    const found: AgeCursor[] = await findOrdersOfDay(pool, { day, from, orderMax });
    yield* skip.ofOrders(
      'days',
      found.map(({ id }) => id),
      move,
    );
    from = found.length < orderMax ? undefined : found.at(-1);
  }
}

/** In a transaction of its own: readers of any day wait while the partition is dropped, which takes milliseconds. */
const drop = async (pool: Pool, day: PartitionDay): Promise<void> => {
  try {
    await inTransaction(pool, (client) => dropPartitionDay(client, day));
  } catch (error) {
    if (!hasWaitedInVain(error)) throw error;
  }
};
