import type { FeedSighting } from '../load/follow-feed.js';

export type FeedFindings = { lost: string[]; disorder: string[] };

/** Checks the feed that a shop saw against the events of its orders: each once, by sequence. Pure. */
export const checkFeed = (
  shop: string,
  sequencesOf: ReadonlyMap<string, readonly number[]>,
  seen: readonly FeedSighting[],
): FeedFindings => {
  const findings: FeedFindings = { lost: [], disorder: [] };
  const shown = new Map<string, number[]>();
  for (const { orderId, sequence } of seen) shown.set(orderId, [...(shown.get(orderId) ?? []), sequence]);
  for (const [orderId, sequences] of sequencesOf) {
    const came = shown.get(orderId) ?? [];
    for (const sequence of sequences)
      if (!came.includes(sequence)) findings.lost.push(`${orderId}: ${sequence} was never in the feed of ${shop}`);
    if (came.some((sequence, index) => index > 0 && sequence <= (came[index - 1] ?? 0)))
      findings.disorder.push(`${orderId}: came in the feed of ${shop} as ${came.join(', ')}`);
  }
  return findings;
};
