/**
 * A token bucket kept as one number. A bucket holds `perMinute` tokens and is refilled evenly, so a client may burst
 * to `perMinute` at once and then sustain `perMinute` a minute. Instead of tokens and a refill timer, the time at
 * which the bucket will be full again is kept (the "theoretical arrival time" of GCRA): each token taken moves it
 * `60 s / perMinute` into the future, and it may not lie more than a minute ahead.
 */
export type Take = {
  allowed: boolean;
  /** To keep until the next take; `undefined` before the first one. */
  fullAtMs: number;
  remaining: number;
  /** Until the bucket is full again. */
  resetSeconds: number;
  /** Until there is a token again; 0 where this one was allowed. */
  retryAfterSeconds: number;
};

const windowMs = 60_000;

/** @param nowMs any clock that does not jump backwards */
export const takeToken = (fullAtMs: number | undefined, perMinute: number, nowMs: number): Take => {
  const costMs = windowMs / perMinute;
  const from = Math.max(fullAtMs ?? nowMs, nowMs);
  const after = from + costMs;
  // Half a token of tolerance: sums of fractions must not turn away the last token of a full bucket.
  const allowed = after - nowMs <= windowMs + costMs / 2;
  const fullAt = allowed ? after : from;
  return {
    allowed,
    fullAtMs: fullAt,
    remaining: Math.max(0, Math.floor((windowMs - (fullAt - nowMs)) / costMs + 0.5)),
    resetSeconds: Math.ceil((fullAt - nowMs) / 1000),
    retryAfterSeconds: allowed ? 0 : Math.max(1, Math.ceil((after - nowMs - windowMs) / 1000)),
  };
};

/** What a bucket holds, without taking from it. */
export const peekBucket = (fullAtMs: number | undefined, perMinute: number, nowMs: number) => {
  const aheadMs = Math.max(0, (fullAtMs ?? nowMs) - nowMs);
  const remaining = Math.max(0, Math.floor((windowMs - aheadMs) / (windowMs / perMinute) + 0.5));
  return { remaining, resetSeconds: Math.ceil(aheadMs / 1000) };
};
