import { describe, expect, it, test } from '@jest/globals';
import type { EndpointHistory } from '@delivery/contracts';
import { fillSteps, findTimes } from './endpoint-history.js';

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

const minute = 60_000;
const answers = { '2xx': 3, '3xx': 0, '4xx': 0, '5xx': 0, none: 1 };
const stepAt = (place: number, looked: object) => ({
  at: new Date(place * minute).toISOString(),
  answers,
  answer_ms: { p50: 80, p95: 400 },
  window: null,
  waiting: null,
  held: null,
  ...looked,
});

const current = { window: { size: 9, in_flight: 1, probing: false }, waiting: 5, held: 0 };

describe('The steps of an endpoint’s chart', () => {
  it('are all of the span: where nothing happened nothing is counted, and the window is as it was; the last one is as it is now', () => {
    const seen = { window: { size: 4, in_flight: 2, probing: false }, waiting: 7, held: 0 };
    const data = [stepAt(11, seen), stepAt(13, {})];
    const steps = fillSteps({ step_seconds: 60, data }, { nowMs: 14.5 * minute, spanMs: 5 * minute, current });
    expect(steps.map(({ at }) => Date.parse(at) / minute)).toEqual([10, 11, 12, 13, 14]);
    expect(steps.map(({ answers: counted }) => counted['2xx'])).toEqual([0, 3, 0, 3, 0]);
    expect(steps.map(({ answer_ms: times }) => times?.p95)).toEqual([undefined, 400, undefined, 400, undefined]);
    expect(steps.map(({ window }) => window && [window.size, window.in_flight])).toEqual([
      null,
      [4, 2],
      [4, 0],
      [4, 0],
      [9, 1],
    ]);
    expect(steps.map(({ waiting }) => waiting)).toEqual([0, 7, 0, 0, 5]);
  });

  it('have a gap where a backlog was too large to be counted', () => {
    const seen = { window: { size: 1, in_flight: 0, probing: true }, waiting: null, held: 0 };
    const [step] = fillSteps(
      { step_seconds: 60, data: [stepAt(3, seen)] },
      { nowMs: 4 * minute, spanMs: 2 * minute, current },
    );
    expect(step?.waiting).toBeNull();
  });
});
