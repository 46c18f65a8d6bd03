import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { createDatabase, type TestDatabase } from '@delivery/test-support';
import { createOrderGuard, type OrderGuardStore, type Verdict } from '../src/webhooks/index.js';
import { readmeExamples } from './readme-examples.js';

const compiler = fileURLToPath(new URL('../../../node_modules/typescript/bin/tsc', import.meta.url));
const webhooks = new URL('../dist/webhooks/index.js', import.meta.url).pathname;
let directory: string;
let database: TestDatabase;
let createSqlStore: (transaction: pg.Client) => OrderGuardStore;
const clients: pg.Client[] = [];

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'delivery-client-sql-'));
  const example = readmeExamples.find((code) => code.includes('createSqlStore'))!;
  const file = join(directory, 'sql-store.mts');
  writeFileSync(file, example.replace('@delivery/client/webhooks', webhooks));
  execFileSync(process.execPath, [compiler, file, '--noCheck', '--module', 'esnext', '--target', 'es2023'], {
    cwd: directory,
  });
  ({ createSqlStore } = await import(join(directory, 'sql-store.mjs')));
  database = await createDatabase();
  const [table] = /create table .*$/m.exec(example)!;
  await (await connect()).query(table);
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.end()));
  await database.drop();
  rmSync(directory, { recursive: true });
});

const connect = async (): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: database.url });
  clients.push(client);
  await client.connect();
  return client;
};
const check = (transaction: pg.Client, sequence: number, previousSequence: number): Promise<Verdict> =>
  createOrderGuard(createSqlStore(transaction)).check({
    sequence,
    previousSequence,
    isTest: false,
    body: { id: 'order-1' },
  });

describe('the SQL store of the README', () => {
  it('forgets a rolled back event, and knows a committed one', async () => {
    const client = await connect();
    const kinds = [];
    for (const end of ['rollback', 'commit', 'commit']) {
      await client.query('begin');
      kinds.push((await check(client, 1, 0)).kind);
      await client.query(end);
    }
    expect(kinds).toEqual(['first_time', 'first_time', 'repeat']);
    expect(await check(client, 5, 4)).toEqual({ kind: 'gap', missing: { after: 1, through: 4 } });
    expect(await check(client, 3, 1)).toEqual({ kind: 'late', newest: 5 });
  });

  it.each([
    ['commit', 'repeat'],
    ['rollback', 'first_time'],
  ])('[P21] lets one of two transactions wait for the other: after its %s it is a %s', async (end, kind) => {
    const [one, other] = [await connect(), await connect()];
    const sequence = end === 'commit' ? 10 : 11;
    await one.query('begin');
    await check(one, sequence, sequence - 1);
    await other.query('begin');
    const waiting = check(other, sequence, 0);
    await one.query(end);
    expect((await waiting).kind).toBe(kind);
    await other.query('commit');
  });
});
