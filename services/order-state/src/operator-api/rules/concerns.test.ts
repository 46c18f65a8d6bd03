import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { type History, queues } from '@delivery/contracts';
import {
  failedWindowSeconds,
  findConcerns,
  growthWindowSeconds,
  type Readings,
  stateOfReplica,
  thresholds,
} from './concerns.js';

type HistoryStep = History['data'][number];

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

const none = { open: 0, narrowed: 0, probing: 0 };
const windowsOf = (live: Readings['windows']['live']) => ({ live, sandbox: none });

const calm: Readings = {
  audit: { ...audit, sandbox: audit },
  backlog: { due: { live: 0, sandbox: 0 }, unpublished: 0, parked: 0, set_aside: 0, dead_letters: 0 },
  windows: windowsOf({ open: 20, narrowed: 0, probing: 0 }),
  paced_endpoints: 0,
  not_fetching_endpoints: 0,
  creates: { accepted: 10, limited: 0, unavailable: 0 },
  late_orders: { live: 0, sandbox: 0 },
  orders_without_courier: { live: 0, sandbox: 0 },
  mails: { on: false, waiting: 0, given_up: 0 },
  running_replays: 0,
  replicas: [],
  held_endpoints: [],
  open_breakers: [],
  retention_overdue_seconds: { customer_data: 0, orders: 0 },
  partition_days_ahead: 7,
  steps: [],
  queueStates: new Map([[queues.deliveries, { messages: 3, consumers: 1 }]]),
};

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

const kindsOf = (changed: Partial<Readings>) => findConcerns({ ...calm, ...changed }).map(({ kind }) => kind);

test('a silent endpoint of a sandbox merchant is no concern', () => {
  const endpoint = {
    id: 'e',
    name: null,
    url: null,
    merchant_id: 'm',
    merchant_name: 'Test',
    mode: 'sandbox',
  } as const;
  const broken = { ...endpoint, waiting: 1, failing_since: null, probe_at: null };
  const windows = { live: none, sandbox: { open: 0, narrowed: 0, probing: 9 } };
  expect(kindsOf({ windows, open_breakers: [broken] })).toEqual([]);
  expect(kindsOf({ open_breakers: [{ ...broken, mode: 'live' }] })).toEqual(['breakers_open']);
});

test('where nothing is late and all is counted, nothing needs attention', () => {
  expect(kindsOf({})).toEqual([]);
});

test('a figure beyond a bound is a concern, a figure at the bound is not', () => {
  expect(kindsOf({ audit: { ...calm.audit, oldest_overdue_seconds: 120 } })).toEqual([]);
  expect(kindsOf({ audit: { ...calm.audit, oldest_overdue_seconds: 121 } })).toEqual(['deliveries_overdue']);
  expect(kindsOf({ audit: { ...calm.audit, balanced: false } })).toEqual(['ledger_unbalanced']);
  expect(kindsOf({ audit: { ...calm.audit, sandbox: { ...audit, balanced: false } } })).toEqual(['ledger_unbalanced']);
  expect(kindsOf({ backlog: { ...calm.backlog, dead_letters: 1 } })).toEqual(['dead_letters']);
});

test('a queue without a consumer, and no connection to the broker, are critical and ours', () => {
  const missing = findConcerns({ ...calm, queueStates: new Map([[queues.deliveries, { messages: 3, consumers: 0 }]]) });
  const found = { kind: 'consumers_missing', severity: 'critical', owner: 'service' };
  expect(missing).toEqual([{ ...found, queue: queues.deliveries, messages: 3 }]);
  expect(kindsOf({ queueStates: undefined })).toEqual(['broker_disconnected']);
});

test('a dispatcher that is not heard of while RabbitMQ is away is not blamed for it, any other replica is', () => {
  const concernsOf = (service: 'order-state' | 'webhook-dispatcher', queueStates: Readings['queueStates']) => {
    const state = stateOfReplica({ service, silent: true }, queueStates);
    return kindsOf({ queueStates, replicas: [{ service, state, stalled: [] }] });
  };
  expect(concernsOf('webhook-dispatcher', undefined)).toEqual(['broker_disconnected']);
  expect(concernsOf('webhook-dispatcher', calm.queueStates)).toEqual(['replicas_silent']);
  expect(concernsOf('order-state', undefined)).toEqual(['broker_disconnected', 'replicas_silent']);
  expect(stateOfReplica({ service: 'webhook-dispatcher', silent: true }, undefined)).toBe('unknown');
  expect(stateOfReplica({ service: 'webhook-dispatcher', silent: false }, undefined)).toBe('running');
});

test('days ahead that run out need attention', () => {
  expect(kindsOf({ partition_days_ahead: 1 })).toEqual(['partition_days_running_out']);
  expect(kindsOf({ partition_days_ahead: 2 })).toEqual([]);
});

test('rows that retention should have purged a day ago need attention', () => {
  const overdue = (customerData: number, orders: number) =>
    kindsOf({ retention_overdue_seconds: { customer_data: customerData, orders } });
  expect(overdue(86_400, 86_400)).toEqual([]);
  expect(overdue(86_401, 0)).toEqual(['erasure_overdue']);
  expect(overdue(0, 86_401)).toEqual(['purge_overdue']);
});

test('servers that do not answer are a storm where they are many and a large share', () => {
  expect(kindsOf({ windows: windowsOf({ open: 10, narrowed: 0, probing: 4 }) })).toEqual([]);
  expect(kindsOf({ windows: windowsOf({ open: 95, narrowed: 0, probing: 5 }) })).toEqual([]);
  expect(kindsOf({ windows: windowsOf({ open: 10, narrowed: 0, probing: 5 }) })).toEqual(['breaker_storm']);
});

test('work that has stopped needs attention once for each service and work, and work of silent replicas does not count', () => {
  const stalled = ['loop retention'];
  const replicas = [
    { service: 'order-state', state: 'running', stalled },
    { service: 'order-state', state: 'running', stalled: [...stalled, 'consumer order-state.orders'] },
  ] as const satisfies Readings['replicas'];
  expect(findConcerns({ ...calm, replicas })).toMatchObject([
    { kind: 'work_stalled', service: 'order-state', work: 'loop retention', count: 2 },
    { kind: 'work_stalled', service: 'order-state', work: 'consumer order-state.orders', count: 1 },
  ]);
  const silent = [{ service: 'order-state', state: 'silent', stalled }] as const satisfies Readings['replicas'];
  expect(kindsOf({ replicas: silent })).toEqual(['replicas_silent']);
});

test('messages that are set aside need attention', () => {
  expect(kindsOf({ backlog: { ...calm.backlog, set_aside: 1 } })).toEqual(['items_set_aside']);
});

test('a long queue needs attention where it grows', () => {
  const [short, long] = [{ 'order-state.orders': 900 }, { 'order-state.orders': 1_100 }];
  expect(kindsOf({ steps: [step(0, { queues: short }), step(1, { queues: long })] })).toEqual(['queue_growing']);
  expect(kindsOf({ steps: [step(0, { queues: long }), step(1, { queues: long })] })).toEqual([]);
});

test('failed attempts need attention where they are most of the last quarter of an hour; earlier ones do not count', () => {
  const failing = [step(1_000, { failed_attempts: 20 }), step(1_001, { failed_attempts: 1 })];
  expect(findConcerns({ ...calm, steps: [step(0), ...failing] })).toEqual([
    { kind: 'webhooks_failing', severity: 'warning', owner: 'merchants', share: 21 / 40 },
  ]);
  expect(kindsOf({ steps: [step(0, { attempts: 0 })] })).toEqual([]);
});

test('faults that merchants have to mend are theirs, and come last', () => {
  const found = findConcerns({ ...calm, not_fetching_endpoints: 2, partition_days_ahead: 0 });
  expect(found.map(({ kind, owner }) => [kind, owner])).toEqual([
    ['partition_days_running_out', 'service'],
    ['endpoints_not_fetching', 'merchants'],
  ]);
});

test('creates that are refused for a fault of ours are a concern by their share of the last minute', () => {
  const refusing = { ...calm, creates: { accepted: 3, limited: 4, unavailable: 1 } };
  expect(findConcerns(refusing)).toEqual([
    { kind: 'creates_refused', severity: 'critical', owner: 'service', share: 1 / 8 },
  ]);
  for (const creates of [
    null,
    { accepted: 0, limited: 0, unavailable: 0 },
    { accepted: 1, limited: 9, unavailable: 0 },
  ])
    expect(findConcerns({ ...calm, creates })).toEqual([]);
});

/** The expression of one alert, on one line. */
const expressionOf = async (alert: string): Promise<string> => {
  const rules = await readFile(new URL('../../../../../deploy/prometheus/alerts.yml', import.meta.url), 'utf8');
  const [, rule = ''] = rules.split(`- alert: ${alert}\n`);
  const expression = /expr: >-\n([^]*?)\n\s+(?:for|labels):/.exec(rule)?.[1];
  if (expression === undefined) throw new Error(`no alert ${alert}`);
  return expression.replaceAll(/\s+/g, ' ');
};

test.each([
  ['IntakeErrorBudgetBurnFast', `> (${(thresholds.refusedShare / 0.001).toFixed(1)} * 0.001)`],
  ['DeliveriesOverdue', `> ${thresholds.overdueSeconds}`],
  ['QueueGrowing', `> ${thresholds.queueMessages}`],
  ['QueueGrowing', `[${growthWindowSeconds / 60}m]`],
  ['ItemsSetAside', `> ${thresholds.setAside}`],
  ['DeadLetters', `> ${thresholds.deadLetters}`],
  ['BreakerStorm', `>= ${thresholds.probingMin}`],
  ['BreakerStorm', `> ${thresholds.probingShare}`],
  ['WebhooksFailing', `> ${thresholds.failedShare}`],
  ['PartitionDaysRunningOut', `< ${thresholds.daysAhead}`],
  ['RetentionOverdue', `> ${thresholds.retentionOverdueSeconds}`],
  ['WebhooksFailing', `[${failedWindowSeconds / 60}m]`],
])('[P27] the status and the alert %s speak up at the same bound: %s', async (alert, bound) => {
  expect(await expressionOf(alert)).toContain(bound);
});
