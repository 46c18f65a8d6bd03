import { describe, expect, it, test } from '@jest/globals';
import { conditionOf, fillSteps, nextProbeOf } from './endpoint-health.js';

const window = { size: 16, in_flight: 0, probe_at: null, failing_since: null, wake_at: null };
const failingWindow = { ...window, failing_since: '2026-01-01T00:00:00.000Z' };

test('a server that answers and never succeeds is not called well, nor one that was never tried', () => {
  expect(conditionOf({ health: 'ok', window, untried: false })).toBe('ok');
  expect(conditionOf({ health: 'ok', window: failingWindow, untried: false })).toBe('failing');
  expect(conditionOf({ health: 'ok', window, untried: true })).toBe('untried');
  expect(conditionOf({ health: 'breaker_open', window: failingWindow, untried: false })).toBe('breaker_open');
});

test('the next probe is when a webhook is due, also where one was allowed before', () => {
  const open = { ...failingWindow, probe_at: '2026-01-01T00:05:00.000Z', wake_at: '2026-01-01T00:30:00.000Z' };
  expect(nextProbeOf({ health: 'breaker_open', window: open })).toBe(open.wake_at);
  expect(nextProbeOf({ health: 'disabled', window: open })).toBeNull();
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
