import type { z } from 'zod';
import { type Answer, answerJson } from './answer.js';
import { ProblemError } from './problem.js';

type Position = readonly (string | number)[];

/** The position of the next page, opaque to clients. */
export const encodeCursor = (position: Position): string => Buffer.from(JSON.stringify(position)).toString('base64url');

/** @throws ProblemError for a cursor that this list did not give out: names the parameter, and the expected value */
export const decodeCursor = <T extends z.ZodType>(
  schema: T,
  cursor: string | undefined,
  expected = 'cursor: expected a next_cursor of this list, unchanged.',
): z.infer<T> | undefined => {
  if (cursor === undefined) return undefined;
  const parsed = schema.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString('utf8')));
  if (parsed.success) return parsed.data;
  throw new ProblemError('invalid_parameter', expected);
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text, (_, value: unknown) => {
      if (typeof value === 'string' && value.includes('\0')) throw new RangeError('Postgres holds no U+0000');
      return value;
    });
  } catch {
    return undefined;
  }
};

/**
 * The query reads one row more than `limit`: that row means that there is a next page.
 * @param positionOf the position behind a row
 */
export const toPage = <Row>(
  rows: readonly Row[],
  limit: number,
  positionOf: (row: Row) => Position,
): { data: Row[]; next_cursor: string | null } => {
  const data = rows.slice(0, limit);
  const last = data.at(-1);
  return { data, next_cursor: rows.length > limit && last !== undefined ? encodeCursor(positionOf(last)) : null };
};

/** Answers with a page of a list. `toView`, if given, converts each row; the other parameters are those of `toPage`. */
export const answerList = <Row>(
  rows: readonly Row[],
  limit: number,
  positionOf: (row: Row) => Position,
  toView: (row: Row) => unknown = (row) => row,
): Answer => {
  const page = toPage(rows, limit, positionOf);
  return answerJson(200, { ...page, data: page.data.map(toView) });
};
