import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { createLogger } from '@delivery/service-kit';
import { createDatabase, pollUntil, type TestDatabase } from '@delivery/test-support';
import { migrateWhenPossible, MigrationError } from '../src/migrate.js';
import { createPool, createUnlimitedPool, type Pool } from '../src/pool.js';

const logger = createLogger({ service: 'test', level: 'silent' });

let directory: string;
let database: TestDatabase;
let pool: Pool;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'migrations-'));
  const migrationsDir = pathToFileURL(`${directory}/`);
  await write('0001-tables.sql', 'create table one (id int); create table two (id int)');
  database = await createDatabase({ migrationsDir });
  pool = createPool({ applicationName: 'test', databaseUrl: database.url, poolMax: 1, logger });
});
afterEach(async () => {
  await pool.end();
  await database.drop();
  await rm(directory, { recursive: true });
});

const write = (name: string, sql: string): Promise<void> => writeFile(join(directory, name), sql);
const runAs = (databaseUrl: string, runLogger = logger): Promise<void> =>
  migrateWhenPossible(pool, pathToFileURL(`${directory}/`), {
    applicationName: 'test',
    databaseUrl,
    logger: runLogger,
    signal: new AbortController().signal,
    durability: 'any',
  });
const run = (): Promise<void> => runAs(database.url);

const connect = async (): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  return client;
};

const isWaiting = async (client: pg.Client, what: 'advisory' | 'relation'): Promise<true | undefined> => {
  const { rowCount } = await client.query(
    `select 1 from pg_locks l join pg_database d on d.oid = l.database
     where d.datname = current_database() and not granted and locktype = $1`,
    [what],
  );
  return rowCount === 1 ? true : undefined;
};

describe('a migration', () => {
  it('that comes after those of the schema is applied once, however many replicas start together', async () => {
    await write('0002-more.sql', 'create table three (id int)');
    await Promise.all([run(), run(), run()]);
    await run();
    expect((await pool.query('select name from schema_migrations order by name')).rows).toEqual([
      { name: '0001-tables.sql' },
      { name: '0002-more.sql' },
    ]);
  });

  it('that is at fault ends the start', async () => {
    await write('0002-faulty.sql', "insert into one values ('no number')");
    await expect(run()).rejects.toThrow(/invalid input syntax/);
  });

  it('that finds rows which its unique index cannot hold ends the start, be it the key of the orders', async () => {
    await write('0002-orders.sql', "create table orders (id text primary key); insert into orders values ('a'), ('a')");
    await expect(run()).rejects.toThrow(/orders_pkey/);
  });

  it('may take as long as it takes, on the server and here', async () => {
    await write(
      '0002-limits.sql',
      `create table limits as select name, setting from pg_settings
       where name in ('statement_timeout', 'idle_in_transaction_session_timeout')`,
    );
    await run();
    const { rows } = await pool.query('select setting from limits');
    expect(rows).toEqual([{ setting: '0' }, { setting: '0' }]);
    const unlimited = createUnlimitedPool({ applicationName: 'test', databaseUrl: database.url, logger });
    expect(unlimited.options).toMatchObject({ query_timeout: 0 });
    await unlimited.end();
  });

  it('that waits for a dump does not block other users of the table, and is tried again', async () => {
    const [dump, other] = [await connect(), await connect()];
    try {
      await dump.query('begin; select from two');
      await write('0002-behind-it.sql', 'alter table two add column n int');
      const migrated = run();
      await pollUntil('the migration waits', () => isWaiting(other, 'relation'));
      await other.query('insert into two values (1)');
      await dump.query('commit');
      await migrated;
      expect((await pool.query('select id, n from two')).rows).toEqual([{ id: 1, n: null }]);
    } finally {
      await Promise.all([dump.end(), other.end()]);
    }
  });

  it('that loses a deadlock against a replica at work is tried again', async () => {
    const tester = await connect();
    const replica = await connect();
    try {
      await tester.query('select pg_advisory_lock(1)');
      // Only the migration looks for the deadlock, so only the migration loses it.
      await replica.query(`set deadlock_timeout = '1h'`);
      await replica.query('begin; lock table two');
      await write(
        '0002-locks.sql',
        'lock table one; select pg_advisory_xact_lock(1); alter table two add column n int',
      );
      const migrated = run();
      await pollUntil('the migration holds the first table', () => isWaiting(tester, 'advisory'));
      const locked = replica.query('lock table one');
      await pollUntil('the replica waits for it', () => isWaiting(tester, 'relation'));
      await tester.query('select pg_advisory_unlock(1)');
      await locked;
      await replica.query('commit');
      await migrated;
      expect((await pool.query('select n from two')).fields).toHaveLength(1);
    } finally {
      await Promise.all([tester.end(), replica.end()]);
    }
  });
});

describe('a role that may only read and write rows', () => {
  it('goes on at once where nothing is pending', async () => {
    await runAs(database.workingUrl);
  });

  it('waits for the owner to migrate, and says for what', async () => {
    await write('0002-more.sql', 'create table three (id int)');
    const lines = new PassThrough();
    const waits = once(lines, 'data');
    const waited = runAs(database.workingUrl, createLogger({ service: 'test', level: 'warn', destination: lines }));
    expect(String((await waits)[0])).toContain('waits for the owner to apply 0002-more.sql');
    await run();
    await waited;
    expect((await pool.query('select from three')).rowCount).toBe(0);
  });
});

describe('a database', () => {
  const readTables = async () =>
    (await pool.query("select relname from pg_class where relname in ('one', 'three') order by 1")).rows;

  it('that a newer release has migrated is used as it is: that release only added to the schema', async () => {
    await write('0002-more.sql', 'create table three (id int)');
    await run();
    await rm(join(directory, '0002-more.sql'));
    await run();
    expect(await readTables()).toEqual([{ relname: 'one' }, { relname: 'three' }]);
  });

  it.each([
    { what: 'whose schema was another one', name: '0001-tables.sql', sql: 'create table one (id int)' },
    { what: 'whose schema had another name', name: '0001-schema.sql', sql: 'create table four (id int)' },
  ])('that an unreleased version made, $what, is refused in one line and left as it is', async ({ name, sql }) => {
    await rm(join(directory, '0001-tables.sql'));
    await write(name, sql);
    await write('0002-more.sql', 'create table three (id int)');
    await expect(run()).rejects.toThrow(MigrationError);
    await expect(run()).rejects.toThrow(
      /^the database was created by an unreleased version \(its migration 0001-tables.sql is unknown or differs\).*$/,
    );
    expect(await readTables()).toEqual([{ relname: 'one' }]);
  });
});

describe('the migrations of this service', () => {
  it('have a number each, without a gap: two made side by side would have no order', async () => {
    const names = (await readdir(new URL('../../../services/order-state/migrations/', import.meta.url))).sort();
    const numbers = names.map((name) => Number(name.slice(0, 4)));
    expect(numbers).toEqual(names.map((_name, index) => index + 1));
  });
});
