import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { DeliveryReleased } from '@delivery/contracts';
import { createSweepClock } from '../../src/sweeps/sweep-ledger.js';
import {
  attemptOf,
  createLedgerWorld,
  createMerchant,
  createPullMerchant,
  delivered,
  failedFor,
  type LedgerWorld,
  readyOrders,
} from '../support/ledger-world.js';

let world: LedgerWorld;
beforeEach(async () => {
  world = await createLedgerWorld();
});
afterEach(() => world.close());

const second = 1_000;
const steps = [
  ['40 seconds', 40 * second],
  ['25 days', 25 * 86_400 * second],
] as const;

/** The clock of the database, as the sweep asks for it. @returns looks at the clock again */
const setBack = async (ms: number): Promise<() => Promise<unknown>> => {
  world.advance(-ms);
  const { logger, pool, now } = world;
  const steps = [ms];
  const measured = { now, skewMs: () => 0, measure: () => Promise.resolve(steps.pop() ?? 0) };
  const deps = {
    pool,
    now,
    logger,
    leaseMs: 12 * 60 * second,
    canPublish: () => true,
    onStuck: () => undefined,
    onSetAside: () => undefined,
  };
  const sweep = createSweepClock({ ...deps, clock: measured, onReleased: () => undefined });
  await sweep();
  return sweep;
};

const take = (): DeliveryReleased[] => world.queue.splice(0);
const deliver = async (): Promise<number> => {
  const taken = take();
  await world.settle(taken.map((message) => attemptOf(world, message, delivered)));
  return taken.length;
};

describe.each(steps)('When the clock is set back by %s', (_name, ms) => {
  it('[P23] an endpoint with a pace goes on at its pace', async () => {
    const { merchantId, endpointIds } = await createMerchant(world, [null]);
    await world.pool.query('update endpoints set max_per_second = 4 where id = $1', [endpointIds[0]]);
    await readyOrders(world, merchantId, 4);
    await setBack(ms);
    await readyOrders(world, merchantId, 2);
    let sent = await deliver();
    for (let tenths = 0; tenths < 60; tenths += 1) {
      world.advance(second / 10);
      await world.releaseDue();
      sent += await deliver();
    }
    expect(sent).toBe(12);
  });

  it('[P5] a webhook that waits for a retry goes at once, and a failure after it waits for its delay', async () => {
    const { merchantId } = await createMerchant(world, [null]);
    await readyOrders(world, merchantId, 1);
    const fail = { outcome: 'failed', unreachable: true } as const;
    await world.settle(take().map((message) => attemptOf(world, message, fail)));
    await setBack(ms);
    await world.releaseDue();
    const [again] = take();
    expect(again).toMatchObject({ attempt: 2 });
    await world.settle([attemptOf(world, again!, fail)]);
    world.advance(30 * second - 1);
    await world.releaseDue();
    expect(take()).toEqual([]);
    world.advance(1);
    await world.releaseDue();
    expect(take()).toMatchObject([{ attempt: 3 }]);
  });

  it('[P5] a webhook that was never sent goes before retries that are due later', async () => {
    const { merchantId, endpointIds } = await createMerchant(world, [['status_changed']]);
    await readyOrders(world, merchantId, 3);
    const sent = take();
    await world.pool.query('update endpoint_windows set size = 1 where endpoint_id = $1', [endpointIds[0]]);
    await readyOrders(world, merchantId, 1);
    await setBack(ms);
    await world.settle(sent.map((message) => attemptOf(world, message, failedFor(10 * second))));
    await world.releaseDue();
    const sentIds = new Set(sent.map(({ delivery_id }) => delivery_id));
    expect(take().map(({ delivery_id }) => sentIds.has(delivery_id))).toEqual([false]);
  });

  it('[P5] a transaction that began before, and commits later, leaves nothing that waits for its times', async () => {
    const { merchantId, endpointIds } = await createMerchant(world, [['status_changed']]);
    const lookAgain = await setBack(ms);
    world.advance(ms);
    await world.pool.query('update endpoint_windows set in_flight = 16 where endpoint_id = $1', [endpointIds[0]]);
    await readyOrders(world, merchantId, 1);
    await world.pool.query('update endpoint_windows set in_flight = 0, wake_at = $2 where endpoint_id = $1', [
      ...[endpointIds[0], new Date(world.now())],
    ]);
    world.advance(-ms);
    await lookAgain();
    await world.releaseDue();
    expect(take()).toHaveLength(1);
  });

  it('[P5] leases last as long as before', async () => {
    const { merchantId } = await createMerchant(world, [null]);
    await readyOrders(world, merchantId, 1);
    await world.markPublished(take());
    await setBack(ms);
    await world.sweepLeases();
    expect(take()).toEqual([]);
    world.advance(12 * 60 * second + 1);
    await world.sweepLeases();
    expect(take()).toMatchObject([{ generation: 2, attempt: 1 }]);
  });

  it('[P5] messages that were taken and not acked come again, and the others can be taken', async () => {
    const pulled = await createPullMerchant(world, `whsec_${'a'.repeat(44)}`);
    await readyOrders(world, pulled.merchantId, 2);
    const poll = async () => {
      const { merchantId: merchant_id, endpointId: endpoint_id } = pulled;
      const asked = { owner_id: merchant_id, endpoint_id, limit: 1, visibility_ms: 30 * second };
      const [result] = await world.takeMessages([asked]);
      return result?.outcome === 'taken' ? result.messages.map(({ id, attempt }) => [id, attempt]) : [];
    };
    const [first] = await poll();
    await setBack(ms);
    expect(await poll()).toHaveLength(1);
    world.advance(31 * second);
    await world.expireTaken();
    expect(await poll()).toEqual([[first![0], 2]]);
  });
});
