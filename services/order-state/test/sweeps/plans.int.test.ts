import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import type { DeliveryReleased } from '@delivery/contracts';
import type { Queryable } from '@delivery/postgres';
import { sweepStatistics } from '../../src/sweeps/sweeper.js';
import { nodesOf, type PlanNode } from '../support/explain-queries.js';
import {
  attemptOf,
  createLedgerWorld,
  createMerchant,
  createPullMerchant,
  deliverAll,
  delivered,
  failed,
  type LedgerWorld,
  readyOrders,
} from '../support/ledger-world.js';

/** As many connections as the pool of the world has. */
const connectionCount = 4;
/** Smaller tables are read as fast as a whole. */
const largeRows = 1_000;
const hotTables = ['orders', 'commands', 'events', 'webhook_deliveries', 'delivery_attempts'];

let world: LedgerWorld;
let merchantId: string;
let pulled: { merchantId: string; endpointId: string };
beforeAll(async () => {
  world = await createLedgerWorld();
  ({ merchantId } = await createMerchant(world, [null]));
  pulled = await createPullMerchant(world, `whsec_${'a'.repeat(44)}`);
  // Autovacuum would make statistics too, but at a time of its own.
  for (const table of hotTables) await world.pool.query(`alter table ${table} set (autovacuum_enabled = false)`);
});
afterAll(() => world.close());

const release = async (count: number): Promise<DeliveryReleased[]> => {
  await readyOrders(world, merchantId, count);
  return world.queue.splice(0);
};

/** The statements of the queues and the sweeps for an order, on each of the connections. */
const runAll = async (): Promise<void> => {
  const released = await release(50);
  await world.markPublished(released);
  await world.settle(released.slice(0, 1).map((message) => attemptOf(world, message, failed)));
  await world.settle(released.slice(1).map((message) => attemptOf(world, message, delivered)));
  world.advance(10_000);
  await world.releaseDue();
  await deliverAll(world);
  await readyOrders(world, pulled.merchantId, 50);
  const { merchantId: merchant_id, endpointId: endpoint_id } = pulled;
  const [result] = await world.takeMessages([
    { owner_id: merchant_id, endpoint_id, limit: 100, visibility_ms: 30_000 },
  ]);
  const ids = result?.outcome === 'taken' ? result.messages.map(({ id }) => id) : [];
  await world.ackMessages({ ownerId: pulled.merchantId, endpointId: pulled.endpointId, ids });
  await world.sweepUnpublished();
  await world.sweepLeases();
};

const onEachConnection = async (ask: (client: Queryable) => Promise<void>): Promise<void> => {
  const clients = await Promise.all(Array.from({ length: connectionCount }, () => world.pool.connect()));
  for (const client of clients) await ask(client);
  for (const client of clients) client.release();
};

/** Like the sweep, once every connection has reported its written rows, which it does once a second. */
const makeStatistics = async (): Promise<void> => {
  await onEachConnection(async (client) => {
    await client.query('select pg_stat_force_next_flush()');
    await client.query('select 1');
  });
  const logger = pino({ level: 'silent' });
  while ((await sweepStatistics({ pool: world.pool, logger })) > 0);
};

/** Tables of a thousand rows and more, partitions too. */
const readLargeTables = async (): Promise<string[]> => {
  const { rows } = await world.pool.query<{ name: string }>(
    'select relname as name from pg_stat_user_tables where n_live_tup >= $1',
    [largeRows],
  );
  return rows.map(({ name }) => name);
};

/** Statements whose kept plan reads a large table as a whole, on any connection. */
const findWholeReads = async (): Promise<string[]> => {
  const large = await readLargeTables();
  expect(large).toContain('orders');
  const found: string[] = [];
  await onEachConnection(async (client) => {
    const { rows } = await client.query<{ name: string; types: string[] }>(
      `select name, parameter_types::text[] as types from pg_prepared_statements where statement !~* '^(begin|commit)'`,
    );
    for (const { name, types } of rows) {
      const values = types.length > 0 ? `(${types.map((type) => `null::${type}`).join(', ')})` : '';
      const answer = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        `explain (format json) execute "${name}" ${values}`,
      );
      const read = nodesOf(answer.rows[0]!['QUERY PLAN'][0].Plan).filter((node) => node['Node Type'] === 'Seq Scan');
      found.push(...read.map((node) => `${name}: ${node['Relation Name']}`));
    }
  });
  return [...new Set(found)].filter((read) => large.includes(read.split(': ')[1] ?? ''));
};

describe('The plans that are kept', () => {
  it('[P12] are made anew as the tables of a new installation grow by many orders in one go', async () => {
    await runAll();
    for (let round = 0; round < 30; round += 1) {
      await runAll();
      await makeStatistics();
    }
    await runAll();
    expect(await findWholeReads()).toEqual([]);
  });

  it('[P12] stay so when tens of thousands of deliveries pile up behind an endpoint that is away', async () => {
    await world.pool.query(
      `insert into webhook_deliveries (id, order_id, endpoint_id, owner_id, sequence, previous_sequence, event, webhook_id, state,
                               gate_open, not_before, created_at)
       select gen_random_uuid(), lpad(to_hex(n), 24, '0'), e.id, e.owner_id, s, s - 1, 'status_changed', 'msg_' || n || '_' || s,
              'waiting', s = 1, '2099-01-01', now()
       from endpoints e, generate_series(1, 20000) n, generate_series(1, 2) s where e.owner_id = $1`,
      [merchantId],
    );
    await makeStatistics();
    await runAll();
    expect(await readLargeTables()).toContain('webhook_deliveries');
    expect(await findWholeReads()).toEqual([]);
  });

  it('are never made for statistics of an empty table', async () => {
    await world.pool.query('delete from parked_commands');
    await makeStatistics();
    const { rows } = await world.pool.query(
      `select relname from pg_stat_user_tables where analyze_count > 0 and n_live_tup = 0`,
    );
    expect(rows).toEqual([]);
  });
});
