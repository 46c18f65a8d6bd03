import { describe, expect, it } from '@jest/globals';
import { defaultRetryPolicy as policy, planRepeat, readRetryAfterMs } from './retry.js';

const plan = (status: number | undefined, options: { retryAfterMs?: number; attempt?: number; once?: true } = {}) => {
  const { attempt = 1, once, ...retryAfter } = options;
  const failure = { ...(status === undefined ? {} : { status }), ...retryAfter };
  return planRepeat(failure, { attempt, repeat: once ? 'if_not_done' : 'always', policy, random: 0 });
};

describe('planRepeat', () => {
  it.each([408, 429, 500, 502, 503, 504, undefined])('repeats %s', (status) => {
    expect(plan(status)).toBe(1_000);
  });

  it.each([300, 307, 400, 401, 403, 404, 405, 409, 410, 413, 415, 417, 422, 431, 501, 505])(
    'never repeats %s: the same again fails again',
    (status) => {
      expect(plan(status)).toBeUndefined();
    },
  );

  it.each([500, 502, 503, 504, undefined])('never repeats %s where a repeat would act twice', (status) => {
    expect(plan(status, { once: true })).toBeUndefined();
  });

  it.each([408, 429])('repeats %s also where a repeat would act twice: nothing was done', (status) => {
    expect(plan(status, { once: true })).toBe(1_000);
  });

  it('waits ever longer, with a ceiling, and ends', () => {
    const waits = Array.from({ length: 10 }, (_, index) =>
      planRepeat({}, { attempt: index + 1, repeat: 'always', policy: { ...policy, attemptMax: 10 }, random: 0 }),
    );
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000, undefined]);
    expect(plan(503, { attempt: policy.attemptMax })).toBeUndefined();
  });

  it('waits as long as Retry-After says, never less', () => {
    expect(plan(429, { retryAfterMs: 7_000, attempt: 2 })).toBe(7_000);
    expect(plan(503, { retryAfterMs: 0 })).toBe(0);
    const late = planRepeat({ retryAfterMs: 7_000 }, { attempt: 1, repeat: 'always', policy, random: 0.99 });
    expect(late).toBeGreaterThan(7_000);
  });

  it('gives up where Retry-After is longer than the longest wait', () => {
    expect(plan(429, { retryAfterMs: policy.waitMaxMs + 1 })).toBeUndefined();
  });
});

describe('readRetryAfterMs', () => {
  const nowMs = Date.parse('2026-01-31T18:00:00Z');
  it.each([
    [null, undefined],
    ['5', 5_000],
    ['Sat, 31 Jan 2026 18:00:09 GMT', 9_000],
    ['Sat, 31 Jan 2026 17:00:00 GMT', 0],
    ['soon', undefined],
  ])('reads %s', (header, expected) => {
    expect(readRetryAfterMs(header, nowMs)).toBe(expected);
  });
});
