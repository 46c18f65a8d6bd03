import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  addMinutes,
  answerClassOf,
  countAttempt,
  emptyMinute,
  quantileMs,
  waitBoundsMs,
  waitClassCount,
  waitClassOf,
} from './count-history.js';

const attempt = (changes: object = {}) => ({
  endpoint_id: 'e',
  delivery_id: 'd',
  occurred_at: '2026-03-01T12:00:00.000Z',
  outcome: 'failed' as const,
  status_code: null,
  error_code: null,
  unreachable: false,
  duration_ms: 0,
  ...changes,
});

describe('An attempt', () => {
  it.each([
    ['2xx', { outcome: 'delivered', status_code: 204 }],
    ['2xx', { outcome: 'delivered' }],
    ['3xx', { status_code: 302 }],
    ['4xx', { outcome: 'gone', status_code: 410 }],
    ['5xx', { status_code: 503 }],
    ['5xx', { status_code: 600 }],
    ['none', { error_code: 'connect_timeout', unreachable: true }],
    ['none', { status_code: 200, error_code: 'response_timeout', unreachable: true }],
    ['none', { error_code: 'not_acked' }],
  ])('counts as %s: %o', (expected, changes) => expect(answerClassOf(attempt(changes))).toBe(expected));
});

describe('A minute', () => {
  const failedAt = (seconds: number, error_code: string) =>
    attempt({ occurred_at: `2026-03-01T12:00:${String(seconds).padStart(2, '0')}.000Z`, error_code });

  it('keeps the newest failure, in any order of reports', () => {
    const reported = [failedAt(30, 'newest'), failedAt(10, 'older'), attempt({ outcome: 'delivered' })];
    const minute = reported.reduce(countAttempt, emptyMinute(0, 'e'));
    expect(minute.answers).toEqual({ '2xx': 1, '3xx': 0, '4xx': 0, '5xx': 0, none: 2 });
    expect(minute.lastError?.errorCode).toBe('newest');
    const other = countAttempt(emptyMinute(0, 'e'), failedAt(20, 'of another process'));
    for (const added of [addMinutes(minute, other), addMinutes(other, minute)]) {
      expect([added.answers.none, added.lastError?.errorCode]).toEqual([3, 'newest']);
    }
  });
});

describe('The times of a minute’s answers', () => {
  it('are those of answered attempts alone, from all processes', () => {
    const answered = [90, 90, 4_000].map((duration_ms) => attempt({ status_code: 500, duration_ms }));
    const one = [...answered, attempt({ unreachable: true, duration_ms: 15_000 })].reduce(
      countAttempt,
      emptyMinute(0, 'e'),
    );
    const other = countAttempt(emptyMinute(0, 'e'), attempt({ outcome: 'delivered', duration_ms: 90 }));
    for (const { answerTimes } of [addMinutes(one, other), addMinutes(other, one)]) {
      expect(answerTimes).toEqual(count([90, 90, 90, 4_000]).slice(0, waitClassOf(4_000) + 1));
    }
  });
});

const count = (waitsMs: readonly number[]): number[] => {
  const counts = Array.from({ length: waitClassCount }, () => 0);
  for (const waitedMs of waitsMs) counts[waitClassOf(waitedMs)]! += 1;
  return counts;
};

describe('A quantile', () => {
  it('without waits is null', () => expect(quantileMs(count([]), 0.5)).toBeNull());

  it('lies within the class of the one that it stands for', () => {
    const waits = fc.array(fc.integer({ min: 0, max: 3_600_000 }), { minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(waits, fc.constantFrom(0.5, 0.95), (waitsMs, share) => {
        const sorted = [...waitsMs].sort((one, other) => one - other);
        const exact = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
        const noted = quantileMs(count(waitsMs), share) ?? -1;
        const index = waitClassOf(exact);
        expect(noted).toBeGreaterThanOrEqual(index === 0 ? 0 : (waitBoundsMs[index - 1] ?? 0));
        expect(noted).toBeLessThanOrEqual(waitBoundsMs[index] ?? Infinity);
      }),
    );
  });

  it('for longer waits than are measured is the last bound', () =>
    expect(quantileMs(count([1e9]), 0.95)).toBe(waitBoundsMs.at(-1)));
});
