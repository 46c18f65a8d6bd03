import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DeliveryReleased } from '@delivery/contracts';
import type { Pool, Queryable } from '../src/db/pool.js';
import {
  attemptOf,
  createLedgerWorld,
  createMerchant,
  reportStatus,
  submit,
  type LedgerWorld,
} from './ledger-world.js';

/** As many as the pool of the world has, so that every one of them is looked at. */
const connectionCount = 4;
const batchSize = 25;
const largeTables = ['orders', 'commands', 'events', 'deliveries', 'delivery_attempts'];

let world: LedgerWorld;
let merchantId: string;
beforeAll(async () => {
  world = await createLedgerWorld();
  ({ merchantId } = await createMerchant(world, [null]));
  // Statistics come when the test says so.
  for (const table of largeTables) await world.pool.query(`alter table ${table} set (autovacuum_enabled = false)`);
});
afterAll(() => world.close());

const release = async (count: number): Promise<DeliveryReleased[]> => {
  const orderIds = Array.from({ length: count }, () => randomBytes(12).toString('hex'));
  await world.apply(orderIds.map((orderId) => submit(world, merchantId, orderId)));
  await world.apply(orderIds.map((orderId) => reportStatus(world, orderId, 'ready')));
  return world.queue.splice(0);
};

const succeed = { outcome: 'delivered', unreachable: false, retry_in_ms: null } as const;
const fail = { outcome: 'failed', unreachable: false, retry_in_ms: 1_000 } as const;

/** Every statement that orders, deliveries and what looks after them come to. */
const runAll = async (): Promise<void> => {
  const released = await release(batchSize);
  await world.markPublished(released);
  await world.settle(released.slice(0, 1).map((message) => attemptOf(world, message, fail)));
  await world.settle(released.slice(1).map((message) => attemptOf(world, message, succeed)));
  world.advance(1_000);
  await world.releaseDue();
  await world.sweepUnpublished();
  await world.sweepLeases();
  await world.sweepStuckGates();
  await world.sweepDeleted();
  await world.applyRetention(30, 30);
  while (world.queue.length > 0)
    await world.settle(world.queue.splice(0).map((message) => attemptOf(world, message, succeed)));
};

type PlanNode = { 'Node Type': string; 'Index Name'?: string; 'Relation Name'?: string; Plans?: PlanNode[] } & Partial<
  Record<'Index Cond' | 'Alias', string>
>;
type Prepared = { name: string; types: string[] };

/** The plans that the server keeps for what a connection has prepared, which it makes anew after an ANALYZE. */
const plansOn = async (client: Queryable): Promise<Map<string, PlanNode>> => {
  const { rows } = await client.query<Prepared>(
    `select name, parameter_types::text[] as types from pg_prepared_statements
     where statement !~* '^(begin|commit)'`,
  );
  const plans = new Map<string, PlanNode>();
  for (const { name, types } of rows) {
    const values = types.length > 0 ? `(${types.map((type) => `null::${type}`).join(', ')})` : '';
    const answer = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `explain (format json) execute "${name}" ${values}`,
    );
    plans.set(name, answer.rows[0]!['QUERY PLAN'][0].Plan);
  }
  return plans;
};

const keptPlans = async (pool: Pool): Promise<Map<string, PlanNode>> => {
  const clients = await Promise.all(Array.from({ length: connectionCount }, () => pool.connect()));
  const plans = await Promise.all(clients.map(plansOn));
  for (const client of clients) client.release();
  return new Map(plans.flatMap((found) => [...found]));
};

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

const isOfLargeTable = (node: PlanNode): boolean => {
  const name = node['Index Name'] ?? node['Relation Name'] ?? '';
  return largeTables.some((table) => name === table || name.startsWith(`${table}_`));
};

/** Reads a large table, or one of its indexes, from end to end. */
const isWhole = (node: PlanNode): boolean =>
  /^(Seq|Index|Index Only|Bitmap Index) Scan$/.test(node['Node Type']) && isOfLargeTable(node) && !node['Index Cond'];

const wholeScans = async (): Promise<string[]> =>
  [...(await keptPlans(world.pool))].flatMap(([name, plan]) =>
    nodesOf(plan)
      .filter(isWhole)
      .map((node) => `${name}: ${node['Index Name'] ?? node['Relation Name']}`),
  );

describe('the plans that are kept', () => {
  it('find rows by key, whatever the statistics say', async () => {
    await runAll();
    expect(await wholeScans()).toEqual([]);
    for (let round = 0; round < 20; round += 1) await runAll();
    const seen = ['mark_published', 'lock_deliveries.flight', 'settle_delivered.flight', 'insert_deliveries.flight'];
    expect([...(await keptPlans(world.pool)).keys()]).toEqual(expect.arrayContaining(seen));

    await world.pool.query('analyze');
    expect(await wholeScans()).toEqual([]);
    const inFlight = await release(5);
    await world.pool.query('vacuum analyze');
    expect(await wholeScans()).toEqual([]);
    const more = await release(500);
    await world.pool.query('analyze');
    expect(await wholeScans()).toEqual([]);
    await world.settle([...inFlight, ...more].map((message) => attemptOf(world, message, fail)));
    await world.pool.query('vacuum analyze');
    expect(await wholeScans()).toEqual([]);
  });
});
