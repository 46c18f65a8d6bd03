import { z } from 'zod';
import { type DeliveryAttempted, renderDelay, retryDelaysDefaultMs } from '@delivery/contracts';
import type { LiveDelivery } from './deliveries.js';

/** Delays before the second, third, … attempt. One more attempt than delays. */
export type RetrySchedule = readonly number[];

/** The longest wait between two attempts, which schedule, jitter and Retry-After cannot exceed. */
const retryDelayMaxMs = 8 * 3_600_000;

const scheduleDelaysMax = 100;

const unitsMs: Readonly<Record<string, number>> = { ms: 1, s: 1_000, min: 60_000, m: 60_000, h: 3_600_000 };

/** @returns NaN if it is not a duration */
const parseDurationMs = (text: string): number => {
  const [, amount, unit = ''] = /^(\d{1,9}(?:\.\d{1,3})?)([a-z]{1,3})$/.exec(text) ?? [];
  return Math.round(Number(amount) * (unitsMs[unit] ?? NaN));
};

/** `WEBHOOK_RETRY_SCHEDULE` of the environment, to milliseconds. Units: ms, s, m or min, h. */
export const retryScheduleSchema = z
  .string()
  .default(retryDelaysDefaultMs.map(renderDelay).join(',').replaceAll(' ', ''))
  .transform((text, context): RetrySchedule => {
    const entries = text.split(',').map((entry) => entry.trim());
    const faulty = entries.find((entry) => !(parseDurationMs(entry) <= retryDelayMaxMs));
    if (faulty === undefined && entries.length <= scheduleDelaysMax) return entries.map(parseDurationMs);
    const fault = faulty === undefined ? `${entries.length} delays` : `"${faulty}"`;
    context.addIssue(
      `expected at most ${scheduleDelaysMax} delays such as 500ms, 10s or 2min, of 8h at most, got ${fault}`,
    );
    return z.NEVER;
  })
  .describe('The delays between the attempts of a webhook.');

/** ±20 %: a thousand deliveries that failed together do not come back together. */
const jitterShare = 0.2;

/**
 * Not at once, which costs as much as a post; spread out, so that the endpoints of one origin do not return together.
 */
const deferMinMs = 5_000;
const deferSpreadMs = 10_000;

/** The receiver does not want the webhook, and its endpoint is well. */
export const isAborted = (errorCode: DeliveryAttempted['error_code']): boolean => errorCode === 'aborted_by_receiver';

const honoursRetryAfter = (status: number | null): boolean => status === 429 || status === 503;

/** `random`: from 0 to 1, for the jitter of each retry. */
export type RetryDeps = { schedule: RetrySchedule; random: () => number };

type Failed = Pick<DeliveryAttempted, 'outcome' | 'status_code' | 'error_code' | 'retry_after_ms' | 'fault'>;
type Place = { schedule: RetrySchedule; scheduleAttempt: number; jitter: number };
type Timed = Pick<DeliveryAttempted, 'outcome' | 'duration_ms'>;
type Run = Pick<LiveDelivery, 'triedSinceMs' | 'heldMs' | 'giveUpAfterMs'>;

/** When the first attempt of a run began, by the endpoint's own clock. `null`: a deferred one was never tried. */
export const triedSinceOf = (
  { triedSinceMs, heldMs }: Pick<Run, 'triedSinceMs' | 'heldMs'>,
  { outcome, duration_ms: durationMs }: Timed,
  answeredMs: number,
): number | null => triedSinceMs ?? (outcome === 'deferred' ? null : answeredMs - durationMs - heldMs);

/** How long after an answer the run may go on. The endpoint is active: while it is disabled, no time passes. */
export const timeLeft = (run: Run, attempt: Timed, answeredMs: number): number => {
  const sinceMs = triedSinceOf(run, attempt, answeredMs);
  if (run.giveUpAfterMs === null || sinceMs === null) return Infinity;
  return sinceMs + run.heldMs + run.giveUpAfterMs - answeredMs;
};

/**
 * How long a delivery waits after an attempt that was deferred or failed: the jittered delay of the schedule, but never
 * less than the receiver's `Retry-After`, and never more than 8 h. A deferred one waits 5 to 15 s.
 * @param place.scheduleAttempt which attempt of the schedule this was, from 1
 * @param place.jitter from 0 to 1
 * @param place.leftMs an attempt that would come later is not made
 * @returns milliseconds from the answer; `null`: this was the last attempt
 */
export const delayRetry = (attempt: Failed, { leftMs, ...place }: Place & { leftMs: number }): number | null => {
  const delayMs = delayOf(attempt, place);
  return delayMs === null || delayMs > leftMs ? null : delayMs;
};

const delayOf = (attempt: Failed, { schedule, scheduleAttempt, jitter }: Place): number | null => {
  if (attempt.outcome === 'deferred') return deferMinMs + Math.round(jitter * deferSpreadMs);
  const delayMs = schedule[scheduleAttempt - 1];
  if (delayMs === undefined || attempt.fault?.kind === 'exhaust' || isAborted(attempt.error_code)) return null;
  const backoffMs = Math.round(delayMs * (1 - jitterShare + 2 * jitterShare * jitter));
  const askedMs = honoursRetryAfter(attempt.status_code) ? (attempt.retry_after_ms ?? 0) : 0;
  return Math.min(Math.max(backoffMs, askedMs), retryDelayMaxMs);
};
