import { expect, test } from '@jest/globals';
import { fillHours } from './fill-hours.js';

test('a day of an endpoint has 24 hours, also those in which nothing was sent', () => {
  const hour = (at: string) => ({ at, succeeded: 3, failed: 1, answer_ms: { p50: 80, p95: 400 } });
  const [first, last] = [hour('2026-02-28T20:00:00.000Z'), hour('2026-03-01T19:00:00.000Z')];
  const filled = fillHours([hour('2026-02-28T19:00:00.000Z'), first, last], Date.parse('2026-03-01T19:59:59Z'));
  const none = { succeeded: 0, failed: 0, answer_ms: null };
  expect(filled).toHaveLength(24);
  expect([filled[0], filled[1], filled[23]]).toEqual([first, { at: '2026-02-28T21:00:00.000Z', ...none }, last]);
});
