import { ProblemError } from './problem.js';

export type Query = ReadonlyMap<string, string>;

const none: Query = new Map();

/** The request target as path and query text. */
export const splitTarget = (target: string): { path: string; search: string } => {
  const at = target.indexOf('?');
  return at < 0 ? { path: target, search: '' } : { path: target.slice(0, at), search: target.slice(at + 1) };
};

/** @throws ProblemError where one parameter is given twice: which one counts would be a guess */
export const readQuery = (search: string): Query => {
  if (search === '') return none;
  const query = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(search)) {
    if (query.has(name)) throw sentTwice(name);
    query.set(name, value);
  }
  return query;
};

/** What is no word may be anything, a credential too, and is not repeated. */
const sentTwice = (name: string): ProblemError => {
  const what = /^[a-z_]{1,32}$/.test(name) ? name : 'A query parameter';
  return new ProblemError('invalid_parameter', `${what} was sent more than once.`);
};

/** @throws ProblemError where a parameter is none of these: a filter that is not understood must not be left out silently */
export const checkQueryNames = (query: Query, names: readonly string[]): void => {
  for (const name of query.keys()) if (!names.includes(name)) throw unknownParameter(names);
};

const unknownParameter = (names: readonly string[]): ProblemError => {
  const there = names.length === 0 ? 'This call takes none.' : `This call takes ${names.join(', ')}.`;
  return new ProblemError('invalid_parameter', `A query parameter is unknown. ${there}`);
};
