import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { theSystem } from '../../src/activity/queries.js';
import { deleteEndpoint } from '../../src/endpoints/queries/write-endpoints.js';
import { firstGate, type GateCursor, openStuckGates } from '../../src/ledger/queries/sweep.js';
import {
  attemptOf,
  createLedgerWorld,
  createMerchant,
  type LedgerWorld,
  readBalance,
  reportStatus,
  submit,
} from '../support/ledger-world.js';
import { newOrderId } from '../support/messages.js';

let world: LedgerWorld;
beforeEach(async () => {
  world = await createLedgerWorld();
});
afterEach(() => world.close());

/** An order whose second delivery waits behind its first. */
const arrangeOrder = async (merchantId: string) => {
  const orderId = newOrderId();
  await world.apply([submit(world, merchantId, orderId), reportStatus(world, orderId, 'ready')]);
  return orderId;
};
const drainedOf = async (endpointId: string) =>
  (await world.pool.query('select drained from endpoints where id = $1', [endpointId])).rows[0].drained;
const statesOf = async (endpointId: string) =>
  (
    await world.pool.query('select state from all_deliveries where endpoint_id = $1 order by state', [endpointId])
  ).rows.map(({ state }) => state);

describe('The sweep for stuck deliveries', () => {
  it('opens a gate that stayed closed behind a settled delivery, releases it, and leaves the others alone', async () => {
    const { merchantId } = await createMerchant(world, [null]);
    const [broken] = [await arrangeOrder(merchantId), await arrangeOrder(merchantId)];
    await world.pool.query(
      `update deliveries set state = 'delivered', settled_at = now() where order_id = $1 and sequence = 1`,
      [broken],
    );
    world.queue.splice(0);
    expect(await world.sweepStuck()).toBe(1);
    await world.releaseDue();
    expect(world.queue).toMatchObject([{ order_id: broken, sequence: 2 }]);
    expect(await world.sweepStuck()).toBe(0);
  });

  it('has the relay look at an endpoint that it would not have looked at, and at no other', async () => {
    const { merchantId, endpointIds } = await createMerchant(world, [null, null]);
    const orderId = await arrangeOrder(merchantId);
    const messages = world.queue.splice(0);
    const failed = { outcome: 'failed', unreachable: false, retry_in_ms: 1_000 } as const;
    await world.settle(messages.map((message) => attemptOf(world, message, failed)));
    await world.pool.query('update endpoint_windows set wake_at = null where endpoint_id = $1', [endpointIds[0]]);
    expect(await world.sweepStuck()).toBe(1);
    expect(await world.sweepStuck()).toBe(0);
    world.advance(1_000);
    await world.releaseDue();
    expect(world.queue.map((message) => [message.order_id, message.endpoint_id]).sort()).toEqual(
      endpointIds.map((endpointId) => [orderId, endpointId]).sort(),
    );
  });

  it('walks all closed gates in steps and begins anew at the end', async () => {
    const { merchantId } = await createMerchant(world, [null, null]);
    for (let n = 0; n < 5; n += 1) await arrangeOrder(merchantId);
    await world.pool.query(`update deliveries set state = 'delivered', settled_at = now() where sequence = 1`);
    const opened: number[] = [];
    for (let cursor: GateCursor | undefined = firstGate; cursor;) {
      const step: Awaited<ReturnType<typeof openStuckGates>> = await openStuckGates(world.pool, cursor, 4);
      opened.push(step.endpointIds.length);
      cursor = step.next;
    }
    expect(opened).toEqual([4, 4, 2]);
  });
});

describe('The sweep of deleted endpoints', () => {
  it('skips deliveries that wait, are in flight or were added late, and stops looking once none can come any more', async () => {
    const { merchantId, endpointIds } = await createMerchant(world, [null]);
    const endpointId = endpointIds[0]!;
    await arrangeOrder(merchantId);
    const [inFlight] = world.queue.splice(0);
    await deleteEndpoint(world.pool, endpointId, new Date(world.now()), theSystem);
    expect(await world.sweepDeleted()).toBe(1);
    expect(await statesOf(endpointId)).toEqual(['in_flight', 'skipped']);

    world.advance(2 * 3_600_000);
    await world.sweepDeleted();
    expect(await drainedOf(endpointId)).toBe(false);

    await world.settle([attemptOf(world, inFlight!, { outcome: 'failed', unreachable: false, retry_in_ms: 1_000 })]);
    expect(await statesOf(endpointId)).toEqual(['skipped', 'skipped']);
    await world.sweepDeleted();
    expect(await drainedOf(endpointId)).toBe(true);
    const { rows, matched, counted } = await readBalance(world);
    expect([matched, counted]).toEqual([rows, rows]);
  });
});
