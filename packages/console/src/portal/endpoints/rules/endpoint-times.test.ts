import { describe, expect, test } from '@jest/globals';
import type { EndpointHistory } from '@delivery/contracts';
import { findTimes } from './endpoint-times.js';

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
