import { backoffMs, retryDelayMaxMs, type RetrySchedule } from '@delivery/webhooks';
import type { Classification } from './classify-response.js';
import { retryAfterMs } from './retry-after.js';

/**
 * When to try again: the jittered backoff, but never before the receiver's `Retry-After`, and never beyond 8 h.
 * The maximum is taken after the jitter, so that jitter cannot undercut the receiver's Retry-After.
 * @returns milliseconds; `null` when there is nothing to try again, or the schedule is exhausted
 */
export const nextAttemptMs = (input: {
  schedule: RetrySchedule;
  scheduleAttempt: number;
  classification: Classification;
  retryAfter: string | null;
  now: Date;
  random: number;
}): number | null => {
  if (input.classification.outcome !== 'failed') return null;
  const backoff = backoffMs(input.schedule, input.scheduleAttempt, input.random);
  if (backoff === null) return null;
  const asked = input.classification.honoursRetryAfter ? retryAfterMs(input.retryAfter, input.now) : null;
  return Math.min(Math.max(backoff, asked ?? 0), retryDelayMaxMs);
};
