import { expect, test } from '@jest/globals';
import type { Concern, History, OperatorStatus } from '@delivery/contracts';
import { failedShareOf, type HistoryStep, rateOf, readPath } from './read-path.js';

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

/** The end of that step. */
const endOf = (index: number): number => Date.UTC(2026, 0, 1) + (index + 1) * 10_000;

test('the share of failed attempts covers the last quarter of an hour', () => {
  const failing = [step(1_000, { failed_attempts: 20 }), step(1_001, { failed_attempts: 1 })];
  expect(failedShareOf(historyOf([step(0), ...failing]), endOf(1_001))).toBeCloseTo(21 / 40);
  expect(failedShareOf(historyOf([step(0, { attempts: 0 })]), endOf(0))).toBeUndefined();
});

test('a rate is the average of the last half minute, and unknown where nothing was measured in it', () => {
  const history = historyOf([step(0, { orders: 600 }), ...[6, 7, 8, 9, 10, 11].map((index) => step(index))]);
  expect(rateOf(history, endOf(11), ({ orders }) => orders)).toBe(1);
  expect(rateOf(history, endOf(14), ({ orders }) => orders)).toBeUndefined();
});

const none = { open: 1, narrowed: 0, probing: 0 };
const statusOf = (concerns: Concern[], creates: OperatorStatus['creates'] = null) => ({
  concerns,
  creates,
  audit: { waiting: 3, held: 0, in_flight: 1, oldest_overdue_seconds: 0 },
  backlog: { due: { live: 3 } },
  windows: { live: none },
  held_endpoints: [],
});
const read = (concerns: Concern[], data: HistoryStep[], creates?: OperatorStatus['creates']) =>
  readPath(statusOf(concerns, creates), historyOf(data), endOf(data.length - 1), 0);
const critical = { severity: 'critical', owner: 'service' } as const;

test('without RabbitMQ nothing flows and the depth of the queues is unknown', () => {
  const path = read([{ kind: 'broker_disconnected', ...critical }], [step(0), step(1), step(2)], {
    accepted: 0,
    limited: 0,
    unavailable: 8,
  });
  expect([path.ordersPerSecond, path.deliveredPerSecond]).toEqual([0, 0]);
  expect(path.ordersQueue).toEqual({ messages: undefined, clearsInSeconds: undefined, tone: 'bad' });
  expect(path.refused).toEqual({ unavailable: 1, limited: 0 });
  expect(path.intakeTone).toBe('bad');
});

test('a queue whose depth was not measured is unknown, and not empty', () => {
  const path = read([], [step(0, { queues: { 'order-state.orders': null } })]);
  expect(path.ordersQueue.messages).toBeUndefined();
  expect(path.deliveriesQueue.messages).toBeUndefined();
  expect(read([], [step(0)]).ordersQueue.messages).toBe(0);
});

test('a queue from which nothing takes messages is never empty, and has the depth that its concern names', () => {
  const queue = 'webhook-dispatcher.deliveries';
  const missing: Concern = { kind: 'consumers_missing', ...critical, queue, messages: 141 };
  const path = read([missing], [step(0, { queues: { [queue]: 115 } })]);
  expect(path.deliveriesQueue).toEqual({ messages: 141, clearsInSeconds: 'never', tone: 'bad' });
});
