import { inTransaction, type Pool, type Transaction } from '@delivery/postgres';
import { countHistoryDays, daysAheadMax, makeHistoryDays } from './sql/history-days.js';
import { changeHistoryLayout } from './sql/history-layout.js';

const dayMs = 24 * 3_600_000;

export type ChangeLayoutDeps = { pool: Pool; now: () => number; retentionDays: number };

/**
 * Changes how history is kept. By day: for what is kept of it, and new orders have the partitions of their days from the moment on
 * that they look for them. As before: for whatever has a day.
 * @returns `false`: it is kept so already, and nothing has changed
 */
export const changeLayout = ({ pool, now, retentionDays }: ChangeLayoutDeps, byDay: boolean): Promise<boolean> =>
  inTransaction(pool, async (client) => {
    const at = new Date(now());
    const from = byDay ? new Date(at.getTime() - retentionDays * dayMs) : await readBeginOfDays(client, at);
    const isChanged = await changeHistoryLayout(client, { byDay, from, now: at });
    if (isChanged) await makeHistoryDays(client, at, daysAheadMax);
    return isChanged;
  });

const readBeginOfDays = async (client: Transaction, now: Date): Promise<Date> => {
  const { first } = await countHistoryDays(client, now);
  return first === null ? now : new Date(first);
};
