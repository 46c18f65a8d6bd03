import { createBuckets, ProblemError } from '@delivery/http-edge';

/** How often a merchant may have something done, in each replica: what writes rows at each call must not be called without end. */
export type RateBound = {
  perMinute: number;
  /** The begin of a sentence: what is done that often at most. */
  what: string;
};

/** @throws ProblemError `rate_limited`, by what it returns, with Retry-After */
export const createRateBound = ({ perMinute, what }: RateBound) => {
  const buckets = createBuckets(() => performance.now());
  return (merchantId: string): void => {
    const { allowed, retryAfterSeconds } = buckets.take(merchantId, perMinute);
    if (allowed) return;
    throw new ProblemError(
      'rate_limited',
      `${what} at most ${perMinute} times a minute. Try again in ${retryAfterSeconds} s.`,
      { headers: { 'retry-after': String(retryAfterSeconds) } },
    );
  };
};
