import type pg from 'pg';
import type { Queryable } from '@delivery/postgres';
import { pollUntil } from '@delivery/test-support';
import { openTransaction } from './hold-rows.js';

/** Statements that wait for a lock of this database. */
export const countLockWaiters = async (pool: Queryable): Promise<number> => {
  const { rows } = await pool.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]!.n;
};

/** Resolves when at least that many statements wait for a lock of this database. */
export const untilLockWaiters = (pool: Queryable, countMin: number): Promise<true> =>
  pollUntil(`${countMin} that wait for a lock`, async () =>
    (await countLockWaiters(pool)) >= countMin ? true : undefined,
  );

/** Once that many statements wait for a lock of this database: does the last work of the transaction, commits it, and ends its session. */
export const commitOnceAwaited = async (
  transaction: Pick<pg.Client, 'query' | 'end'>,
  pool: Queryable,
  waiterCount: number,
  lastWork: () => Promise<unknown> = () => Promise.resolve(),
): Promise<void> => {
  try {
    await untilLockWaiters(pool, waiterCount);
    await lastWork();
    await transaction.query('commit');
  } finally {
    await transaction.end();
  }
};

/** Requests that wait for the directory's lock together, and get it in this order. */
export const answerInTurn = async <Answer>(
  { pool, databaseUrl }: { pool: Queryable; databaseUrl: string },
  ...requests: readonly (() => Promise<Answer>)[]
): Promise<Answer[]> => {
  const holder = await openTransaction(databaseUrl);
  await holder.query('update directory_state set version = version');
  const answers: Promise<Answer>[] = [];
  try {
    for (const request of requests) {
      answers.push(request());
      await untilLockWaiters(pool, answers.length);
    }
  } finally {
    await holder.end();
  }
  return Promise.all(answers);
};
