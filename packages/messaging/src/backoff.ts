export type Backoff = { minMs: number; maxMs: number };

/**
 * Exponential, with full jitter above `minMs`: replicas that lost the same broker come back spread out, and none of
 * them spins. `attempt` counts from 0, `random` is in [0, 1).
 */
export const backoffDelayMs = (attempt: number, backoff: Backoff, random: number): number => {
  const ceilingMs = Math.min(backoff.maxMs, backoff.minMs * 2 ** Math.min(attempt + 1, 30));
  return Math.round(backoff.minMs + random * Math.max(0, ceilingMs - backoff.minMs));
};
