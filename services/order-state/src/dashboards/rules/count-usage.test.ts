import { expect, it } from '@jest/globals';
import { createUsageCounter, type UsageCounter } from './count-usage.js';

type Applied = Parameters<UsageCounter['onApplied']>[0];
type Settled = Parameters<UsageCounter['onSettled']>[0];

const november = Date.UTC(2026, 10, 30, 23, 59, 59, 999);
const order = (id: string, status: string, merchantId = 'm1') => ({ id, status, merchantId });
const moved = (orderId: string) => ({ orderId, event: 'status_changed' });
const toApplied = (plan: object): Applied => ({ created: [], changed: [], events: [], ...plan });
const attempt = (id: string) => ({ delivery_id: id });
const toSettled = (plan: object): Settled => plan as Settled;

it('counts an order when it is created and once when it ends, for the month in which that happened', () => {
  const counter = createUsageCounter();
  counter.onApplied(toApplied({ created: [order('a', 'created'), order('b', 'created', 'm2')] }), november);
  counter.onApplied(toApplied({ changed: [order('a', 'ready')], events: [moved('a')] }), november);
  counter.onApplied(toApplied({ changed: [order('a', 'delivered')], events: [moved('a')] }), november + 1);
  // A tracking URL that came after the end.
  const late = { orderId: 'a', event: 'tracking_url_added' };
  counter.onApplied(toApplied({ changed: [order('a', 'delivered')], events: [late] }), november + 1);
  const canceled = { changed: [order('b', 'canceled', 'm2')], events: [moved('b')] };
  counter.onApplied(toApplied(canceled), november);
  expect(counter.take()).toMatchObject([
    { month: '2026-11', ownerId: 'm1', ordersCreated: 1, ordersDelivered: 0 },
    { month: '2026-11', ownerId: 'm2', ordersCreated: 1, ordersCanceled: 1 },
    { month: '2026-12', ownerId: 'm1', ordersCreated: 0, ordersDelivered: 1, ordersReturned: 0 },
  ]);
  expect(counter.take()).toEqual([]);
});

it('counts each attempt, and what became of its webhook; what could not be written is added to what came meanwhile', () => {
  const counter = createUsageCounter();
  const settled = toSettled({
    logged: [attempt('x'), attempt('x'), attempt('y'), attempt('z')],
    usedBy: new Map([
      ['x', 'm1'],
      ['y', 'm1'],
      ['z', 'm2'],
    ]),
    updates: [
      { id: 'x', state: 'delivered' },
      { id: 'y', state: 'waiting' },
      { id: 'z', state: 'exhausted' },
    ],
  });
  counter.onSettled(settled, november);
  const taken = counter.take();
  counter.onSettled(settled, november);
  counter.giveBack(taken);
  expect(counter.take()).toMatchObject([
    { ownerId: 'm1', webhookAttempts: 6, webhooksDelivered: 2, webhooksExhausted: 0 },
    { ownerId: 'm2', webhookAttempts: 2, webhooksDelivered: 0, webhooksExhausted: 2 },
  ]);
});
