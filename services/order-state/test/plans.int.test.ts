import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import type { DeliveryReleased } from '@delivery/contracts';
import { maxUuid, nilUuid, type Queryable } from '@delivery/postgres';
import { pollUntil } from '@delivery/test-support';
import { countWaiting } from '../src/ledger/sql/count-waiting.js';
import { type HistoryDay, noDay } from '../src/ledger/sql/history-days.js';
import { listDeliveries } from '../src/ledger/sql/list-deliveries.js';
import { readAnswerTimes } from '../src/ledger/sql/read-answer-times.js';
import { readEndpointSpeeds } from '../src/ledger/sql/read-endpoint-speeds.js';
import { countRecentDeliveries } from '../src/operations/sql/count-recent-deliveries.js';
import { readRetentionOverdue } from '../src/operations/sql/read-retention-overdue.js';
import { firstAge, lockOrdersToPurge, purgeOrders } from '../src/operations/sql/retention.js';
import { replayRange } from '../src/replays/create-replay.js';
import { previewRange } from '../src/replays/preview-replay.js';
import { readReplayDeliveries } from '../src/replays/sql/feed-replays.js';
import { explainQueries, nodesOf, type PlanNode } from './explain-queries.js';
import {
  attemptOf,
  createLedgerWorld,
  createMerchant,
  createPullMerchant,
  deliverAll,
  delivered,
  type LedgerWorld,
  readyOrders,
} from './ledger-world.js';

/** As many as the pool of the world has. */
const connectionCount = 4;
const batchSize = 25;
const largeTables = [
  ...['orders', 'commands', 'events', 'deliveries', 'delivery_attempts'],
  ...Array.from({ length: 16 }, (_, remainder) => `order_fingerprints_${remainder}`),
];

let world: LedgerWorld;
let merchantId: string;
let pulled: { merchantId: string; endpointId: string };
let admin: pg.Client;
beforeEach(async () => {
  world = await createLedgerWorld();
  ({ merchantId } = await createMerchant(world, [null]));
  pulled = await createPullMerchant(world, `whsec_${'a'.repeat(44)}`);
  // Statistics come when the test says so.
  for (const table of largeTables) await world.pool.query(`alter table ${table} set (autovacuum_enabled = false)`);
  admin = new pg.Client({ connectionString: world.databaseUrl });
  await admin.connect();
});
afterEach(async () => {
  await admin.end();
  await world.close();
});

const release = async (count: number): Promise<DeliveryReleased[]> => {
  await readyOrders(world, merchantId, count);
  return world.queue.splice(0);
};

const fail = { outcome: 'failed', unreachable: false, retry_in_ms: 1_000 } as const;

/** What orders, deliveries and those who look after them come to. */
const runAll = async (): Promise<void> => {
  const startedMs = world.now();
  const released = await release(batchSize);
  await world.markPublished(released);
  await world.settle(released.slice(0, 1).map((message) => attemptOf(world, message, fail)));
  await world.settle(released.slice(1).map((message) => attemptOf(world, message, delivered)));
  world.advance(1_000);
  await readEndpointSpeeds(world.pool, pulled.merchantId, [pulled.endpointId]);
  await countWaiting(world.pool, pulled.endpointId, 1_000);
  await world.releaseDue();
  await world.sweepUnpublished();
  await world.sweepLeases();
  await world.sweepStuckGates();
  await world.sweepDeleted();
  await world.applyRetention(30, 30, 60);
  await listAll();
  await readRetentionOverdue(world.pool, { retentionDays: 30, customerDataDays: 30 });
  const range = { sinceMs: startedMs, untilMs: world.now(), states: ['delivered'] };
  await previewRange(world.pool, { merchantId, range });
  await replayRange(world.pool, { merchantId, range, requestedBy: null, nowMs: world.now() });
  await world.feedReplays();
  await world.releaseDue();
  await deliverAll(world);
  await pullAll();
};

/** What pages and pollers ask for. */
const listAll = async (): Promise<void> => {
  const beforeId = maxUuid;
  for (const state of [undefined, 'delivered', 'exhausted', 'waiting'] as const)
    for (const filter of [{}, { beforeId }, { endpointId: pulled.endpointId }])
      await listDeliveries(world.pool, { merchantId, state, ...filter, rowMax: 51 });
  await countRecentDeliveries(world.pool, { merchantId, since: new Date(0), rowMax: 1_000 });
  await readAnswerTimes(world.pool, merchantId);
};

const pullAll = async (): Promise<void> => {
  await readyOrders(world, pulled.merchantId, batchSize);
  const visibility_ms = 30_000;
  const { merchantId: merchant_id, endpointId: endpoint_id } = pulled;
  const [result] = await world.takeMessages([{ merchant_id, endpoint_id, limit: 100, visibility_ms }]);
  const ids = result?.outcome === 'taken' ? result.messages.map(({ id }) => id) : [];
  await world.ackMessages({ ...pulled, ids: ids.slice(1) });
  world.advance(visibility_ms);
  await world.releaseDue();
};

/** Of the orders. */
const readDay = async (): Promise<HistoryDay> =>
  (await admin.query<{ day: HistoryDay }>('select max(history_day)::text as day from orders')).rows[0]!.day;

const grow = async (): Promise<void> => {
  for (let round = 0; round < 20; round += 1) await runAll();
};

const statements = [
  'claim_unpublished',
  'count_recent_deliveries',
  'count_waiting',
  'forget_gone_orders',
  'insert_commands.flight',
  'insert_deliveries.flight',
  'insert_events.flight',
  'insert_orders.flight',
  'list_deliveries',
  'list_deliveries.delivered.before',
  'list_deliveries.waiting.endpoint',
  'lock_deliveries.flight',
  'lock_orders.flight',
  'lock_orders_to_erase.flight',
  'look_at_polled',
  'mark_published',
  'open_stuck_gates.flight',
  'purge_refused',
  'read_chain_ends.flight',
  'read_commands.flight',
  'read_due_pulled.flight',
  'read_endpoint_speeds',
  'read_lapsed',
  'read_lapsed_endpoints.flight',
  'read_newest_deliveries',
  'read_retention_overdue',
  'read_taken',
  'release_deliveries.flight',
  'skip_deleted',
  'take_deliveries.flight',
  'update_deliveries.flight',
  'update_orders.flight',
];

/** Lists of all that a merchant has: the newest of each day, merged. */
const isOfAllDays = (name: string): boolean => /^(list|count_recent|read_newest)_deliveries/.test(name);

/** The plans that the server keeps for what a connection has prepared; it makes them anew after an ANALYZE. */
const plansOn = async (client: Queryable): Promise<[name: string, plan: PlanNode][]> => {
  const { rows } = await client.query<{ name: string; types: string[] }>(
    `select name, parameter_types::text[] as types from pg_prepared_statements
     where statement !~* '^(begin|commit)'`,
  );
  const plans: [string, PlanNode][] = [];
  for (const { name, types } of rows) {
    const values = types.length > 0 ? `(${types.map((type) => `null::${type}`).join(', ')})` : '';
    const answer = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `explain (format json) execute "${name}" ${values}`,
    );
    plans.push([name, answer.rows[0]!['QUERY PLAN'][0].Plan]);
  }
  return plans;
};

/** Of all connections: each keeps its own. */
const keptPlans = async (): Promise<[name: string, plan: PlanNode][]> => {
  const clients = await Promise.all(Array.from({ length: connectionCount }, () => world.pool.connect()));
  try {
    return (await Promise.all(clients.map(plansOn))).flat();
  } finally {
    for (const client of clients) client.release();
  }
};

/** The first column of each index of a large table, or the function that it is of. */
const readLeadingColumns = async (): Promise<Map<string, string>> => {
  const { rows } = await admin.query<{ index: string; column: string }>(
    `select indexrelid::regclass::text as index, attname as column
     from pg_index join pg_attribute on attrelid = indexrelid and attnum = 1
     where indrelid::regclass::text = any($1)`,
    [largeTables],
  );
  return new Map(rows.map(({ index, column }) => [index, column]));
};

/** Scans of a large table, or of an index of one, that do not begin at a key: a condition on a later column goes through all. */
const wholeScans = async (): Promise<string[]> => {
  const leadingColumns = await readLeadingColumns();
  const isWhole = (node: PlanNode): boolean => {
    if (node['Node Type'] === 'Seq Scan') return largeTables.includes(node['Relation Name'] ?? '');
    const column = leadingColumns.get(node['Index Name'] ?? '');
    return column !== undefined && !new RegExp(`\\b${column}\\b`, 'i').test(node['Index Cond'] ?? '');
  };
  const found = (await keptPlans()).flatMap(([name, plan]) =>
    nodesOf(plan)
      .filter(isWhole)
      .map((node) => `${name}: ${node['Index Name'] ?? node['Relation Name']}`),
  );
  return [...new Set(found)];
};

describe('the plans that are kept', () => {
  it('find rows by key, whatever statistics tell of tables that have grown', async () => {
    await runAll();
    expect(await wholeScans()).toEqual([]);
    await grow();
    expect((await keptPlans()).map(([name]) => name)).toEqual(expect.arrayContaining(statements));

    await admin.query('analyze');
    expect(await wholeScans()).toEqual([]);
    const inFlight = await release(5);
    await admin.query('vacuum analyze');
    expect(await wholeScans()).toEqual([]);
    const more = await release(500);
    await admin.query('analyze');
    expect(await wholeScans()).toEqual([]);
    await world.settle([...inFlight, ...more].map((message) => attemptOf(world, message, fail)));
    await admin.query('vacuum analyze');
    expect(await wholeScans()).toEqual([]);
  });

  it('find deliveries by key, though nothing waited and nothing was in flight when they were made', async () => {
    await grow();
    await admin.query('delete from deliveries');
    await admin.query('vacuum (analyze, truncate) deliveries');
    expect(await wholeScans()).toEqual([]);
  });

  it('ask of each order that is to be purged whether a delivery is under way, never of all deliveries at once', async () => {
    await runAll();
    const { rows } = await admin.query<{ id: string }>('select id from orders');
    const orderIds = rows.map(({ id }) => id);
    const now = new Date(world.now());
    for (const day of [noDay, await readDay()]) {
      const explained = await explainQueries(world.pool, async (client) => {
        await lockOrdersToPurge(client, { day, before: now, purgeMax: 200, from: firstAge });
        await purgeOrders(client, { day, orderIds, now });
      });
      // Of one row.
      expect(explained.map(({ scanned }) => scanned)).toEqual([[], [], ['feed_state']]);
      const [find, , purge] = explained;
      for (const { nodes } of [find!, purge!]) {
        const asked = nodes.filter((node) => node['Parent Relationship'] === 'SubPlan');
        expect(asked.map((node) => node['Relation Name'])).toContain('deliveries');
      }
    }
  });

  it('look into no day but those of recent events: what is kept would lock all of them each time', async () => {
    await runAll();
    const { rows } = await admin.query<{ table: string }>(
      `select distinct table_name as table from information_schema.view_table_usage where view_name = 'recent_events'`,
    );
    const recent = rows.map(({ table }) => table).filter((table) => table !== 'events');
    expect(recent.length).toBeLessThanOrEqual(3);
    const plans = (await keptPlans()).filter(([name]) => !isOfAllDays(name));
    const tables = plans.flatMap(([, plan]) => nodesOf(plan).map((node) => node['Relation Name'] ?? ''));
    expect(tables).toContain('all_commands');
    expect(new Set(tables.filter((table) => /_\d{8}$/.test(table)))).toEqual(new Set(recent));
  });

  it('read the chains of the orders to be replayed, not all that the merchant has in the range', async () => {
    await runAll();
    await admin.query('analyze');
    const { rows } = await admin.query<{ id: string }>('select id from orders where merchant_id = $1', [merchantId]);
    const orderIds = rows.map(({ id }) => id);
    const since = new Date(world.now() - 3_600_000);
    const replay = { id: nilUuid, merchant_id: merchantId, since, until: new Date(world.now()), states: ['delivered'] };
    const [read] = await explainQueries(world.pool, (client) =>
      readReplayDeliveries(client, { ...replay, total: null, cursor_id: null }, orderIds),
    );
    const indexes = read?.nodes.flatMap((node) => node['Index Name'] ?? []);
    const day = (await readDay()).replaceAll('-', '');
    expect(new Set(indexes)).toEqual(
      new Set(['deliveries_chain', `deliveries_${day}_order_id_idx`, 'endpoints_pkey', 'orders_pkey']),
    );
  });

  it('do so on a new connection, though the statistics are those of empty tables', async () => {
    await admin.query('vacuum analyze');
    await grow();
    await admin.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    await pollUntil('the pool has none of the old connections', () => (world.pool.totalCount === 0 ? true : undefined));
    await runAll();
    expect(await wholeScans()).toEqual([]);
  });
});
