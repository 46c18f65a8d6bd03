import { expect, test } from '@jest/globals';
import type { History, OperatorStatus } from '@delivery/contracts';
import { failedShareOf, findConcerns, rateOf } from './find-concerns.js';
import type { HistoryStep } from './history-step.js';

const audit = {
  balanced: true,
  matched: 10,
  delivered: 10,
  exhausted: 0,
  skipped: 0,
  held: 0,
  waiting: 0,
  in_flight: 0,
  purged: 0,
  oldest_overdue_seconds: 0,
};

const calm = {
  audit,
  backlog: { due: 0, unpublished: 0, parked: 0, dead_letters: 0 },
  windows: { open: 20, narrowed: 0, probing: 0 },
  late_orders: { live: 0, sandbox: 0 },
  running_replays: 0,
  held_endpoints: [],
  open_breakers: [],
  retention_overdue_seconds: { customer_data: 0, orders: 0 },
  partition_days_ahead: 7,
} as unknown as OperatorStatus;

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

const historyOf = (data: HistoryStep[]): History => ({ step_seconds: 10, data });
const kindsOf = (status: OperatorStatus, history = historyOf([])) =>
  findConcerns(status, history).map(({ kind }) => kind);

test('where nothing is late and all is counted, nothing needs attention', () => {
  expect(kindsOf(calm)).toEqual([]);
});

test('a figure beyond a bound is a concern, a figure at the bound is not', () => {
  expect(kindsOf({ ...calm, audit: { ...calm.audit, oldest_overdue_seconds: 120 } })).toEqual([]);
  expect(kindsOf({ ...calm, audit: { ...calm.audit, oldest_overdue_seconds: 121 } })).toEqual(['overdue']);
  expect(kindsOf({ ...calm, audit: { ...calm.audit, balanced: false } })).toEqual(['unbalanced']);
  expect(kindsOf({ ...calm, backlog: { ...calm.backlog, dead_letters: 1 } })).toEqual(['deadLetters']);
});

test('days ahead that run out need attention', () => {
  expect(kindsOf({ ...calm, partition_days_ahead: 1 })).toEqual(['partitionDays']);
  expect(kindsOf({ ...calm, partition_days_ahead: 2 })).toEqual([]);
});

test('rows that retention should have purged a day ago need attention', () => {
  const overdue = (customerData: number, orders: number) =>
    kindsOf({ ...calm, retention_overdue_seconds: { customer_data: customerData, orders } });
  expect(overdue(86_400, 86_400)).toEqual([]);
  expect(overdue(86_401, 0)).toEqual(['erasureLate']);
  expect(overdue(0, 86_401)).toEqual(['purgeLate']);
});

test('servers that do not answer are a storm where they are many and a large share', () => {
  expect(kindsOf({ ...calm, windows: { open: 10, narrowed: 0, probing: 4 } })).toEqual([]);
  expect(kindsOf({ ...calm, windows: { open: 95, narrowed: 0, probing: 5 } })).toEqual([]);
  expect(kindsOf({ ...calm, windows: { open: 10, narrowed: 0, probing: 5 } })).toEqual(['breakers']);
});

test('a long queue needs attention where it grows', () => {
  const [short, long] = [{ 'order-state.orders': 900 }, { 'order-state.orders': 1_100 }];
  expect(kindsOf(calm, historyOf([step(0, { queues: short }), step(1, { queues: long })]))).toEqual(['queue']);
  expect(kindsOf(calm, historyOf([step(0, { queues: long }), step(1, { queues: long })]))).toEqual([]);
});

test('failed attempts need attention where they are most of the last quarter of an hour; earlier ones do not count', () => {
  const failing = [step(1_000, { failed_attempts: 20 }), step(1_001, { failed_attempts: 1 })];
  expect(failedShareOf(historyOf([step(0), ...failing]))).toBeCloseTo(21 / 40);
  expect(kindsOf(calm, historyOf([step(0), ...failing]))).toEqual(['failing']);
  expect(failedShareOf(historyOf([step(0, { attempts: 0 })]))).toBeUndefined();
});

test('a rate is a second’s average over the last minute', () => {
  const history = historyOf([step(0, { orders: 600 }), ...[6, 7, 8, 9, 10, 11].map((index) => step(index))]);
  expect(rateOf(history, ({ orders }) => orders)).toBe(1);
});
