import { z } from 'zod';

/** Delays before the second, third, … attempt. One more attempt than delays. */
export type RetrySchedule = readonly number[];

export const defaultSchedule = '10s,30s,2min,10min,30min,1h,2h,4h,8h';

/** The longest wait between two attempts, which schedule, jitter and Retry-After cannot exceed. */
export const retryDelayMaxMs = 8 * 3_600_000;

const scheduleDelaysMax = 100;

const unitsMs: Readonly<Record<string, number>> = { ms: 1, s: 1_000, min: 60_000, m: 60_000, h: 3_600_000 };

/**
 * `10s,30s,2min` to milliseconds. Units: ms, s, m or min, h.
 * @returns the schedule, or a sentence that says which entry is not usable
 */
export const parseSchedule = (text: string): { delaysMs: RetrySchedule } | { fault: string } => {
  const entries = text.split(',').map((entry) => entry.trim());
  if (entries.length > scheduleDelaysMax) return { fault: `at most ${scheduleDelaysMax} delays` };
  const delaysMs: number[] = [];
  for (const entry of entries) {
    const delayMs = parseDuration(entry);
    if (delayMs === undefined) return { fault: `"${entry}" is not a duration such as 10s, 500ms, 2min or 1h` };
    if (delayMs > retryDelayMaxMs) return { fault: `"${entry}" is longer than 8h` };
    delaysMs.push(delayMs);
  }
  return { delaysMs };
};

const parseDuration = (text: string): number | undefined => {
  const match = /^(\d{1,9}(?:\.\d{1,3})?)([a-z]{1,3})$/.exec(text);
  const unitMs = unitsMs[match?.[2] ?? ''];
  return match && unitMs !== undefined ? Math.round(Number(match[1]) * unitMs) : undefined;
};

/** `WEBHOOK_RETRY_SCHEDULE` of the environment. */
export const retryScheduleSchema = z
  .string()
  .default(defaultSchedule)
  .transform((text, context) => {
    const parsed = parseSchedule(text);
    if ('delaysMs' in parsed) return parsed.delaysMs;
    context.addIssue(`expected delays such as 10s,30s,2min: ${parsed.fault}`);
    return z.NEVER;
  })
  .describe('The delays between the attempts of a webhook; both services need the same.');

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
