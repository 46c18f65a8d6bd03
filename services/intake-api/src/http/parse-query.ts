import { ProblemError } from '@delivery/service-kit';

export type Query = ReadonlyMap<string, string>;

const none: Query = new Map();

/** The request target as path and query text. */
export const splitTarget = (target: string): { path: string; search: string } => {
  const at = target.indexOf('?');
  return at < 0 ? { path: target, search: '' } : { path: target.slice(0, at), search: target.slice(at + 1) };
};

/** @throws ProblemError where one parameter is given twice: which one counts would be a guess */
export const parseQuery = (search: string): Query => {
  if (search === '') return none;
  const query = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(search)) {
    if (query.has(name)) {
      throw new ProblemError('invalid_parameter', 'Expected each query parameter at most once.');
    }
    query.set(name, value);
  }
  return query;
};

/** Only the named parameters: credentials and strangers stay behind. */
export const pickQuery = (query: Query, names: readonly string[]): string => {
  const picked = new URLSearchParams();
  for (const name of names) {
    const value = query.get(name);
    if (value !== undefined) picked.set(name, value);
  }
  return picked.size === 0 ? '' : `?${picked.toString()}`;
};
