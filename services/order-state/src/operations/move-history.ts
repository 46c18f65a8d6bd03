import { hasWaitedInVain, inTransaction, type Pool, type Transaction } from '@delivery/postgres';
import { dayOf, type HistoryDay, noDay } from '../ledger/sql/history-days.js';
import { lockOrdersOfDay, lockOutWriters, makeHistoryDay, moveHistory, readFirstDay } from './sql/history-days.js';
import { type HistoryLayout, lockHistoryLayout, saveHistoryMove } from './sql/history-layout.js';

export type MoveHistoryDeps = { pool: Pool };

/** Orders in one transaction: few enough that nobody waits long for one. */
const orderMax = 200;
const dayMs = 24 * 3_600_000;

/**
 * Moves the history of the next orders to where the layout wants it: into the day of each, or out of it. An order is in one place
 * or in the other at any time, and how far the move has come is committed with it: a process that dies loses nothing.
 * An order that somebody holds is left where it is, which is as good a place.
 * @returns how many steps are left, as far as it knows: none is, where all that is left is held by somebody
 */
export const moveHistoryStep = async ({ pool }: MoveHistoryDeps): Promise<number> => {
  try {
    return await inTransaction(pool, moveNext);
  } catch (error) {
    if (hasWaitedInVain(error)) return 0;
    throw error;
  }
};

const moveNext = async (client: Transaction): Promise<number> => {
  const layout = await lockHistoryLayout(client);
  if (!layout?.moving) return 0;
  const move = layout.byDay ? moveIntoDay : moveOutOfDays;
  const { moved, movedTo, isHeldUp = false } = await move(client, layout.moving);
  await saveHistoryMove(client, { movedTo, moved });
  return movedTo === null || isHeldUp ? 0 : 1;
};

type Step = { moved: number; movedTo: Date | null; isHeldUp?: boolean };
type Moving = NonNullable<HistoryLayout['moving']>;

/** One day at a time. An order of no day that was created later, and an old one that outlived its day, stay where they are. */
const moveIntoDay = async (client: Transaction, { until, movedTo }: Moving): Promise<Step> => {
  const day = dayOf(movedTo);
  const nextDay = new Date(Date.parse(day) + dayMs);
  const createdBefore = nextDay < until ? nextDay : until;
  const orders = await lockOrdersOfDay(client, { day: noDay, createdFrom: movedTo, createdBefore, orderMax });
  if (orders.length > 0) {
    // A step of its own: who releases something or follows a feed waits for the end of a transaction that makes a day.
    if (await makeHistoryDay(client, day)) return { moved: 0, movedTo };
    await moveHistory(client, { orderIds: orders.map(({ id }) => id), from: noDay, to: day });
  }
  // What was created in that millisecond too is found again; what was moved is not.
  const last = orders.length === orderMax ? orders.at(-1)?.createdAt : undefined;
  return { moved: orders.length, movedTo: last ?? (nextDay < until ? nextDay : null) };
};

/**
 * Ends when no order has a day any more, whenever it was created: also none of a transaction that read the layout before it was
 * changed and commits only now. The earlier release would not find it.
 */
const moveOutOfDays = async (client: Transaction, { movedTo }: Moving): Promise<Step> => {
  const day = (await readFirstDay(client)) ?? (await readLastFirstDay(client));
  if (day === undefined) return { moved: 0, movedTo: null };
  const orders = await lockOrdersOfDay(client, { day, createdFrom: null, createdBefore: null, orderMax });
  await moveHistory(client, { orderIds: orders.map(({ id }) => id), from: day, to: noDay });
  return { moved: orders.length, movedTo: orders.at(-1)?.createdAt ?? movedTo, isHeldUp: orders.length === 0 };
};

const readLastFirstDay = async (client: Transaction): Promise<HistoryDay | undefined> => {
  await lockOutWriters(client);
  return readFirstDay(client);
};
