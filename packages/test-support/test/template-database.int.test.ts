import { afterAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { createDatabase, type TestDatabase } from '../src/template-database.js';

const databases: TestDatabase[] = [];
const create = async (): Promise<TestDatabase> => {
  const database = await createDatabase();
  databases.push(database);
  return database;
};

const query = async <Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
};

afterAll(async () => {
  await Promise.all(databases.map(({ drop }) => drop()));
});

describe('createDatabase', () => {
  it('gives callers that come at once a migrated database each', async () => {
    const created = await Promise.all([create(), create(), create(), create()]);
    expect(new Set(created.map(({ url }) => url)).size).toBe(4);
    for (const { url } of created) {
      expect(await query(url, 'select count(*)::int as n from directory_state')).toEqual([{ n: 1 }]);
      expect(await query(url, 'select name from schema_migrations order by name limit 1')).toHaveLength(1);
    }
  });

  it('shares nothing between two databases', async () => {
    const [one, other] = [await create(), await create()];
    await query(one.url, 'update directory_state set version = 7');
    expect(await query(other.url, 'select version::int as version from directory_state')).toEqual([{ version: 0 }]);
  });

  it('drops a database that is still in use', async () => {
    const { url, drop } = await createDatabase();
    const client = new pg.Client({ connectionString: url });
    // The server says goodbye with an error event; unheard, it would end the test's process.
    client.on('error', () => undefined);
    await client.connect();
    const ended = new Promise((resolve) => client.once('end', resolve));
    await drop();
    await ended;
    await expect(query(url, 'select 1')).rejects.toThrow(/does not exist/);
  });
});
