import type pg from 'pg';
import type { Queryable } from './pipeline.js';

/**
 * A statement with its parameters, as `pg` takes them: a text and values, or both in one object with a name, by which
 * it is prepared.
 */
type Statement = [text: string, values?: unknown[]] | [statement: pg.QueryConfig<unknown[]>];

const run = <Row extends pg.QueryResultRow>(
  client: Queryable,
  [statement, values]: Statement,
): Promise<pg.QueryResult<Row>> => client.query<Row>(statement, values);

/** The rows of the result. The caller types them, as with `pg`. */
export const queryRows = async <Row extends pg.QueryResultRow>(
  client: Queryable,
  ...statement: Statement
): Promise<Row[]> => (await run<Row>(client, statement)).rows;

/** The first row. `undefined`: there is none. */
export const queryRow = async <Row extends pg.QueryResultRow>(
  client: Queryable,
  ...statement: Statement
): Promise<Row | undefined> => (await run<Row>(client, statement)).rows[0];

/** The row of a statement that always has one. @throws Error where it has none */
export const queryOne = async <Row extends pg.QueryResultRow>(
  client: Queryable,
  ...statement: Statement
): Promise<Row> => {
  const [row] = (await run<Row>(client, statement)).rows;
  if (!row) throw new Error(`the statement returned no row: ${shortOf(statement)}`);
  return row;
};

/** The name of a statement, or how it begins: values are not in its text. */
const shortOf = ([statement]: Statement): string => {
  const { name, text } = typeof statement === 'string' ? { name: undefined, text: statement } : statement;
  return name ?? text.trim().replace(/\s+/g, ' ').slice(0, 80);
};

/** The value of each row, for a statement with one column. */
export const queryValues = async <Value>(client: Queryable, ...statement: Statement): Promise<Value[]> =>
  (await run<Record<string, Value>>(client, statement)).rows.flatMap((row) => Object.values(row));

/** The value of the first row, for a statement with one column. `undefined`: there is none. */
export const queryValue = async <Value>(client: Queryable, ...statement: Statement): Promise<Value | undefined> =>
  (await queryValues<Value>(client, ...statement))[0];

/** How many rows the statement wrote, or found. */
export const queryCount = async (client: Queryable, ...statement: Statement): Promise<number> =>
  (await run(client, statement)).rowCount ?? 0;

/** Members of an answer that are times, such as `created_at`. */
type TimeName = `${'' | `${string}_`}${'at' | 'since' | 'until'}`;

/**
 * A row whose columns are the members of an answer: its times are dates, which JSON writes as answers have them. Within
 * JSON that Postgres makes they are text already.
 */
export type RowOf<View> = View extends unknown
  ? { [Name in keyof View]: Name extends TimeName ? Exclude<View[Name], string> | Date : View[Name] }
  : never;

/** A time within JSON that Postgres makes, as answers have it. @param column an expression */
export const instantText = (column: string): string =>
  `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

export const toDate = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));

/** Before and after every id: where a walk in id order begins, so that its condition is one that the index knows. */
export const nilUuid = '00000000-0000-0000-0000-000000000000';
export const maxUuid = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
