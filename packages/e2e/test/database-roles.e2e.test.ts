import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { grantRows } from '@delivery/local-stack';
import {
  asWorkingRole,
  buildOrder,
  callJson,
  createDatabase,
  type EndpointServer,
  pollUntil,
  type Product,
  startEndpointServer,
  startProduct,
  type TestDatabase,
} from '@delivery/test-support';
import { migrateDatabase } from '../src/migrate-database.js';
import { query } from '../src/query.js';

let database: TestDatabase;
let endpoint: EndpointServer;
let product: Product | undefined;

const createEmpty = async (): Promise<{ url: string; drop: () => Promise<unknown> }> => {
  const name = `empty_${randomBytes(6).toString('hex')}`;
  await query(database.url, `create database ${name} template template0`);
  const url = new URL(database.url);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => query(database.url, `drop database ${name}`) };
};

beforeAll(async () => {
  [database, endpoint] = await Promise.all([createDatabase(), startEndpointServer()]);
});

afterEach(async () => {
  await product?.close();
  product = undefined;
});

afterAll(() => endpoint.close());
afterAll(() => database.drop());

describe('The role that order-state works with', () => {
  it('waits, and says so, until the owner has migrated; then it brings an order to its webhook', async () => {
    const empty = await createEmpty();
    await query(empty.url, grantRows('current_user'));
    const started = await startProduct({
      databaseUrl: asWorkingRole(empty.url),
      replicas: { 'order-state': 0, 'intake-api': 0, 'webhook-dispatcher': 0 },
    });
    product = started;
    await started.start('order-state');
    const waiting = await pollUntil('order-state has asked for the schema', () =>
      started.logs('order-state').find(({ fields }) => fields?.['msg'] === 'database.migration_postponed'),
    );
    expect(JSON.stringify(waiting.fields)).toContain('waits for the owner to apply 0001-tables.sql');
    expect(await callJson(`${started.url('order-state')}/readyz`)).toMatchObject({
      status: 503,
      body: { missing: { postgres: 'migrating' } },
    });

    expect(await migrateDatabase(empty.url)).toBe(0);
    // A release that is started again finds nothing to do.
    expect(await migrateDatabase(empty.url)).toBe(0);
    await Promise.all([started.start('intake-api'), started.start('webhook-dispatcher')]);
    await started.waitForReady();
    const merchant = await started.createMerchant({ webhookUrl: endpoint.url });
    const created = await merchant.create(buildOrder());
    expect((await merchant.ready(String(created.body['id']))).status).toBe(200);
    await started.waitForQuiet();
    expect(endpoint.requests.length).toBeGreaterThan(0);

    await started.close();
    product = undefined;
    await empty.drop();
  });

  it('makes, drops and analyses what the functions of the owner let it, and nothing else', async () => {
    const done = await query(
      database.workingUrl,
      `select create_day_partitions('2001-01-01') as done`,
      `select analyze_grown_table()`,
      `select drop_day_partitions('2001-01-01') as done`,
    );
    expect([done[0], done.at(-1)]).toEqual([{ done: true }, { done: true }]);
    // Other statements are refused in the test of docker-compose.yml.
    await expect(query(database.workingUrl, 'drop table webhook_deliveries')).rejects.toThrow(/must be owner/);
  });

  it('cannot lead a function of the owner to a table of its own', async () => {
    await query(
      database.workingUrl,
      'create temporary table partition_days (day date primary key)',
      `select create_day_partitions('2001-01-02')`,
    );
    const found = await query(database.url, `select day::text from partition_days where day = '2001-01-02'`);
    expect(found).toEqual([{ day: '2001-01-02' }]);
    await query(database.workingUrl, `select drop_day_partitions('2001-01-02')`);
  });
});
