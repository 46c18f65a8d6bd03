import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { DeliveryReleased } from '@delivery/contracts';
import { theSystem } from '../../src/activity/queries.js';
import { changeUnderLock } from '../../src/endpoints/change-endpoints.js';
import { disableEndpoints, enableEndpoint } from '../../src/endpoints/queries/write-endpoints.js';
import { replayDeliveries } from '../../src/replays/run-replays.js';
import {
  attemptOf,
  createLedgerWorld,
  createMerchant,
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

const giveUpMs = 900_000;
const dayMs = 24 * 3_600_000;
const take = () => world.queue.splice(0);
const failFor = (message: DeliveryReleased, ms: number) => world.settle([attemptOf(world, message, failedFor(ms))]);

/** The first attempt of a delivery, behind which another one waits. */
const arrange = async () => {
  const { merchantId, endpointIds } = await createMerchant(world, [['status_changed', 'delivery_requested']]);
  await world.pool.query('update endpoints set give_up_after = $2 where id = $1', [endpointIds[0], giveUpMs / 1_000]);
  await readyOrders(world, merchantId, 1);
  const [message] = take();
  return { message: message!, owner: { ownerId: merchantId, endpointId: endpointIds[0]!, actor: theSystem } };
};

/** The next attempt, which is due after `ms`. */
const nextAfter = async (ms: number): Promise<DeliveryReleased | undefined> => {
  world.advance(ms);
  await world.releaseDue();
  return take()[0];
};

const stateOf = async ({ delivery_id: id }: DeliveryReleased) =>
  (await world.pool.query('select state from all_webhook_deliveries where id = $1', [id])).rows[0]?.state as unknown;

describe('A delivery to an endpoint with give_up_after', () => {
  it('[P5] is exhausted once its next attempt would come later, and the next of its order follows', async () => {
    const { message } = await arrange();
    await failFor(message, 600_000);
    const second = await nextAfter(600_000);
    expect(second).toMatchObject({ attempt: 2 });
    // The attempt took 3 ms.
    await failFor(second!, 299_998);
    expect(await stateOf(message)).toBe('exhausted');
    expect(take()).toMatchObject([{ event: 'delivery_requested', attempt: 1 }]);
  });

  it('has the last attempt that is in time', async () => {
    const { message } = await arrange();
    await failFor(message, giveUpMs - 3);
    expect(await nextAfter(giveUpMs - 3)).toMatchObject({ attempt: 2 });
  });

  it.each([
    [200_003, 'waiting'],
    [200_002, 'exhausted'],
  ])('loses no time while its endpoint is disabled, again and again: %d ms are gone, %s', async (goneMs, state) => {
    const { message, owner } = await arrange();
    let next: DeliveryReleased | undefined = message;
    for (let round = 0; round < 2; round += 1) {
      await failFor(next!, 100_000);
      await changeUnderLock(world, owner, (client, id, now) =>
        disableEndpoints(client, [id], 'requested', now, theSystem),
      );
      world.advance(dayMs);
      await changeUnderLock(world, owner, (client, id, now) => enableEndpoint(client, id, now, theSystem));
      next = await nextAfter(100_000);
      expect(next).toMatchObject({ delivery_id: message.delivery_id });
    }
    await failFor(next!, giveUpMs - goneMs);
    expect(await stateOf(message)).toBe(state);
  });

  it('has the whole time again by a replay', async () => {
    const { message, owner } = await arrange();
    await failFor(message, giveUpMs);
    expect(await stateOf(message)).toBe('exhausted');
    await world.settle(take().map((other) => attemptOf(world, other, delivered)));
    world.advance(dayMs);
    const wanted = { ownerId: owner.ownerId, deliveryIds: [message.delivery_id], actor: theSystem };
    await replayDeliveries(world.pool, { ...wanted, nowMs: world.now() });
    await world.feedReplays();
    const replayed = await nextAfter(0);
    await failFor(replayed!, 600_000);
    expect(await stateOf(replayed!)).toBe('waiting');
  });
});
