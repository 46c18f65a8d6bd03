import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { theSystem } from '../../src/activity/queries.js';
import { deleteEndpoint } from '../../src/endpoints/queries/write-endpoints.js';
import { firstGate, openStuckGates, readClosedGates } from '../../src/ledger/queries/sweep.js';
import { holdRows } from '../support/hold-rows.js';
import {
  attemptOf,
  createLedgerWorld,
  createMerchant,
  failed,
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
    await world.pool.query('select state from all_webhook_deliveries where endpoint_id = $1 order by state', [
      endpointId,
    ])
  ).rows.map(({ state }) => state);

describe('The sweep for stuck deliveries', () => {
  it('opens a gate that stayed closed behind a settled delivery, releases it, and leaves the others alone', async () => {
    const { merchantId } = await createMerchant(world, [null]);
    const [broken] = [await arrangeOrder(merchantId), await arrangeOrder(merchantId)];
    await world.pool.query(
      `update webhook_deliveries set state = 'delivered', settled_at = now() where order_id = $1 and sequence = 1`,
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
    await world.settle(messages.map((message) => attemptOf(world, message, failed)));
    await world.pool.query('update endpoint_windows set wake_at = null where endpoint_id = $1', [endpointIds[0]]);
    expect(await world.sweepStuck()).toBe(1);
    expect(await world.sweepStuck()).toBe(0);
    world.advance(10_000);
    await world.releaseDue();
    expect(world.queue.map((message) => [message.order_id, message.endpoint_id]).sort()).toEqual(
      endpointIds.map((endpointId) => [orderId, endpointId]).sort(),
    );
  });

  it('goes on behind gates that it could not look at, and wakes forgotten endpoints all the same', async () => {
    const { merchantId, endpointIds } = await createMerchant(world, [null, null]);
    await arrangeOrder(merchantId);
    await world.settle(world.queue.splice(0).map((message) => attemptOf(world, message, failed)));
    await world.pool.query('update endpoint_windows set wake_at = null where endpoint_id = $1', [endpointIds[0]]);
    // More gates than a step has, none of them with anything before it.
    await world.pool.query(
      `insert into webhook_deliveries (id, order_id, endpoint_id, owner_id, sequence, previous_sequence, event, webhook_id, state, gate_open,
                               not_before, created_at)
       select lpad(to_hex(n), 32, '0')::uuid, n, $1, $2, 1, 0, 'status_changed', n, 'waiting', false, now(), now()
       from generate_series(1, 2100) n`,
      [endpointIds[1], merchantId],
    );
    const letGo = await holdRows(world.databaseUrl, 'webhook_deliveries where id = $1', [`${'0'.repeat(31)}1`]);
    await expect(world.sweepStuck()).rejects.toThrow('lock timeout');
    expect(await world.sweepStuck()).toBeGreaterThan(0);
    await letGo();
    const { rows } = await world.pool.query(
      'select wake_at is not null as is_woken from endpoint_windows where endpoint_id = $1',
      [endpointIds[0]],
    );
    expect(rows).toEqual([{ is_woken: true }]);
  });

  it('looks at all closed gates in steps', async () => {
    const { merchantId } = await createMerchant(world, [null, null]);
    for (let n = 0; n < 5; n += 1) await arrangeOrder(merchantId);
    await world.pool.query(`update webhook_deliveries set state = 'delivered', settled_at = now() where sequence = 1`);
    const opened: number[] = [];
    for (let cursor = firstGate; opened.at(-1) !== 0;) {
      const gates = await readClosedGates(world.pool, cursor, 4);
      opened.push((await openStuckGates(world.pool, gates)).length);
      cursor = gates.at(-1) ?? cursor;
    }
    expect(opened).toEqual([4, 4, 2, 0]);
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

    await world.settle([attemptOf(world, inFlight!, failed)]);
    expect(await statesOf(endpointId)).toEqual(['skipped', 'skipped']);
    await world.sweepDeleted();
    expect(await drainedOf(endpointId)).toBe(true);
    const { rows, matched, counted } = await readBalance(world);
    expect([matched, counted]).toEqual([rows, rows]);
  });
});
