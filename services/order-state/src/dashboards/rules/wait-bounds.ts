/** Upper bounds of how long a merchant waited for a webhook, in ms; beyond the last one there is one class more. */
export const waitBoundsMs = [
  1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 500, 1_000, 2_000, 5_000, 10_000, 30_000, 60_000, 600_000,
  3_600_000,
] as const;

export const waitClassCount = waitBoundsMs.length + 1;

export const waitClassOf = (waitedMs: number): number => {
  const index = waitBoundsMs.findIndex((boundMs) => waitedMs <= boundMs);
  return index === -1 ? waitBoundsMs.length : index;
};

/**
 * The time within which `share` of all were answered, taken to be spread evenly within each class. A wait longer than
 * the last bound counts as the last bound. `null` where there were none.
 */
export const quantileMs = (counts: readonly number[], share: number): number | null => {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  const wanted = share * total;
  let below = 0;
  for (const [index, count] of counts.entries()) {
    const from = index === 0 ? 0 : (waitBoundsMs[index - 1] ?? 0);
    const to = waitBoundsMs[index] ?? from;
    if (count > 0 && below + count >= wanted) return from + ((to - from) * (wanted - below)) / count;
    below += count;
  }
  return waitBoundsMs.at(-1) ?? null;
};
