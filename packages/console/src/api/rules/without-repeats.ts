/** The first of equal ones is the newest. */
export const withoutRepeats = <T>(rows: readonly T[], keyOf: (row: T) => string): T[] => {
  const known = new Map<string, T>();
  for (const row of rows) if (!known.has(keyOf(row))) known.set(keyOf(row), row);
  return [...known.values()];
};
