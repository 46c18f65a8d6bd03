import { ProblemError, temporarilyUnavailable } from '@delivery/http-edge';
import type { Refused } from './fair-slots.js';

/** The limits beside the rates: shares of common resources, and budgets of a day. Answers and metrics name them. */
export type LimitName =
  | 'calls_under_way'
  | 'order_state_calls'
  | 'undecided_bytes'
  | 'creates_of_one_order'
  | 'bytes_under_way'
  | 'open_polls'
  | 'creates_per_day'
  | 'management'
  | 'create_bytes_per_day';

/** 429. Metrics and digests name the limit. */
export class RateLimitedError extends ProblemError {
  constructor(
    readonly limit: string,
    detail: string,
    retryAfterSeconds: number,
    headers: Record<string, string> = {},
  ) {
    super('rate_limited', `${detail} Try again in ${retryAfterSeconds} s.`, {
      headers: { ...headers, 'retry-after': String(retryAfterSeconds) },
    });
  }
}

/** With the name of the limit in the answer, as `RateLimit` has it. */
export class OverLimitError extends RateLimitedError {
  constructor(limit: LimitName, detail: string, retryAfterSeconds = 1) {
    super(limit, `${detail} The limit is "${limit}".`, retryAfterSeconds, {
      ratelimit: `"${limit}";r=0;t=${retryAfterSeconds}`,
    });
  }
}

/** `undefined`: no limit refused it. If order-state keeps the limit, its detail says which. */
export const limitOf = (error: unknown): string | undefined => {
  if (error instanceof RateLimitedError) return error.limit;
  return error instanceof ProblemError && error.code === 'rate_limited' ? management : undefined;
};
export const management: LimitName = 'management';

const details = {
  calls_under_way: 'This merchant has too many calls under way.',
  order_state_calls: 'This merchant has too many reads or changes under way.',
  undecided_bytes: 'Too many orders of this merchant are waiting to be processed. The order was not created.',
  creates_of_one_order:
    'Too many creates with this external_id but different content are under way. The order was not created.',
  bytes_under_way: 'Too many bytes of request bodies and large answers of this merchant or its address are under way.',
} as const;

/** A merchant above its share gets 429; a merchant that has nothing in use is not at fault. */
export const refusal = (name: keyof typeof details, refused: Refused): ProblemError =>
  refused === 'over_share'
    ? new OverLimitError(name, details[name])
    : temporarilyUnavailable('The service is overloaded. Try again.');
