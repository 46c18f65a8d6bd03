import { describe, expect, test } from '@jest/globals';
import type { EndpointHistory } from '@delivery/contracts';
import { fillHours, findTimes } from './endpoint-health.js';

const step = (minute: number, good: number, bad: number): EndpointHistory['data'][number] => ({
  at: `2026-03-01T18:${String(minute).padStart(2, '0')}:00.000Z`,
  answers: { '2xx': good, '3xx': 0, '4xx': 0, '5xx': bad, none: 0 },
  answer_ms: null,
  window: null,
  waiting: null,
  held: null,
});
const day = { succeeded: 0, failed: 0, answer_ms: null, hours: [] };
const history = (...data: EndpointHistory['data']): EndpointHistory => ({
  step_seconds: 240,
  last_error: null,
  day,
  data,
});
const delivery = { state: 'waiting' as const, settled_at: null, next_attempt_at: null };

describe('the times of an endpoint', () => {
  test('have the newest success, however it is known', () => {
    const counted = history(step(0, 3, 1), step(4, 0, 2));
    const older = findTimes({ history: counted, recent: [], lastTest: null });
    expect(older.lastSuccessAt).toBe(step(0, 0, 0).at);
    const settled = { ...delivery, state: 'delivered' as const, settled_at: '2026-03-01T18:09:00.000Z' };
    const newer = findTimes({ history: counted, recent: [delivery, settled], lastTest: null });
    expect(newer.lastSuccessAt).toBe(settled.settled_at);
  });

  test('have the next try of what waits', () => {
    const recent = ['18:30', '18:20'].map((at) => ({ ...delivery, next_attempt_at: `2026-03-01T${at}:00.000Z` }));
    expect(findTimes({ history: history(), recent, lastTest: null }).nextAttemptAt).toBe('2026-03-01T18:20:00.000Z');
  });

  test('have no success in a test that failed', () => {
    const lastTest = { at: '2026-03-01T18:00:00.000Z', error_code: 'http_5xx' };
    expect(findTimes({ history: history(), recent: [], lastTest }).lastSuccessAt).toBeNull();
  });
});

test('a day of an endpoint has 24 hours, also those in which nothing was sent', () => {
  const hour = (at: string) => ({ at, succeeded: 3, failed: 1, answer_ms: { p50: 80, p95: 400 } });
  const [first, last] = [hour('2026-02-28T20:00:00.000Z'), hour('2026-03-01T19:00:00.000Z')];
  const filled = fillHours([hour('2026-02-28T19:00:00.000Z'), first, last], Date.parse('2026-03-01T19:59:59Z'));
  const none = { succeeded: 0, failed: 0, answer_ms: null };
  expect(filled).toHaveLength(24);
  expect([filled[0], filled[1], filled[23]]).toEqual([first, { at: '2026-02-28T21:00:00.000Z', ...none }, last]);
});
