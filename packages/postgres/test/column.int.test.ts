import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc, { type Arbitrary } from 'fast-check';
import { arrayOf, column, type ColumnTypes, ColumnValueError } from '../src/column.js';
import { classifyDatabaseError } from '../src/errors.js';
import { awaitAll } from '../src/pipeline.js';
import { type Pool, writeAtOnce } from '../src/pool.js';
import { openTestPool } from './test-pool.js';

/** Any at all. fast-check's own `binary` makes a table of them first, which takes seconds. */
const character = fc
  .oneof(fc.nat(0xd7ff), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((code) => String.fromCodePoint(code));

let pool: Pool;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ pool, close } = await openTestPool('marks (n int)'));
});
afterAll(() => close());

/** The values that Postgres has received in a column, read back as `pg` reads any row. */
const readBack = async (type: string, sent: unknown): Promise<unknown[]> => {
  const { rows } = await pool.query<{ value: unknown }>(
    `select value from unnest($1::${type}[]) with ordinality as t (value, place) order by place`,
    [sent],
  );
  return rows.map(({ value }) => value);
};

/** Postgres has no zero byte in a text, and UTF-8 no half of a pair. */
const text = fc.string({ unit: character }).map((given) => given.replaceAll('\0', ''));
const dates = fc.date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31'), noInvalidDate: true });

/** Numbers that are exact in decimal and in the 24 bits of a real. */
const eighths = fc.integer({ min: -(2 ** 15), max: 2 ** 15 }).map((count) => count / 8);

const arrivesAsSent = <Type extends keyof ColumnTypes>(
  type: Type,
  values: Arbitrary<ColumnTypes[Type]>,
  asRead: (value: ColumnTypes[Type]) => unknown = (value) => value,
) => {
  const property = fc.asyncProperty(fc.array(fc.option(values, { nil: null })), async (sent) => {
    const read = await readBack(
      type,
      column(type, sent, (value) => value),
    );
    expect(read).toEqual(sent.map((value) => (value === null ? null : asRead(value))));
  });
  return () => fc.assert(property, { numRuns: 50, examples: [[[]], [[null]]] });
};

describe('a column', () => {
  it.each([
    ['text', arrivesAsSent('text', text)],
    [
      'json',
      arrivesAsSent(
        'json',
        fc.jsonValue().map((value) => JSON.stringify(value)),
        (json) => JSON.parse(json),
      ),
    ],
    ['uuid', arrivesAsSent('uuid', fc.uuid())],
    [
      'bytea',
      arrivesAsSent(
        'bytea',
        fc.uint8Array().map((bytes) => Buffer.from(bytes)),
      ),
    ],
    ['boolean', arrivesAsSent('boolean', fc.boolean())],
    ['int', arrivesAsSent('int', fc.integer())],
    ['real', arrivesAsSent('real', eighths)],
    [
      'timestamptz',
      arrivesAsSent(
        'timestamptz',
        dates.map((date) => date.getTime()),
        (ms) => new Date(ms),
      ),
    ],
  ])('arrives as it was sent, with its nulls, and empty: %s', (_type, check) => check());

  it('finds the rows of its ids', async () => {
    const { rows } = await pool.query(
      "select id from (values ('a'), ('b'), ('c')) t (id) where id = any($1) order by id",
      [arrayOf('text', ['c', 'a'])],
    );
    expect(rows).toEqual([{ id: 'a' }, { id: 'c' }]);
  });

  it.each([
    ['int', 2 ** 31],
    ['int', 1.5],
    ['real', 1e39],
    ['timestamptz', Number.NaN],
    ['timestamptz', 8.64e15 + 1],
  ] as const)(
    'fails its statement as data if %s holds %d, and nothing of its transaction is written',
    async (type, bad) => {
      const error: unknown = await writeAtOnce(pool, (client) =>
        awaitAll({
          first: client.query('insert into marks select unnest($1::int[])', [arrayOf('int', [1])]),
          second: client.query(`select unnest($1::${type}[])`, [arrayOf(type, [1, bad])]),
        }),
      ).catch((error: unknown) => error);
      expect(error).toBeInstanceOf(ColumnValueError);
      expect(error).toMatchObject({ message: `a value is not a valid ${type}` });
      expect(classifyDatabaseError(error)).toBe('data');
      expect((await pool.query('select n from marks')).rows).toEqual([]);
    },
  );

  it.each(['', '018f2a4e-0000-7000-8000-00000000000', '018f2a4e-0000-7000-8000-00000000000g', 'x'.repeat(36)])(
    'refuses an invalid UUID: %j',
    async (bad) => {
      await expect(readBack('uuid', arrayOf('uuid', [bad]))).rejects.toThrow('a value is not a valid uuid');
    },
  );
});
