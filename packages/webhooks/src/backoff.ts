import type { RetrySchedule } from './parse-schedule.js';

/** ±20 %: a thousand deliveries that failed together do not come back together. */
const jitterShare = 0.2;

/**
 * Delay after an attempt that failed.
 * @param scheduleAttempt which attempt of the schedule failed, from 1
 * @param random from 0 to 1
 * @returns milliseconds, `null` when the schedule is exhausted
 */
export const backoffMs = (schedule: RetrySchedule, scheduleAttempt: number, random: number): number | null => {
  const delayMs = schedule[scheduleAttempt - 1];
  if (delayMs === undefined) return null;
  return Math.round(delayMs * (1 - jitterShare + 2 * jitterShare * random));
};
