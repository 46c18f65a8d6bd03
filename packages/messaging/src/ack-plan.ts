export type AckFrame = { tag: number; multiple: boolean };

/**
 * The fewest frames that acknowledge `settled`. `outstanding` holds all unacknowledged delivery tags of the channel, in
 * ascending order: a `multiple` ack covers everything up to its tag, so it may reach only as far as nothing else is
 * outstanding in between.
 */
export const planAcks = (outstanding: Iterable<number>, settled: ReadonlySet<number>): AckFrame[] => {
  let prefixLength = 0;
  let lastOfPrefix: number | undefined;
  for (const tag of outstanding) {
    if (!settled.has(tag)) break;
    lastOfPrefix = tag;
    prefixLength += 1;
  }
  if (lastOfPrefix === undefined) return [...settled].map((tag) => ({ tag, multiple: false }));
  const covered = lastOfPrefix;
  const prefix: AckFrame = { tag: covered, multiple: prefixLength > 1 };
  const rest = [...settled].filter((tag) => tag > covered);
  return [prefix, ...rest.map((tag) => ({ tag, multiple: false }))];
};
