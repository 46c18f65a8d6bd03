import { backoffMs, retryDelayMaxMs, type RetrySchedule } from '@delivery/webhooks';
import type { Classification } from './classify-response.js';

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

/**
 * A `Retry-After` header in milliseconds from `now`: seconds, or any of the three date formats of HTTP (RFC 9110,
 * 5.6.7). A date in the past is 0. `null` when absent or not understood: the receiver then gets the plain backoff.
 */
const retryAfterMs = (header: string | null, now: Date): number | null => {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, Number.MAX_SAFE_INTEGER);
  if (!/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text)) return null;
  // The asctime form names no zone and would be read as local time.
  const at = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
};
