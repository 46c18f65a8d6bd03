import { beforeEach, describe, expect, it } from '@jest/globals';
import type { SandboxDelivery } from '../courier-api.js';
import { planSimulation, trackingUrlOf } from '../simulation/rules/plan-simulation.js';
import { type ActiveOrders, createActiveOrders } from './active-orders.js';

const readyAt = '2026-11-22T12:00:00.000Z';
const muchLaterMs = Date.parse(readyAt) + 86_400_000;
const idOf = (number: number): string => String(number).padStart(24, '0');
const buildOrder = (order: Partial<SandboxDelivery> = {}): SandboxDelivery => ({
  id: idOf(1),
  merchant_id: '0'.repeat(32),
  state: 'mine',
  status: 'ready',
  scenario: 'delivered',
  speed: 60,
  seed: 'seed',
  updated_at: readyAt,
  ready_at: readyAt,
  ready_count: 1,
  tracking_url: null,
  handover_code: null,
  door: null,
  ...order,
});
const secondsLater = (seconds: number): string => new Date(Date.parse(readyAt) + seconds * 1_000).toISOString();

let orders: ActiveOrders;
beforeEach(() => {
  orders = createActiveOrders(3);
});

describe('An order in hand', () => {
  it('is due when its next step is, and not before', () => {
    const order = buildOrder();
    const [first] = planSimulation(order).steps;
    orders.see(order, 1);
    expect(orders.nextDueMs()).toBe(first!.atMs);
    expect(orders.takeDue(first!.atMs - 1)).toBeUndefined();
    expect(orders.takeDue(first!.atMs)).toMatchObject({ next: 0, order });
    expect(orders.nextDueMs()).toBeUndefined();
  });

  it('goes on where it is, not where its plan begins', () => {
    orders.see(buildOrder({ status: 'at_pickup', tracking_url: trackingUrlOf(idOf(1), 1) }), 1);
    expect(orders.takeDue(muchLaterMs)?.next).toBe(3);
  });

  it('is not set back by a list that is older than the answer to its own report', () => {
    orders.see(buildOrder({ status: 'on_route_to_pickup', updated_at: secondsLater(5) }), 1);
    orders.see(buildOrder({ updated_at: secondsLater(1) }), 2);
    expect(orders.takeDue(muchLaterMs)?.next).toBe(1);
  });

  it('follows an order that another sender has moved', () => {
    orders.see(buildOrder(), 1);
    orders.see(buildOrder({ status: 'on_route_to_delivery', updated_at: secondsLater(9) }), 2);
    expect(orders.takeDue(muchLaterMs)?.next).toBe(4);
    expect(orders.takeDue(muchLaterMs)).toBeUndefined();
  });

  it('that waits for a change is due again once the list shows one', () => {
    orders.see(buildOrder(), 1);
    orders.schedule(orders.takeDue(muchLaterMs)!, undefined);
    orders.see(buildOrder(), 2);
    expect(orders.nextDueMs()).toBeUndefined();
    orders.see(buildOrder({ status: 'on_route_to_pickup', updated_at: secondsLater(9) }), 3);
    expect(orders.takeDue(muchLaterMs)?.next).toBe(1);
  });

  it('is dropped once the list does not show it any more, unless a report is under way', () => {
    orders.see(buildOrder(), 1);
    orders.see(buildOrder({ id: idOf(2) }), 1);
    const reported = orders.takeDue(muchLaterMs)!;
    reported.isReporting = true;
    orders.endRound(2);
    expect(orders.count()).toBe(1);
    reported.isReporting = false;
    orders.endRound(3);
    expect(orders.count()).toBe(0);
    expect(orders.nextDueMs()).toBeUndefined();
  });
});

describe('Orders', () => {
  it('without a step to come take no room', () => {
    const url = (number: number) => trackingUrlOf(idOf(number), 1);
    for (let number = 1; number <= 5; number += 1) {
      const isStuck = { scenario: 'stuck', status: 'on_route_to_pickup', tracking_url: url(number) } as const;
      orders.see(buildOrder({ id: idOf(number), ...isStuck }), 1);
    }
    expect([orders.count(), orders.leftOutCount()]).toEqual([0, 0]);
  });

  it('beyond the bound wait in the list until there is room', () => {
    const seeAll = (numbers: readonly number[], round: number) => {
      for (const number of numbers) orders.see(buildOrder({ id: idOf(number) }), round);
      orders.endRound(round);
    };
    seeAll([1, 2, 3, 4, 5], 1);
    expect([orders.count(), orders.leftOutCount()]).toEqual([3, 2]);
    seeAll([3, 4, 5], 2);
    expect([orders.count(), orders.leftOutCount()]).toEqual([1, 2]);
    seeAll([3, 4, 5], 3);
    expect([orders.count(), orders.leftOutCount()]).toEqual([3, 0]);
  });
});
