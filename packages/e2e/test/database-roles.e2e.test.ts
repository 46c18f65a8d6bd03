import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { buildOrder, createDatabase, type Product, startProduct, type TestDatabase } from '@delivery/test-support';

let database: TestDatabase;
let product: Product | undefined;
const role = `service_${randomBytes(6).toString('hex')}`;

const query = async (url: string, ...statements: string[]): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
};

beforeAll(async () => {
  database = await createDatabase();
});

afterEach(async () => {
  await product?.close();
  product = undefined;
});

afterAll(() => database.drop());

describe('order-state', () => {
  it('works with a role that owns nothing and may only read and write rows, when the owner has migrated', async () => {
    // The statements of docs/security.md.
    await query(
      database.url,
      `create role ${role} login password '${role}'`,
      `grant usage on schema public to ${role}`,
      `grant select, insert, update, delete on all tables in schema public to ${role}`,
      `grant usage on all sequences in schema public to ${role}`,
    );
    const asService = new URL(database.url);
    asService.username = role;
    asService.password = role;
    product = await startProduct({ databaseUrl: asService.href });
    const merchant = await product.createMerchant();
    const created = await merchant.create(buildOrder());
    expect((await merchant.ready(String(created.body['id']))).status).toBe(200);
    await query(
      asService.href,
      `select create_day_partitions('2001-01-01')`,
      `select drop_day_partitions('2001-01-01')`,
    );
    await expect(query(asService.href, 'drop table deliveries')).rejects.toThrow(/must be owner/);
    await expect(query(asService.href, 'create table mine (id int)')).rejects.toThrow(/permission denied/);
    await product.close();
    product = undefined;
    await query(database.url, `drop owned by ${role}`, `drop role ${role}`);
  });

  it('migrates an empty database once, however many replicas start on it together', async () => {
    const name = `empty_${randomBytes(6).toString('hex')}`;
    await query(database.url, `create database ${name} template template0`);
    const empty = new URL(database.url);
    empty.pathname = `/${name}`;
    product = await startProduct({ databaseUrl: empty.href, replicas: { 'order-state': 3 } });
    const applied = product
      .logs('order-state')
      .filter(({ fields }) => fields?.['msg'] === 'database.migrated')
      .map(({ fields }) => fields?.['applied']);
    expect(applied).toHaveLength(3);
    expect(applied.filter((names) => Array.isArray(names) && names.length > 0)).toHaveLength(1);
    await product.close();
    product = undefined;
    await query(database.url, `drop database ${name}`);
  });
});
