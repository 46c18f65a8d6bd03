export type RetryPolicy = {
  /** Including the first one. 1: never repeat. */
  attemptMax: number;
  /** Doubles with each attempt. */
  firstWaitMs: number;
  /** The longest wait. A longer `Retry-After` ends the call, because an earlier repeat would be refused. */
  waitMaxMs: number;
};

export const defaultRetryPolicy: RetryPolicy = { attemptMax: 6, firstWaitMs: 1_000, waitMaxMs: 60_000 };

/**
 * `always`: a repeat takes effect once. `if_not_done`: a repeat could act twice, so the call is repeated only after an
 * answer that says that nothing was done.
 */
export type Repeat = 'always' | 'if_not_done';

/** The outcome of a call after a failed attempt: it changed nothing, or it may have. */
export type Outcome = 'not_done' | 'unknown';

/** `status` is absent if no answer came. */
export type Failure = { status?: number; retryAfterMs?: number };

const notDoneYet = new Set([408, 429]);
/** A proxy answers 502 or 504 if it gets no answer. */
const outcomeUnknown = new Set([500, 502, 503, 504]);
/** Spreads the retries of clients that failed together. */
const jitterShare = 0.2;

export const outcomeOf = ({ status }: Failure): Outcome =>
  status === undefined || status >= 500 ? 'unknown' : 'not_done';

/**
 * How long to wait before the call is repeated; `undefined`: it is not repeated.
 * @param attempt the one that failed, from 1
 * @param random in [0, 1)
 */
export const planRepeat = (
  failure: Failure,
  { attempt, repeat, policy, random }: { attempt: number; repeat: Repeat; policy: RetryPolicy; random: number },
): number | undefined => {
  if (attempt >= policy.attemptMax || !mayRepeat(failure, repeat)) return undefined;
  const backoffMs = Math.min(policy.firstWaitMs * 2 ** (attempt - 1), policy.waitMaxMs);
  const waitMs = failure.retryAfterMs ?? backoffMs;
  if (waitMs > policy.waitMaxMs) return undefined;
  return waitMs + Math.min(waitMs, backoffMs) * jitterShare * random;
};

const mayRepeat = ({ status }: Failure, repeat: Repeat): boolean => {
  if (status !== undefined && notDoneYet.has(status)) return true;
  return repeat === 'always' && (status === undefined || outcomeUnknown.has(status));
};

/** Seconds or an HTTP date; `undefined` if it is neither. */
export const readRetryAfterMs = (header: string | null, nowMs: number): number | undefined => {
  if (header === null) return undefined;
  if (/^\d+$/.test(header)) return Number(header) * 1_000;
  const atMs = Date.parse(header);
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - nowMs);
};
