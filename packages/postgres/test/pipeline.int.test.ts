import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { awaitAll, createPipelineClient, type Queryable } from '../src/pipeline.js';
import { inTransaction, type Pool, writeAtOnce } from '../src/pool.js';
import { queryCount, queryOne, queryRow, queryRows, queryValue, queryValues } from '../src/query.js';
import { openTestPool } from './test-pool.js';

let pool: Pool;
let close: () => Promise<void>;
let databaseUrl: string;

beforeAll(async () => {
  ({ pool, close, databaseUrl } = await openTestPool('marks (n int primary key)'));
});
afterAll(() => close());

const mark = (client: Queryable, n: unknown) =>
  client.query({ name: 'mark', text: 'insert into marks values ($1)', values: [n] });
const marksOf = async (pool: Pool) =>
  (await pool.query<{ n: number }>('select n from marks order by n')).rows.map(({ n }) => n);

const withClient = async <T>(
  work: (client: Queryable, connection: pg.Client) => Promise<T>,
  config = {},
): Promise<T> => {
  const connection = new pg.Client({ connectionString: databaseUrl, ...config });
  connection.on('error', () => undefined);
  await connection.connect();
  try {
    return await work(createPipelineClient(connection), connection);
  } finally {
    await connection.end();
  }
};

describe('a pipeline', () => {
  it('is answered as a whole, each statement with its own rows', () =>
    withClient(async (client, connection) => {
      let answeredCount = 0;
      connection.connection.on('readyForQuery', () => (answeredCount += 1));
      const answers = await Promise.all([
        client.query({ name: 'one', text: 'select $1::int as a, $2::text as b', values: [1, 'x'] }),
        client.query({ name: 'none', text: 'select 1 as a where false' }),
        client.query('select n * 2 as twice from generate_series(1, $1::int) n', [2]),
        client.query({ name: 'one', text: 'select $1::int as a, $2::text as b', values: [2, null] }),
      ]);
      expect(answers.map(({ rows, rowCount }) => ({ rows, rowCount }))).toEqual([
        { rows: [{ a: 1, b: 'x' }], rowCount: 1 },
        { rows: [], rowCount: 0 },
        { rows: [{ twice: 2 }, { twice: 4 }], rowCount: 2 },
        { rows: [{ a: 2, b: null }], rowCount: 1 },
      ]);
      expect(answeredCount).toBe(1);
    }));

  it('reads and writes values as pg does, the first time and when it is prepared', () =>
    withClient(async (client, connection) => {
      const text = `select $1::int8 as n, $2::timestamptz as at, $3::jsonb as json, $4::text[] as texts, $5::bytea as bytes,
                           $6::boolean as yes, $7::real as real, $8::uuid as id, $9::json as raw, null::int as nothing`;
      const at = new Date('2026-01-02T03:04:05.678Z');
      const values = [
        ...['9007199254740991', at, { a: [1, 'ä"\\'] }, ['a', null, 'b,"c"'], Buffer.from([0, 1, 255]), true, 1.5],
        ...['00000000-0000-4000-8000-000000000000', '{"b" :1}'],
      ];
      const { rows } = await connection.query(text, values);
      const statement = { name: 'all_kinds', text, values };
      expect((await client.query(statement)).rows).toEqual(rows);
      expect((await client.query(statement)).rows).toEqual(rows);
    }));

  it('shares its connection with statements of the same name that pg sends by itself', () =>
    withClient(async (client, connection) => {
      const statement = (name: string) => ({ name, text: 'select $1::int as n', values: [1] });
      for (const query of [client, connection, client].map((one) => one.query.bind(one)))
        expect((await query(statement('flight_first'))).rows).toEqual([{ n: 1 }]);
      for (const query of [connection, client, connection].map((one) => one.query.bind(one)))
        expect((await query(statement('pg_first'))).rows).toEqual([{ n: 1 }]);
    }));

  it('takes a script in its turn', () =>
    withClient(async (client) => {
      const { created, read } = await awaitAll({
        created: client.query({ name: 'table', text: 'create temporary table steps (n int)' }),
        script: client.query('insert into steps values (1); insert into steps values (2)'),
        read: client.query('select array_agg(n order by n) as n from steps where n > $1', [0]),
      });
      expect(created).toMatchObject({ command: 'CREATE', rowCount: null });
      expect(read.rows).toEqual([{ n: [1, 2] }]);
    }));
});

describe.each([
  ['in flights', true],
  ['as pg sends them', false],
])('a transaction whose statements go %s and that fails', (_name, pipelining) => {
  let pool: Pool;
  let close: () => Promise<void>;
  beforeAll(async () => {
    ({ pool, close } = await openTestPool('marks (n int primary key)', pipelining));
  });
  afterAll(() => close());
  const marks = () => marksOf(pool);

  it('[P2] commits nothing, rejects with the statement at fault, and leaves the connection fit for the same statements', async () => {
    const failing = writeAtOnce(pool, (client) =>
      awaitAll({ first: mark(client, 1), second: mark(client, 1), third: mark(client, 2) }),
    );
    await expect(failing).rejects.toMatchObject({ code: '23505', constraint: 'marks_pkey' });
    expect(await marks()).toEqual([]);
    await writeAtOnce(pool, (client) => awaitAll({ first: mark(client, 1), second: mark(client, 2) }));
    expect(await marks()).toEqual([1, 2]);
  });

  it('commits nothing where a value cannot be sent', async () => {
    const unsendable = {
      toPostgres: () => {
        throw new Error('no');
      },
    };
    const failing = writeAtOnce(pool, (client) =>
      awaitAll({ first: mark(client, 3), second: mark(client, unsendable), third: mark(client, 4) }),
    );
    await expect(failing).rejects.toThrow('no');
    expect(await marks()).toEqual([1, 2]);
  });
});

describe('a pipeline that fails', () => {
  it('rejects every statement that the connection was lost under', async () => {
    const answers = await inTransaction(pool, async (client) => {
      const [{ pid }] = (await client.query<{ pid: number }>('select pg_backend_pid() as pid where $1', [true]))
        .rows as [{ pid: number }];
      return Promise.allSettled([
        client.query('select pg_terminate_backend($1)', [pid]),
        client.query('select $1::int as never', [1]),
        client.query('select $1::int as never_either', [1]),
      ]);
    }).catch((error: unknown) => error);
    expect(answers).toMatchObject({ message: expect.stringMatching(/terminat/) });
    expect(await marksOf(pool)).toEqual([]);
  });

  it('ends the connection at its time limit, so that no statement gets the answer of another', () =>
    withClient(
      async (client, connection) => {
        const ended = new Promise((resolve) => connection.once('end', resolve));
        const answers = await Promise.allSettled([
          client.query('select $1::int as a', [1]),
          client.query('select pg_sleep($1)', [60]),
          client.query('select $1::int as b', [2]),
        ]);
        const timedOut = { status: 'rejected', reason: { message: 'Query read timeout' } };
        expect(answers).toMatchObject([timedOut, timedOut, timedOut]);
        await ended;
      },
      { query_timeout: 100 },
    ));

  it('is prepared anew when its columns have changed', () =>
    withClient(async (client) => {
      const all = { name: 'all_columns', text: 'select * from changing where $1', values: [true] };
      await client.query('create temporary table changing (a int); insert into changing values (1)');
      expect((await client.query(all)).rows).toEqual([{ a: 1 }]);
      await client.query('alter table changing add column b int default 2');
      await expect(client.query(all)).rejects.toMatchObject({ code: '0A000' });
      expect((await client.query(all)).rows).toEqual([{ a: 1, b: 2 }]);
    }));
});

describe('an answer', () => {
  it('is read as its rows, its first row, the values of its only column, or how many rows there are', () =>
    withClient(async (client) => {
      const two = 'select n from generate_series(1, 2) n';
      const none = 'select 1 as n where false';
      expect(await queryRows(client, { name: 'two', text: two })).toEqual([{ n: 1 }, { n: 2 }]);
      expect([await queryRow(client, two), await queryRow(client, none)]).toEqual([{ n: 1 }, undefined]);
      expect([await queryValues(client, two), await queryValues(client, none)]).toEqual([[1, 2], []]);
      expect(await queryValues(client, "select '{1,2}'::int[] as list")).toEqual([[1, 2]]);
      expect([await queryValue(client, two), await queryValue(client, none)]).toEqual([1, undefined]);
      expect(await queryCount(client, 'insert into marks select $1::int + n from generate_series(1, 3) n', [900])).toBe(
        3,
      );
      expect(await queryOne(client, two)).toEqual({ n: 1 });
      await expect(queryOne(client, none)).rejects.toThrow('no row');
    }));
});
