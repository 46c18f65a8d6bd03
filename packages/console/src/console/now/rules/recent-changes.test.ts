import { expect, test } from '@jest/globals';
import type { ActivityEntry, History, OperatorStatus } from '@delivery/contracts';
import { recentChanges } from './recent-changes.js';

const at = (minute: number): string => new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString();
const queues = { 'order-state.orders': 0 };
const stepAt = (minute: number, late: number | null, balanced = true) => ({
  queues,
  at: at(minute),
  oldest_overdue_seconds: late,
  balanced,
});

const status = {
  open_breakers: [
    { id: 'failing', mode: 'live', failing_since: at(1) },
    { id: 'of a test', mode: 'sandbox', failing_since: at(1) },
    { id: 'long ago', mode: 'live', failing_since: at(-90) },
  ],
  replicas: [],
} as unknown as OperatorStatus;
const quiet = { open_breakers: [], replicas: [] } as unknown as OperatorStatus;

test('lists what has changed, the newest first, and nothing from before', () => {
  const data = [stepAt(1, 0), stepAt(2, 500), stepAt(3, 500), stepAt(4, null, false), stepAt(5, 0)];
  const history = { step_seconds: 60, overdue_max_seconds: 120, data } as unknown as History;
  const activity = [
    { at: at(3), action: 'endpoint.disabled' },
    { at: at(-90), action: 'endpoint.disabled' },
  ] as ActivityEntry[];
  const changes = recentChanges({ status, history, activity }, Date.parse(at(0)));
  expect(changes.map(({ kind, at: when }) => [kind, when])).toEqual([
    ['caughtUp', at(4)],
    ['unbalanced', at(4)],
    ['done', at(3)],
    ['overdue', at(2)],
    ['failing', at(1)],
  ]);
});

test('leaves out who signed in, who looked where a courier is, and which tests were sent: nothing became other than it was', () => {
  const actions = [
    ...(['session.begun', 'endpoint.disabled', 'endpoint.tested'] as const),
    ...(['merchant.portal_link_used', 'order.position_read'] as const),
  ];
  const activity = actions.map((action) => ({ at: at(3), action })) as ActivityEntry[];
  const changes = recentChanges({ status: quiet, history: undefined, activity }, Date.parse(at(0)));
  expect(changes.map((change) => 'entry' in change && change.entry.action)).toEqual(['endpoint.disabled']);
});

test('shows a process that started, a broker that was away, and a time in which nothing was recorded', () => {
  const away = { ...stepAt(2, 0), queues: { 'order-state.orders': null } };
  const data = [stepAt(0, 0), stepAt(1, 0), away, stepAt(3, 0), stepAt(9, 0)];
  const history = { step_seconds: 60, overdue_max_seconds: 120, data } as unknown as History;
  const replicas = [{ service: 'intake-api', name: 'a:8080', started_at: at(5) }];
  const changes = recentChanges(
    { status: { ...quiet, replicas } as unknown as OperatorStatus, history, activity: [] },
    Date.parse(at(0)),
  );
  expect(changes.map(({ kind, at: when }) => [kind, when])).toEqual([
    ['recordedAgain', at(9)],
    ['started', at(5)],
    ['brokerBack', at(3)],
    ['brokerAway', at(2)],
  ]);
});
