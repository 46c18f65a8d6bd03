const shortMs = 2_000;
const backoffMaxMs = 30_000;

/**
 * Waits twice as long after each failure in a row, so that a service that comes back does not get all pages' calls at
 * once. A call that is made seldom is retried soon.
 */
export const delayAfter = (everyMs: number, failures: number): number =>
  failures === 0 ? everyMs : Math.min(backoffMaxMs, Math.min(everyMs, shortMs) * 2 ** Math.min(failures, 10));

/**
 * A list that was read beyond its first page, with the first page as it is now: rows that moved down from it stay, rows
 * that left their place in it are removed.
 * @returns undefined: so much is new that the rows between are unknown
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

/** The first of equal ones is the newest. */
export const withoutRepeats = <T>(rows: readonly T[], keyOf: (row: T) => string): T[] => {
  const known = new Map<string, T>();
  for (const row of rows) if (!known.has(keyOf(row))) known.set(keyOf(row), row);
  return [...known.values()];
};
