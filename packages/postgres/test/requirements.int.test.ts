import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createLogger } from '@delivery/service-kit';
import { createDatabase, type PrivatePostgres, startPrivatePostgres, type TestDatabase } from '@delivery/test-support';
import { migrateWhenPossible } from '../src/migrate.js';
import { createPool, createUnlimitedPool, type Pool } from '../src/pool.js';
import { queryOne, queryValue } from '../src/query.js';
import { type Durability, hasFewLocks } from '../src/requirements.js';

const logger = createLogger({ service: 'test', level: 'silent' });
const open = (databaseUrl: string): Pool => createPool({ applicationName: 'test', databaseUrl, poolMax: 1, logger });
const use = async <T>(pool: Pool, work: (pool: Pool) => Promise<T>): Promise<T> => {
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
};
const nameOf = (databaseUrl: string): string => new URL(databaseUrl).pathname.slice(1);

describe('a session', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createDatabase();
  });
  afterEach(() => database.drop());

  const alter = (settings: Readonly<Record<string, string>>): Promise<unknown> =>
    use(open(database.url), async (pool) => {
      for (const [name, value] of Object.entries(settings))
        await pool.query(`alter database ${nameOf(database.url)} set ${name} = ${value}`);
    });

  it.each([
    ['datestyle', `'SQL, DMY'`, 'ISO, MDY'],
    ['intervalstyle', 'iso_8601', 'postgres'],
    ['timezone', `'Asia/Kathmandu'`, 'UTC'],
    ['extra_float_digits', '-10', '1'],
    ['bytea_output', 'escape', 'hex'],
    ['array_nulls', 'off', 'on'],
    ['standard_conforming_strings', 'off', 'on'],
    ['default_transaction_isolation', 'serializable', 'read committed'],
    ['synchronous_commit', 'off', 'on'],
    // The operator's: stronger, or as durable on this server.
    ['synchronous_commit', 'remote_apply', 'remote_apply'],
    ['synchronous_commit', 'local', 'local'],
    ['default_transaction_read_only', 'on', 'on'],
  ])('with %s = %s in the database has %s', async (name, value, expected) => {
    await alter({ [name]: value });
    const found = await use(open(database.url), (pool) => queryValue(pool, 'select current_setting($1)', [name]));
    expect(found).toBe(expected);
  });

  it('reads what it has written, whatever the database sets', async () => {
    await alter({
      datestyle: `'SQL, DMY'`,
      intervalstyle: 'iso_8601',
      timezone: `'Asia/Kathmandu'`,
      extra_float_digits: '-10',
      standard_conforming_strings: 'off',
      array_nulls: 'off',
    });
    const at = new Date('2026-11-28T23:30:00.123Z');
    const row = await use(open(database.url), (pool) =>
      queryOne(
        pool,
        `select $1::timestamptz as at, $1::timestamptz::date::text as day, $2::float8 as number,
                $3::text[] as texts, 'a\\d' as pattern, interval '90 min' as wait`,
        [at, 0.1234567890123, ['a', null]],
      ),
    );
    expect(row).toMatchObject({ at, day: '2026-11-28', number: 0.1234567890123, texts: ['a', null], pattern: 'a\\d' });
    expect(row).toMatchObject({ wait: { hours: 1, minutes: 30 } });
  });

  it('that migrates has no limit of time, whatever the database sets', async () => {
    await alter({ statement_timeout: '50', idle_in_transaction_session_timeout: '50', lock_timeout: '50' });
    const pool = createUnlimitedPool({ applicationName: 'test', databaseUrl: database.url, logger });
    const limits = await use(pool, (session) =>
      queryOne(
        session,
        `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
                current_setting('idle_in_transaction_session_timeout') as idle,
                coalesce(current_setting('transaction_timeout', true), '0') as transaction`,
      ),
    );
    expect(limits).toEqual({ statement: '0', lock: '0', idle: '0', transaction: '0' });
  });
});

describe('a start on a server', () => {
  let server: PrivatePostgres;
  beforeAll(async () => {
    server = await startPrivatePostgres({ fsync: 'off', max_locks_per_transaction: '64' });
  });
  afterAll(() => server.stop());

  const urlOf = (database: string): string => {
    const url = new URL(server.url);
    url.pathname = `/${database}`;
    return url.href;
  };
  const start = (databaseUrl: string, durability: Durability): Promise<void> =>
    use(open(databaseUrl), (pool) =>
      migrateWhenPossible(pool, new URL('../../../services/order-state/migrations/', import.meta.url), {
        applicationName: 'test',
        databaseUrl,
        logger,
        signal: new AbortController().signal,
        durability,
      }),
    );
  const isEmpty = (databaseUrl: string) =>
    use(open(databaseUrl), (pool) => queryValue(pool, `select to_regclass('orders') is null`));

  it.each(['LATIN1', 'SQL_ASCII'])('in a database of encoding %s is refused, and leaves no table', async (encoding) => {
    const name = `encoded_${encoding.toLowerCase()}`;
    await use(open(server.url), (pool) =>
      pool.query(`create database ${name} template template0 encoding ${encoding} locale 'C'`),
    );
    await expect(start(urlOf(name), 'any')).rejects.toThrow(
      `the encoding of the database is ${encoding}, which cannot hold every text: create it with encoding UTF8`,
    );
    expect(await isEmpty(urlOf(name))).toBe(true);
  });

  it('that loses in a crash what it has confirmed is refused, unless that is allowed', async () => {
    await expect(start(server.url, 'required')).rejects.toThrow(
      'fsync is off at the server, so a crash loses what was confirmed. Turn it on, or set DATABASE_ALLOW_DATA_LOSS=true',
    );
    await use(open(server.url), async (pool) => {
      await pool.query('alter system set full_page_writes = off');
      await pool.query('select pg_reload_conf()');
    });
    await expect(start(server.url, 'required')).rejects.toThrow('fsync and full_page_writes is off');
    expect(await isEmpty(server.url)).toBe(true);

    await start(server.url, 'any');
    expect(await isEmpty(server.url)).toBe(false);
  });

  it('with few locks is distinguished from one with enough, and from one that does not answer', async () => {
    expect(await use(open(server.url), hasFewLocks)).toBe(true);
    const database = await createDatabase();
    expect(await use(open(database.url), hasFewLocks)).toBe(false);
    await database.drop();
    expect(await use(open(database.url), hasFewLocks)).toBeUndefined();
  });
});
