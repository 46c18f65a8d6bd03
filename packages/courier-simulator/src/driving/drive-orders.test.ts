import { afterEach, describe, expect, it } from '@jest/globals';
import type { SandboxDelivery } from '../courier-api.js';
import type { Step } from '../simulation/rules/plan-simulation.js';
import { createActiveOrders } from './active-orders.js';
import { createDriver, type Driver } from './drive-orders.js';
import { createBreaker, createMerchantPace } from './rules/call-limits.js';

const readyAt = '2026-11-22T12:00:00.000Z';
const muchLaterMs = Date.parse(readyAt) + 86_400_000;
const buildOrder = (number: number, merchantId: string): SandboxDelivery => ({
  id: String(number).padStart(24, '0'),
  merchant_id: merchantId,
  state: 'open',
  status: 'ready',
  scenario: 'delivered',
  speed: 3_600,
  seed: 'seed',
  updated_at: readyAt,
  ready_at: readyAt,
  ready_count: 1,
  tracking_url: null,
  handover_code: null,
  door: null,
});

let driver: Driver;
afterEach(() => driver.close());

/** Collects the reports at one point in time. Each is refused, so that no order goes on. */
const drive = (given: readonly SandboxDelivery[]) => {
  const orders = createActiveOrders(10_000);
  const reported: { orderId: string; step: Step }[] = [];
  const now = () => muchLaterMs;
  driver = createDriver({
    orders,
    report: ({ id: orderId }, step) => {
      reported.push({ orderId, step });
      return Promise.resolve({ kind: 'refused', status: 409, code: 'invalid_state_transition', detail: '' });
    },
    breaker: createBreaker({ now, random: () => 0.5, atOnceMax: 1_000 }),
    pace: createMerchantPace(),
    now,
    random: () => 0.5,
    onReported: () => undefined,
  });
  for (const order of given) orders.see(order, 1);
  driver.wake();
  return { orders, reported };
};

describe('Reports of simulated couriers', () => {
  it('are paced per merchant, however many are due, and hold up no other merchant', async () => {
    const quiet = buildOrder(9_999, 'quiet');
    const { orders, reported } = drive([
      ...Array.from({ length: 300 }, (_, number) => buildOrder(number, 'loud')),
      quiet,
    ]);
    expect(reported).toHaveLength(51);
    expect(reported.map(({ orderId }) => orderId)).toContain(quiet.id);
    expect(orders.nextDueMs()).toBe(muchLaterMs + 100);
    await driver.close();
  });

  it('that are late have the time at which the courier saw the change', () => {
    const { reported } = drive([buildOrder(1, 'quiet')]);
    expect(reported[0]!.step.atMs).toBeLessThan(Date.parse(readyAt) + 1_000);
  });
});
