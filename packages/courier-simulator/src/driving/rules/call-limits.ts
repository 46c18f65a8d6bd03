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

/** Reports of one merchant that go at once after a rest, and how many a second from then on. */
const burst = 50;
const perSecond = 10;
const costMs = 1_000 / perSecond;

export type MerchantPace = {
  /** Gives the next turn of the merchant away. @returns when it is, milliseconds since the epoch */
  reserve: (merchantId: string, nowMs: number) => number;
  /** Merchants who have used up some of their burst: nothing is kept of the others. */
  size: () => number;
};

/**
 * Bounds the reports of one merchant's couriers, however many orders it has and however fast its clock runs. Kept is
 * the time at which the burst will be whole again, as in GCRA; a turn is reserved once and not asked for again.
 */
export const createMerchantPace = (): MerchantPace => {
  const wholeAtMs = new Map<string, number>();
  let forgetAtMs = 0;

  const forget = (nowMs: number): void => {
    if (nowMs < forgetAtMs) return;
    forgetAtMs = nowMs + burst * costMs;
    for (const [merchantId, atMs] of wholeAtMs) if (atMs <= nowMs) wholeAtMs.delete(merchantId);
  };

  return {
    reserve: (merchantId, nowMs) => {
      forget(nowMs);
      const atMs = Math.max(wholeAtMs.get(merchantId) ?? 0, nowMs) + costMs;
      wholeAtMs.set(merchantId, atMs);
      return Math.max(nowMs, atMs - burst * costMs);
    },
    size: () => wholeAtMs.size,
  };
};
