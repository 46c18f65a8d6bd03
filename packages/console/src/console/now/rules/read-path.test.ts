import { expect, test } from '@jest/globals';
import type { History } from '@delivery/contracts';
import { failedShareOf, type HistoryStep, rateOf } from './read-path.js';

const step = (index: number, given: Partial<HistoryStep> = {}): HistoryStep => ({
  at: new Date(Date.UTC(2026, 0, 1) + index * 10_000).toISOString(),
  orders: 10,
  events: 20,
  delivered: 20,
  attempts: 20,
  failed_attempts: 0,
  time_to_merchant_ms: null,
  queues: { 'order-state.orders': 0 },
  due: 0,
  waiting: 0,
  held: 0,
  in_flight: 0,
  oldest_overdue_seconds: 0,
  balanced: true,
  ...given,
});
const historyOf = (data: HistoryStep[]): History => ({ step_seconds: 10, overdue_max_seconds: 120, data });

test('the share of failed attempts is that of the last quarter of an hour', () => {
  const failing = [step(1_000, { failed_attempts: 20 }), step(1_001, { failed_attempts: 1 })];
  expect(failedShareOf(historyOf([step(0), ...failing]))).toBeCloseTo(21 / 40);
  expect(failedShareOf(historyOf([step(0, { attempts: 0 })]))).toBeUndefined();
});

test('a rate is a second’s average over the last minute', () => {
  const history = historyOf([step(0, { orders: 600 }), ...[6, 7, 8, 9, 10, 11].map((index) => step(index))]);
  expect(rateOf(history, ({ orders }) => orders)).toBe(1);
});
