import { ProblemError } from '@delivery/service-kit';

/** @throws ProblemError where one parameter is given twice: which one counts would be a guess */
export const readQuery = (target: string): ReadonlyMap<string, string> => {
  const query = new Map<string, string>();
  const at = target.indexOf('?');
  if (at < 0) return query;
  for (const [name, value] of new URLSearchParams(target.slice(at + 1))) {
    if (query.has(name)) throw new ProblemError('invalid_parameter', 'Expected each query parameter at most once.');
    query.set(name, value);
  }
  return query;
};
