import { withoutRepeats } from './without-repeats.js';

/**
 * A list of which more than the first page was read, with the first page as it is now: what moved down from it stays, what is no
 * longer in it where it was is gone.
 * @returns undefined: so much is new that nothing tells what lies between
 */
export const mergeFirstPage = <T>(
  known: readonly T[],
  first: readonly T[],
  keyOf: (row: T) => string,
): T[] | undefined => {
  const places = new Map(known.map((row, place) => [keyOf(row), place]));
  const last = first.map((row) => places.get(keyOf(row))).findLast((place) => place !== undefined);
  return last === undefined ? undefined : withoutRepeats([...first, ...known.slice(last + 1)], keyOf);
};
