import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { DeliveryAttempted } from '@delivery/contracts';
import { delayRetry, retryScheduleSchema, timeLeft, triedSinceOf } from './retries.js';

const schedule = retryScheduleSchema.parse(undefined);
const maxMs = 8 * 3_600_000;
const after = (
  status_code: number,
  retry_after_ms?: number,
  more: { attempt?: number; jitter?: number; outcome?: DeliveryAttempted['outcome']; leftMs?: number } = {},
) =>
  delayRetry(
    { outcome: more.outcome ?? 'failed', error_code: 'http_status', status_code, retry_after_ms },
    { schedule, scheduleAttempt: more.attempt ?? 1, jitter: more.jitter ?? 0.5, leftMs: more.leftMs ?? Infinity },
  );

describe('retryScheduleSchema', () => {
  it('has nine delays of about 16 hours by default', () => {
    expect(schedule).toEqual([10e3, 30e3, 120e3, 600e3, 1_800e3, 3_600e3, 7_200e3, 14_400e3, 28_800e3]);
  });

  it('reads every unit, spaces and fractions', () => {
    const delays = retryScheduleSchema.parse('250ms, 1s,2m ,2min,1h,0s,1.5s');
    expect(delays).toEqual([250, 1_000, 120_000, 120_000, 3_600_000, 0, 1_500]);
  });

  it.each(['', '10', '10s,', 's', '-1s', '1d', '10 s', '1e3s', '9h', Array(101).fill('1s').join(',')])(
    'refuses %j with a sentence',
    (text) => {
      expect(() => retryScheduleSchema.parse(text)).toThrow(/expected at most 100 delays .* got /);
    },
  );
});

describe('delayRetry', () => {
  it('is a whole number of milliseconds within ±20 % of the schedule, spread evenly', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 8 }), fc.double({ min: 0, max: 1, noNaN: true }), (attempt, jitter) => {
        const delayMs = after(500, undefined, { attempt, jitter })!;
        const plannedMs = schedule[attempt - 1]!;
        expect(Number.isInteger(delayMs)).toBe(true);
        expect(delayMs).toBeGreaterThanOrEqual(plannedMs * 0.8);
        expect(delayMs).toBeLessThanOrEqual(plannedMs * 1.2);
      }),
    );
    expect([0, 1].map((jitter) => after(500, undefined, { jitter }))).toEqual([8_000, 12_000]);
  });

  it('ends with the schedule, also when the receiver names a time', () => {
    expect(after(500, undefined, { attempt: 9 })).toBe(maxMs);
    expect(after(500, undefined, { attempt: 10 })).toBeNull();
    expect(after(503, 60_000, { attempt: 10 })).toBeNull();
  });

  it.each([429, 503])('never comes before the Retry-After of a %i, with any jitter, up to 8 h', (status) => {
    expect(after(status, 120_000, { jitter: 0 })).toBe(120_000);
    expect(after(status, 3_000, { jitter: 1 })).toBe(12_000);
    expect(after(status, Number.MAX_SAFE_INTEGER)).toBe(maxMs);
  });

  it('does not honour Retry-After of other answers', () => {
    expect([500, 301].map((status) => after(status, 120_000))).toEqual([10_000, 10_000]);
  });

  it('brings a deferred delivery back after 5 to 15 s, wherever it is in the schedule', () => {
    const deferred = { outcome: 'deferred', attempt: 10 } as const;
    expect([0, 1].map((jitter) => after(503, 120_000, { ...deferred, jitter }))).toEqual([5_000, 15_000]);
  });

  it('ends when the next attempt would come later than the run may go on, also by Retry-After', () => {
    expect([9_999, 10_000].map((leftMs) => after(500, undefined, { leftMs }))).toEqual([null, 10_000]);
    expect([119_999, 120_000].map((leftMs) => after(503, 120_000, { leftMs }))).toEqual([null, 120_000]);
  });

  it('ends at once where the endpoint was asked to give up its delivery', () => {
    const asked = { id: '', kind: 'exhaust', webhook_id: '', at: '', handled: true } as const;
    const fault = { ...asked, status_code: 500, error_code: null };
    const context = { schedule, scheduleAttempt: 1, jitter: 0.5, leftMs: Infinity };
    const failed = { outcome: 'failed', status_code: 500, error_code: 'http_status' } as const;
    expect(delayRetry({ ...failed, fault }, context)).toBeNull();
  });
});

describe('timeLeft', () => {
  const run = { triedSinceMs: null, heldMs: 0, giveUpAfterMs: 900_000 };
  const failed = { outcome: 'failed', duration_ms: 50 } as const;

  it('counts from the begin of the first attempt, without the time in which the endpoint was disabled', () => {
    fc.assert(
      fc.property(fc.nat(900_000), fc.nat(1_000_000_000), fc.nat(1_000_000_000), (ms, before, between) => {
        const triedSinceMs = triedSinceOf({ ...run, heldMs: before }, failed, 5_000_050);
        const heldMs = before + between;
        expect(timeLeft({ ...run, triedSinceMs, heldMs }, failed, 5_000_000 + between + ms)).toBe(900_000 - ms);
      }),
    );
  });

  it('is without an end where nothing is set, and for a delivery that was never tried', () => {
    expect(timeLeft({ ...run, giveUpAfterMs: null }, failed, 5_000_000)).toBe(Infinity);
    expect(timeLeft(run, { ...failed, outcome: 'deferred' }, 5_000_000)).toBe(Infinity);
  });
});
