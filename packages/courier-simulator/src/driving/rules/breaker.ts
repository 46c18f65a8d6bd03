/**
 * Holds calls back while the service is away: after a failure nothing is sent for a while, then one call at a time, and
 * with each that is answered twice as many.
 */
export type Breaker = {
  hasRoom: (inFlight: number) => boolean;
  /** Nothing is sent before; in the past: it may be. */
  resumeAtMs: () => number;
  succeeded: () => void;
  /** @param call when it was begun, and the Retry-After of its answer */
  failed: (call: { begunAtMs: number; retryAfterMs?: number | undefined }) => void;
};

const firstPauseMs = 500;
const pauseMaxMs = 10_000;
const retryAfterMaxMs = 60_000;
/** So that two that failed together do not come back together. */
const jitterShare = 0.2;

/** Doubles with each failure in a row, from 1. @param random in [0, 1) */
export const backoffMs = (failures: number, random: number): number =>
  Math.min(firstPauseMs * 2 ** (failures - 1), pauseMaxMs) * (1 + jitterShare * random);

export const createBreaker = (deps: { now: () => number; random: () => number; atOnceMax: number }): Breaker => {
  let failures = 0;
  let pausedAtMs = Number.NEGATIVE_INFINITY;
  let resumeAtMs = Number.NEGATIVE_INFINITY;
  let atOnce = deps.atOnceMax;
  return {
    hasRoom: (inFlight) => inFlight < atOnce && deps.now() >= resumeAtMs,
    resumeAtMs: () => resumeAtMs,
    succeeded: () => {
      failures = 0;
      atOnce = Math.min(2 * atOnce, deps.atOnceMax);
    },
    failed: ({ begunAtMs, retryAfterMs }) => {
      // Calls that were under way when the first one failed are part of the same failure.
      if (begunAtMs < pausedAtMs) return;
      failures += 1;
      atOnce = 1;
      pausedAtMs = deps.now();
      const pauseMs = Math.max(retryAfterMs ?? 0, backoffMs(failures, deps.random()));
      resumeAtMs = pausedAtMs + Math.min(pauseMs, retryAfterMaxMs);
    },
  };
};
