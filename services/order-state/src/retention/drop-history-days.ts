import { hasWaitedInVain, inTransaction, type Pool } from '@delivery/postgres';
import { dayOf, type HistoryDay } from '../ledger/queries/history-days.js';
import { dropHistoryDay, listHistoryDays, lockOrdersOfDay, moveOutOfDay } from './queries/partitions.js';

/** Orders in one transaction. */
const orderMax = 200;
const dayMs = 24 * 3_600_000;

/**
 * Drops the days that ended a day before `before`, but the last one: an order that is created has the last day there is. An order
 * that was under way at its day's midnight is purged by then. The few that have outlived their day, because something of theirs is
 * not settled, take their history with them, once. A day of which somebody holds an order, or reads, is left to the next time.
 * Yields after each batch of orders that was moved.
 */
export async function* dropDaysBefore(pool: Pool, before: Date): AsyncGenerator<void> {
  const days = await listHistoryDays(pool);
  const firstKept = dayOf(new Date(before.getTime() - dayMs));
  for (const day of days.slice(0, -1).filter((day) => day < firstKept)) {
    while (await moveOutNext(pool, day)) yield;
    await drop(pool, day);
  }
}

const moveOutNext = (pool: Pool, day: HistoryDay): Promise<boolean> =>
  inTransaction(pool, async (client) => {
    const orderIds = await lockOrdersOfDay(client, day, orderMax);
    await moveOutOfDay(client, day, orderIds);
    return orderIds.length === orderMax;
  });

/** In a transaction of its own: whoever reads any day waits while the partition goes, which takes milliseconds. */
const drop = async (pool: Pool, day: HistoryDay): Promise<void> => {
  try {
    await inTransaction(pool, (client) => dropHistoryDay(client, day));
  } catch (error) {
    if (!hasWaitedInVain(error)) throw error;
  }
};
