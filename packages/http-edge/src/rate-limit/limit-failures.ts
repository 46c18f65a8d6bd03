import { ProblemError } from '../problem.js';
import type { Buckets } from './buckets.js';

/**
 * Answers wrong credentials: with the refusal, and with 429 once an address has sent too many of them in a minute. Right
 * credentials are never limited here, so that no attacker behind the same address locks their owner out.
 */
export const limitFailures =
  ({ buckets, perMinute }: { buckets: Buckets; perMinute: number }) =>
  (address: string, refusal: ProblemError): ProblemError => {
    const { allowed, retryAfterSeconds } = buckets.take(address, perMinute);
    if (allowed) return refusal;
    return new ProblemError('rate_limited', `More than ${perMinute} failed logins a minute from this address.`, {
      headers: { 'retry-after': String(retryAfterSeconds) },
    });
  };
