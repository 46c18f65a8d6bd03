import { createBuckets, ProblemError } from '@delivery/http-edge';

/** How often a merchant may do something, per replica: calls that write rows must be bounded. */
export type RateBound = {
  perMinute: number;
  /** The begin of the problem's sentence: the bounded action. */
  what: string;
};

/** @throws ProblemError `rate_limited`, with Retry-After, from the function that it returns */
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
