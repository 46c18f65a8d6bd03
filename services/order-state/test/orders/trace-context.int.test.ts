import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { commandKeyOf } from '../../src/orders/rules/decide-batch.js';
import {
  attemptOf,
  createLedgerWorld,
  createMerchant,
  delivered,
  failed,
  type LedgerWorld,
  reportStatus,
  submit,
} from '../support/ledger-world.js';
import { newOrderId } from '../support/messages.js';

const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

let world: LedgerWorld;
beforeEach(async () => {
  world = await createLedgerWorld();
});
afterEach(() => world.close());

const take = () => world.queue.splice(0);

describe('the trace context of a message', () => {
  it('goes out with every attempt of every webhook that the message causes, and of no other message in its batch', async () => {
    const { merchantId } = await createMerchant(world, [null]);
    const [orderId, other] = [newOrderId(), newOrderId()];
    const ready = reportStatus(world, orderId, 'ready');
    await world.apply(
      [
        submit(world, merchantId, orderId),
        submit(world, merchantId, other),
        ready,
        reportStatus(world, other, 'ready'),
      ],
      new Map([[commandKeyOf(ready), traceparent]]),
    );
    const released = take();
    const first = released.find(({ order_id }) => order_id === orderId);
    expect(released.find(({ order_id }) => order_id === other)).toMatchObject({ sequence: 1, traceparent: null });
    expect(first).toMatchObject({ sequence: 1, attempt: 1, traceparent });

    await world.settle([attemptOf(world, first!, failed)]);
    world.advance(10_000);
    await world.releaseDue();
    const [again] = take();
    expect(again).toMatchObject({ sequence: 1, attempt: 2, traceparent });

    await world.settle([attemptOf(world, again!, delivered)]);
    expect(take()).toMatchObject([{ sequence: 2, event: 'delivery_requested', traceparent }]);
  });

  it('is there again when the sweep publishes a release anew', async () => {
    const { merchantId } = await createMerchant(world, [null]);
    const orderId = newOrderId();
    const ready = reportStatus(world, orderId, 'ready');
    await world.dyingAfterCommit(() =>
      world.apply([submit(world, merchantId, orderId), ready], new Map([[commandKeyOf(ready), traceparent]])),
    );
    expect(take()).toEqual([]);
    world.advance(15_000);
    await world.sweepUnpublished();
    expect(take()).toMatchObject([{ sequence: 1, traceparent }]);
  });

  it('is kept while the message waits for its order', async () => {
    const { merchantId } = await createMerchant(world, [null]);
    const orderId = newOrderId();
    const early = reportStatus(world, orderId, 'ready');
    await world.apply([early], new Map([[commandKeyOf(early), traceparent]]));
    expect(take()).toEqual([]);
    await world.apply([submit(world, merchantId, orderId)]);
    expect(take()).toMatchObject([{ sequence: 1, traceparent }]);
  });
});
