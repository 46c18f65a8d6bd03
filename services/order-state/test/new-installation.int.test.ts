import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { listDeliveries } from '../src/ledger/sql/list-deliveries.js';
import { createLedgerWorld, createMerchant, deliverAll, type LedgerWorld, readyOrders } from './ledger-world.js';

const batchSize = 25;
const hotTables = ['orders', 'commands', 'parked_commands', 'events', 'deliveries', 'delivery_attempts'];
/** A create, a "ready", two deliveries and their attempts. Orders are locked by all of them. */
const rowsPerOrderMax = 60;

let world: LedgerWorld;
let merchantId: string;
beforeAll(async () => {
  world = await createLedgerWorld();
  ({ merchantId } = await createMerchant(world, [null]));
  // Autovacuum would come to the rescue with statistics, a minute too late for whoever starts with a rush.
  for (const table of hotTables) await world.pool.query(`alter table ${table} set (autovacuum_enabled = false)`);
});
afterAll(() => world.close());

const runBatch = async (): Promise<void> => {
  await readyOrders(world, merchantId, batchSize);
  await deliverAll(world);
};

type Reads = { scanned: number; fetched: number };

const readCounters = async (): Promise<Reads> => {
  // Each backend tells its own counts when it is asked to, and at the latest with its next statement.
  const clients = await Promise.all(Array.from({ length: 4 }, () => world.pool.connect()));
  for (const client of clients) await client.query('select pg_stat_force_next_flush()');
  for (const client of clients) await client.query('select 1');
  for (const client of clients) client.release();
  const { rows } = await world.pool.query<Reads>(
    `select sum(seq_tup_read)::int as scanned, sum(idx_tup_fetch)::int as fetched
     from pg_stat_user_tables where relname = any($1) or relname ~ '^events_\\d'`,
    [hotTables],
  );
  return rows[0]!;
};

describe('a new installation', () => {
  it('costs each order the same from the first to the last, though its plans were made when the tables were empty', async () => {
    // More often than a planner tries before it keeps a plan.
    for (let round = 0; round < 10; round += 1) await runBatch();
    const before = await readCounters();
    for (let round = 0; round < 10; round += 1) await runBatch();
    const after = await readCounters();
    const orderCount = 10 * batchSize;
    expect(after.scanned - before.scanned).toBe(0);
    expect((after.fetched - before.fetched) / orderCount).toBeLessThan(rowsPerOrderMax);
    const { rows } = await world.pool.query<{ n: number }>(
      `select count(*) as n from all_deliveries where state = 'delivered'`,
    );
    expect(rows[0]!.n).toBe(20 * batchSize * 2);
  });

  it('reads of a merchant’s deliveries only those of the order that is asked for', async () => {
    const { rows: orders } = await world.pool.query<{ id: string }>('select id from orders limit 1');
    const orderId = orders[0]!.id;
    const before = await readCounters();
    const deliveries = await listDeliveries(world.pool, { merchantId, orderId, rowMax: 100 });
    const after = await readCounters();
    expect(deliveries).toHaveLength(2);
    // And the order, for its day.
    expect(after.scanned - before.scanned + after.fetched - before.fetched).toBeLessThanOrEqual(deliveries.length + 1);
  });
});
