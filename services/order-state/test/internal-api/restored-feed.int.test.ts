import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pino from 'pino';
import { createPool, type Pool } from '@delivery/postgres';
import { createDatabase, type PrivatePostgres, startPrivatePostgres, type TestDatabase } from '@delivery/test-support';
import { toFeedPage } from '../../src/internal-api/view-feed.js';
import { bumpFeedOffsetIfBehind, type FeedCursor } from '../../src/orders/queries/events.js';
import { createFollower, insertBareOrders, openWriter, readPage } from '../support/feed-world.js';
import { createLedgerWorld, createMerchant, type LedgerWorld } from '../support/ledger-world.js';
import { newOrderId } from '../support/messages.js';

let world: LedgerWorld;
let elsewhere: PrivatePostgres;
let restored: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  world = await createLedgerWorld({ isPatient: true });
  elsewhere = await startPrivatePostgres();
  restored = await createDatabase({ serverUrl: elsewhere.url });
  pool = createPool({
    applicationName: 'test',
    databaseUrl: restored.url,
    poolMax: 4,
    logger: pino({ level: 'silent' }),
  });
});
afterAll(async () => {
  await pool.end();
  await elsewhere.stop();
  await world.close();
});

/** Copies the rows without their transactions, as a dump does. */
const copyRows = async (table: string): Promise<void> => {
  const { rows } = await world.pool.query<{ rows: string }>(`select json_agg(t)::text as rows from ${table} t`);
  await pool.query(`delete from ${table}`);
  // A dump is loaded before its triggers exist.
  await pool.query(`alter table ${table} disable trigger all`);
  const { rows: columns } = await pool.query<{ names: string }>(
    `select string_agg(column_name, ', ') as names from information_schema.columns
     where table_name = $1 and is_generated = 'NEVER'`,
    [table],
  );
  const names = columns[0]!.names;
  await pool.query(`insert into ${table} (${names}) select ${names} from json_populate_recordset(null::${table}, $1)`, [
    rows[0]!.rows,
  ]);
  await pool.query(`alter table ${table} enable trigger all`);
};

const write = async (databaseUrl: string, merchantId: string, orderId: string, sequence: number): Promise<void> => {
  const writer = await openWriter(databaseUrl, merchantId);
  await writer.lock(orderId);
  await writer.insert([orderId, sequence]);
  await writer.commit();
};

describe('The feed after a restore', () => {
  it('[P22] into another cluster, whose transaction ids start anew, goes on behind the events that it has shown', async () => {
    const { merchantId } = await createMerchant(world, []);
    const orderId = newOrderId();
    await insertBareOrders(world.pool, merchantId, [orderId]);
    // A cluster that has been at work for a while.
    await world.pool.query('do $$ begin for n in 1..5000 loop perform pg_current_xact_id(); commit; end loop; end $$');
    await write(world.databaseUrl, merchantId, orderId, 1);
    const before = createFollower(world.pool, merchantId);
    await before.until(1);
    const tables = ['owners', 'platforms', 'platform_owners', 'merchants', 'orders', 'all_events', 'feed_state'];
    for (const table of tables) await copyRows(table);

    expect(await bumpFeedOffsetIfBehind(pool)).toBe(true);
    expect(await bumpFeedOffsetIfBehind(pool)).toBe(false);
    await write(restored.url, merchantId, orderId, 2);
    const after = createFollower(pool, merchantId, before.cursor());
    expect(await after.until(1)).toEqual([`${orderId} 2`]);
    expect(await createFollower(pool, merchantId).until(2)).toEqual([`${orderId} 1`, `${orderId} 2`]);
  });

  it('[P22] to an earlier time continues after the events that it had shown later, once the epoch is new', async () => {
    const { merchantId } = await createMerchant(world, []);
    const orderId = newOrderId();
    await insertBareOrders(world.pool, merchantId, [orderId]);
    await write(world.databaseUrl, merchantId, orderId, 1);
    const follower = createFollower(world.pool, merchantId);
    await follower.until(1);
    const { position } = follower.cursor()!;
    // The events after the back-up were shown, and are lost: the follower stands where the database has not come to again.
    const ahead = { position: position + 1_000_000, orderId: '', sequence: 0 };
    await world.pool.query('update directory_state set epoch = gen_random_uuid()');
    await write(world.databaseUrl, merchantId, orderId, 2);
    expect(await createFollower(world.pool, merchantId, ahead).until(1)).toEqual([`${orderId} 2`]);
  });

  it('waits for transactions that write with positions of before: none of them is overtaken', async () => {
    const { merchantId } = await createMerchant(world, []);
    const orderId = newOrderId();
    await insertBareOrders(world.pool, merchantId, [orderId]);
    const writer = await openWriter(world.databaseUrl, merchantId);
    await writer.lock(orderId);
    await writer.insert([orderId, 1]);
    const follower = createFollower(world.pool, merchantId);
    await Promise.all([
      world.pool.query('update directory_state set epoch = gen_random_uuid()'),
      follower.next(100).then(writer.commit),
    ]);
    expect(await follower.until(1)).toEqual([`${orderId} 1`]);
  });
});

describe('The feed after a crash of Postgres', () => {
  it('[P22] reaches every cursor again that it has given out', async () => {
    const admin = createPool({
      applicationName: 'test',
      databaseUrl: restored.url,
      poolMax: 1,
      logger: pino({ level: 'silent' }),
    });
    // A rollback is written to disk some time later; here so late that the crash comes before.
    await admin.query("alter system set wal_writer_delay = '10s'");
    await admin.query("alter system set wal_writer_flush_after = '1GB'");
    await admin.query('select pg_reload_conf()');
    const { merchantId } = await createMerchant({ ...world, pool }, []);
    const orderId = newOrderId();
    await insertBareOrders(pool, merchantId, [orderId]);
    await write(restored.url, merchantId, orderId, 1);
    const isUnflushed = async () =>
      (await admin.query<{ is: boolean }>('select pg_current_wal_flush_lsn() < pg_current_wal_insert_lsn() as is'))
        .rows[0]!.is;
    let next: FeedCursor | undefined;
    do {
      await admin.query('do $$ begin for n in 1..100 loop perform pg_current_xact_id(); rollback; end loop; end $$');
      const read = await readPage(pool, merchantId);
      next = toFeedPage(read, { limit: 100, isWanted: () => true, after: undefined }).next;
    } while (!(await isUnflushed()));
    await Promise.all([pool.end(), admin.end()]);
    await elsewhere.crash();
    pool = createPool({
      applicationName: 'test',
      databaseUrl: restored.url,
      poolMax: 4,
      logger: pino({ level: 'silent' }),
    });
    expect(next.position).toBeLessThanOrEqual((await readPage(pool, merchantId)).horizon);
    await write(restored.url, merchantId, orderId, 2);
    expect(await createFollower(pool, merchantId, next).until(1)).toEqual([`${orderId} 2`]);
  });
});
