/** The tokens in a full bucket, and the time in which an empty one fills. */
export type Rate = { max: number; windowMs: number };

/**
 * A token bucket kept as one number. A bucket holds `max` tokens and is refilled evenly, so a client may burst
 * to `max` at once and then sustain `max` a window. Instead of tokens and a refill timer, the time at
 * which the bucket will be full again is kept (the "theoretical arrival time" of GCRA): each token taken moves it
 * `windowMs / max` into the future, and it may not lie more than a window ahead.
 */
export type Take = {
  allowed: boolean;
  /** To keep until the next take; `undefined` before the first one. */
  fullAtMs: number;
  remaining: number;
  /** Until the bucket is full again. */
  resetSeconds: number;
  /** Until there are as many tokens again; 0 where this one was allowed. */
  retryAfterMs: number;
  /** The same in whole seconds, as a header says it. */
  retryAfterSeconds: number;
};

/**
 * @param nowMs any clock that does not jump backwards
 * @param cost in tokens; a cost beyond a full bucket takes all of it
 */
export const takeTokens = (
  fullAtMs: number | undefined,
  { max, windowMs }: Rate,
  nowMs: number,
  cost: number,
): Take => {
  const tokenMs = windowMs / max;
  const from = Math.max(fullAtMs ?? nowMs, nowMs);
  const after = from + tokenMs * Math.min(cost, max);
  // Half a token of tolerance: sums of fractions must not turn away the last token of a full bucket.
  const allowed = after - nowMs <= windowMs + tokenMs / 2;
  const fullAt = allowed ? after : from;
  const retryAfterMs = allowed ? 0 : Math.max(1, after - nowMs - windowMs);
  return {
    allowed,
    fullAtMs: fullAt,
    remaining: Math.max(0, Math.floor((windowMs - (fullAt - nowMs)) / tokenMs + 0.5)),
    resetSeconds: Math.ceil((fullAt - nowMs) / 1000),
    retryAfterMs,
    retryAfterSeconds: Math.ceil(retryAfterMs / 1000),
  };
};

/** The tokens in a bucket, without taking any. */
export const peekBucket = (fullAtMs: number | undefined, { max, windowMs }: Rate, nowMs: number) => {
  const aheadMs = Math.max(0, (fullAtMs ?? nowMs) - nowMs);
  const remaining = Math.max(0, Math.floor((windowMs - aheadMs) / (windowMs / max) + 0.5));
  return { remaining, resetSeconds: Math.ceil(aheadMs / 1000) };
};
