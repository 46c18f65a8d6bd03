import { createPool, type Pool } from '@delivery/postgres';
import { openTransaction } from './hold-rows.js';
import { type LedgerWorld, patience } from './ledger-world.js';
import { commitOnceAwaited } from './lock-waiters.js';

/** Runs statements which, once they have their snapshot and look into the table, wait there until `meanwhile` is done. */
export const runSlowly = async <T>(
  world: LedgerWorld,
  table: string,
  run: (slow: Pool) => Promise<T>,
  meanwhile: () => Promise<unknown>,
): Promise<T> => {
  await world.pool.query('create schema if not exists slow');
  await world.pool.query(
    `create or replace view slow.${table} as
     select * from public.${table} where pg_advisory_xact_lock_shared(7) is not null`,
  );
  const slow = createPool({
    applicationName: 'test',
    databaseUrl: `${world.databaseUrl}?options=${encodeURIComponent('-c search_path=slow,public')}`,
    poolMax: 1,
    logger: world.logger,
    ...patience,
  });
  const holder = await openTransaction(world.databaseUrl);
  await holder.query('select pg_advisory_xact_lock(7)');
  const running = Promise.all([run(slow), commitOnceAwaited(holder, world.pool, 1, meanwhile)]);
  return (await running.finally(() => slow.end()))[0];
};
