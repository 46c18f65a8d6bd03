import { setImmediate as nextTurn } from 'node:timers/promises';
import { inTransaction, isConnectionLost, type Pool, type Queryable, type Transaction } from '@delivery/postgres';
import type { Logger } from '@delivery/service-kit';
import { lockLanes } from '../ledger/queries/write-deliveries.js';
import { insertErasedTimers } from '../orders/queries/timers.js';
import { isKept, type PhoneHasher } from '../orders/rules/phones.js';
import type { OnErased } from './apply-retention.js';
import {
  type AskedErasure,
  type CustomersOrder,
  eraseDeadLetters,
  type ErasureRow,
  listRunningErasures,
  lockRunningErasure,
  type OrderRows,
  type OrderStep,
  readIsFinal,
  saveDeadLetterStep,
  saveOrderStep,
  walkDeadLetters,
  walkOrders,
} from './queries/erase-customers.js';
import { eraseOrders, takeFitting } from './queries/erase-rows.js';
import { eraseSetAside, type SetAside } from './queries/erase-set-aside.js';
import { listPhones } from './rules/erasure.js';

export type ErasureDeps = {
  pool: Pool;
  now: () => number;
  hashPhone: PhoneHasher;
  onErased: OnErased;
  logger: Pick<Logger, 'info' | 'warn'>;
};

/** Orders and dead letters that one transaction looks at. Dead letters come with their whole message. */
const orderStepMax = 200;
const deadLetterStepMax = 50;

/**
 * One step of one erasure, in a transaction that also says how far it has come: a process that dies loses a step, and
 * another one goes on. First orders, then dead letters, at last what is set aside.
 * @returns whether it went on: otherwise it is complete, or another process is at it, or it is left to the next sweep
 */
export const stepErasure = async (deps: ErasureDeps, id: string): Promise<boolean> => {
  const step = await stepApart(deps, id);
  if (!step) return false;
  if (step.orders > 0) deps.onErased('orders', 'request', step.orders);
  if (step.deadLetters > 0) deps.onErased('dead_letters', 'request', step.deadLetters);
  if (step.isLast) deps.logger.info({ erasureId: step.id }, 'erasure.completed');
  return true;
};

/**
 * For the sweeper: everything that runs, step by step, the oldest first. Resolves with 0: nothing is left that can be
 * done now.
 */
export const sweepErasures = async (deps: ErasureDeps): Promise<number> => {
  for (const id of await listRunningErasures(deps.pool)) while (await stepErasure(deps, id)) await nextTurn();
  return 0;
};

/** A step that fails, because of a locked order, is left to the next sweep: other erasures do not wait for it. */
const stepApart = async (deps: ErasureDeps, id: string): Promise<Step | undefined> => {
  try {
    return await inTransaction(deps.pool, async (client) => {
      const erasure = await lockRunningErasure(client, id);
      if (!erasure) return undefined;
      return erasure.order_cursor === null
        ? stepDeadLetters(client, deps, erasure)
        : stepOrders(client, deps, erasure, erasure.order_cursor);
    });
  } catch (error) {
    if (isConnectionLost(error)) throw error;
    deps.logger.warn({ err: error, erasureId: id }, 'erasure.step_skipped');
    return undefined;
  }
};

/** The counts of rows that a step has erased. */
type Step = { id: string; orders: number; deadLetters: number; isLast: boolean };

const stepOrders = async (
  client: Transaction,
  deps: ErasureDeps,
  erasure: ErasureRow,
  cursor: string,
): Promise<Step> => {
  if (erasure.row_cursor) return stepRows(client, deps, erasure, { ...erasure.row_cursor, cursor });
  const { found, next } = await findOrders(client, deps, erasure, cursor);
  const isErasable = ({ is_final }: Found): boolean => is_final || erasure.forced;
  const erasable = found.filter(isErasable).map(({ id }) => id);
  await lockLanes(client, erasable);
  const orderIds = await takeFitting(client, erasable);
  const now = new Date(deps.now());
  const { next: rows, ...erased } = await eraseOrders(client, orderIds, now);
  const lastId = orderIds.at(-1);
  const isWhole = orderIds.length === erasable.length;
  const underWayIds = found
    .filter((order) => !isErasable(order) && (isWhole || order.id < (lastId ?? '')))
    .map(({ id }) => id);
  const rowCursor = rows && lastId !== undefined ? { orderId: lastId, rows } : null;
  await saveStep(client, erasure.id, now, {
    ...erased,
    ...{ orderIds: rowCursor ? [] : orderIds, underWayIds, rowCursor },
    cursor: rowCursor || !isWhole ? (lastId ?? cursor) : next,
  });
  return { id: erasure.id, orders: rowCursor ? 0 : orderIds.length, deadLetters: 0, isLast: false };
};

/** Orders that are erased now go into the receipt, and their notices are due. */
const saveStep = async (client: Transaction, id: string, now: Date, step: OrderStep): Promise<void> => {
  if (step.orderIds.length > 0) await insertErasedTimers(client, step.orderIds, now);
  await saveOrderStep(client, id, step);
};

/**
 * Goes on within an order that has more rows than one step takes. Its content went first, so a phone number no longer
 * finds it.
 */
const stepRows = async (
  client: Transaction,
  deps: ErasureDeps,
  erasure: ErasureRow,
  { orderId, rows: from, cursor }: OrderRows & { cursor: string },
): Promise<Step> => {
  await lockLanes(client, [orderId]);
  const now = new Date(deps.now());
  const { next: rows, ...erased } = await eraseOrders(client, [orderId], now, from);
  const orderIds = rows ? [] : [orderId];
  await saveStep(client, erasure.id, now, {
    ...erased,
    ...{ orderIds, underWayIds: [], rowCursor: rows ? { orderId, rows } : null },
    cursor: !rows && erasure.order_id !== null ? null : cursor,
  });
  return { id: erasure.id, orders: orderIds.length, deadLetters: 0, isLast: false };
};

type Found = Pick<CustomersOrder, 'id' | 'is_final'>;

/** Orders that a preview finds at most. */
const previewMax = 2_000;

export type FoundOrders = { orders: readonly Found[]; truncated: boolean };

/** All orders that an erasure would concern now, in order of id. */
export const findAllOrders = async (deps: ErasureDeps, asked: AskedErasure): Promise<FoundOrders> => {
  const orders: Found[] = [];
  for (let cursor: string | null = ''; cursor !== null && orders.length <= previewMax;) {
    const step: Awaited<ReturnType<typeof findOrders>> = await findOrders(deps.pool, deps, asked, cursor);
    orders.push(...step.found);
    cursor = step.next;
  }
  return { orders: orders.slice(0, previewMax), truncated: orders.length > previewMax };
};

const findOrders = async (
  client: Queryable,
  deps: ErasureDeps,
  erasure: AskedErasure,
  cursor: string,
): Promise<{ found: Found[]; next: string | null }> => {
  const { order_id: orderId } = erasure;
  if (orderId !== null) {
    const isFinal = await readIsFinal(client, orderId);
    return { found: isFinal === undefined ? [] : [{ id: orderId, is_final: isFinal }], next: null };
  }
  const orders = await walkOrders(client, erasure, { cursor, stepMax: orderStepMax });
  const found = orders.filter((order) => isPhone(deps, erasure, order));
  return { found, next: orders.length < orderStepMax ? null : (orders.at(-1)?.id ?? null) };
};

const stepDeadLetters = async (client: Transaction, deps: ErasureDeps, erasure: ErasureRow): Promise<Step> => {
  const letters = await walkDeadLetters(client, erasure.dead_letter_cursor, deadLetterStepMax);
  const deadLetterIds = letters.filter(({ body }) => isAbout(deps, erasure, body)).map(({ id }) => id);
  const now = new Date(deps.now());
  const isLast = letters.length < deadLetterStepMax;
  await eraseDeadLetters(client, deadLetterIds, now);
  const isSetAsideAbout = ({ orderId, text }: SetAside): boolean =>
    erasure.order_ids.includes(orderId) || isAbout(deps, erasure, Buffer.from(text));
  const commands = isLast ? await eraseSetAside(client, isSetAsideAbout, now) : 0;
  await saveDeadLetterStep(client, erasure.id, {
    cursor: letters.at(-1)?.id ?? erasure.dead_letter_cursor,
    deadLetterIds,
    commands,
    completedAt: isLast ? now : null,
  });
  return { id: erasure.id, orders: 0, deadLetters: deadLetterIds.length, isLast };
};

/** A message that could not be handled may have any shape, so phone numbers count anywhere in it. */
const isAbout = (deps: ErasureDeps, erasure: ErasureRow, body: Buffer): boolean => {
  const { order_id: orderId, merchant_id: merchantId } = erasure;
  if (orderId !== null) return body.includes(orderId);
  if (merchantId !== null && !body.includes(merchantId)) return false;
  return listPhones(body.toString('utf8')).some((phone) => isPhone(deps, erasure, { phone }));
};

const isPhone = (
  { hashPhone }: ErasureDeps,
  { phone_hash: number, whole_phone_hash: whole }: AskedErasure,
  found: { phone: string; country?: string },
): boolean => number !== null && whole !== null && isKept(hashPhone, { number, whole }, found);
