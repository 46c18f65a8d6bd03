import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { defaultSchedule, parseSchedule, retryDelayMaxMs } from '@delivery/webhooks';
import { classifyResponse } from './classify-response.js';
import { nextAttemptMs } from './next-attempt.js';

const scheduleOf = (text: string): readonly number[] => {
  const parsed = parseSchedule(text);
  if ('fault' in parsed) throw new Error(parsed.fault);
  return parsed.delaysMs;
};
const schedule = scheduleOf(defaultSchedule);
const now = new Date('2026-01-31T18:30:00Z');
const answered = (statusCode: number) =>
  ({ kind: 'answered', statusCode, retryAfter: null, excerpt: '', redirectsTo: null }) as const;
const after = (statusCode: number, retryAfter: string | null, more: { attempt?: number; random?: number } = {}) =>
  nextAttemptMs({
    schedule,
    scheduleAttempt: more.attempt ?? 1,
    classification: classifyResponse(answered(statusCode)),
    retryAfter,
    now,
    random: more.random ?? 0.5,
  });

describe('parseSchedule', () => {
  it('reads the default as nine delays of about 16 hours', () => {
    expect(schedule).toEqual([10e3, 30e3, 120e3, 600e3, 1_800e3, 3_600e3, 7_200e3, 14_400e3, 28_800e3]);
  });

  it('reads every unit, spaces and fractions', () => {
    expect(scheduleOf('250ms, 1s,2m ,2min,1h,0s,1.5s')).toEqual([250, 1_000, 120_000, 120_000, 3_600_000, 0, 1_500]);
  });

  it.each(['', '10', '10s,', 's', '-1s', '1d', '10 s', '1e3s', '9h', Array(101).fill('1s').join(',')])(
    'refuses %j with a sentence',
    (text) => {
      expect(parseSchedule(text)).toEqual({ fault: expect.any(String) });
    },
  );
});

describe('nextAttemptMs', () => {
  it('stays within ±20 % of the schedule, spread evenly', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 8 }), fc.double({ min: 0, max: 1, noNaN: true }), (attempt, random) => {
        const delayMs = after(500, null, { attempt, random })!;
        const plannedMs = schedule[attempt - 1]!;
        expect(delayMs).toBeGreaterThanOrEqual(plannedMs * 0.8);
        expect(delayMs).toBeLessThanOrEqual(plannedMs * 1.2);
      }),
    );
    expect([after(500, null, { random: 0 }), after(500, null, { random: 1 })]).toEqual([8_000, 12_000]);
  });

  it('ends with the schedule, also when the receiver names a time', () => {
    expect(after(500, null, { attempt: 9 })).toBe(28_800_000);
    expect(after(500, null, { attempt: 10 })).toBeNull();
    expect(after(503, '60', { attempt: 10 })).toBeNull();
  });

  it.each([429, 503])('never comes before the Retry-After of a %i, with any jitter', (statusCode) => {
    expect(after(statusCode, '120', { random: 0 })).toBe(120_000);
    expect(after(statusCode, 'Sat, 31 Jan 2026 18:32:00 GMT', { random: 0 })).toBe(120_000);
    expect(after(statusCode, '3', { random: 1 })).toBe(12_000);
    expect(after(statusCode, '999999999')).toBe(retryDelayMaxMs);
    expect(after(statusCode, '9'.repeat(400))).toBe(retryDelayMaxMs);
  });

  it('understands the obsolete date formats and ignores other texts', () => {
    expect(after(503, 'Saturday, 31-Jan-26 18:32:00 GMT')).toBe(120_000);
    expect(after(503, 'Sat Jan 31 18:32:00 2026')).toBe(120_000);
    expect(after(503, 'Sat, 31 Jan 2026 18:00:00 GMT')).toBe(10_000);
    for (const header of ['soon', '-5', '1.5', '', '2026-01-31T18:32:00Z', 'Sat, never']) {
      expect(after(503, header)).toBe(10_000);
    }
  });

  it('does not honour Retry-After of other answers', () => {
    expect(after(500, '120')).toBe(10_000);
    expect(after(301, '120')).toBe(10_000);
  });

  it('names no next attempt after success or 410', () => {
    expect(after(204, '120')).toBeNull();
    expect(after(410, '120')).toBeNull();
  });

  it('is a whole number of milliseconds from 0 to 8 h, for any header', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.integer({ min: 1, max: 9 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (h, n, r) => {
          const delayMs = after(503, h, { attempt: n, random: r })!;
          expect(Number.isSafeInteger(delayMs) && delayMs >= 0 && delayMs <= retryDelayMaxMs).toBe(true);
        },
      ),
    );
  });
});
