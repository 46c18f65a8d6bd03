import { afterAll, describe, expect, it } from '@jest/globals';
import type { OrderMessage } from '@delivery/contracts';
import { insertDeadLetters } from '../../src/dead-letters/queries.js';
import { createLedgerWorld, createMerchant, requestReady, submit } from '../support/ledger-world.js';
import { newOrderId } from '../support/messages.js';

const world = await createLedgerWorld();
afterAll(() => world.close());
const { merchantId } = await createMerchant(world, [null]);

const newOrderIds = () => [0, 1].map(newOrderId);
const create = (orderIds: readonly string[]) =>
  world.apply(orderIds.map((orderId) => submit(world, merchantId, orderId)));
/** Like the ids of a sender that counts its messages per order. */
const firstReady = (orderId: string): OrderMessage => ({ ...requestReady(world, merchantId, orderId), id: '1' });
const statusesOf = async (orderIds: readonly string[]) => {
  const { rows } = await world.pool.query<{ status: string }>('select status from orders where id = any($1)', [
    orderIds,
  ]);
  return rows.map(({ status }) => status);
};
const outcomesOf = async (orderIds: readonly string[]) => {
  const { rows } = await world.pool.query<{ outcome: string }>(
    `select outcome from all_commands where order_id = any($1) and type = 'order.ready_requested'`,
    [orderIds],
  );
  return rows.map(({ outcome }) => outcome);
};

describe('Messages of two orders under one id', () => {
  it('[P11] are both applied, also in one batch, and a repeat of either is decided once', async () => {
    const orderIds = newOrderIds();
    await create(orderIds);
    await world.apply(orderIds.map(firstReady));
    for (const orderId of orderIds) await world.apply([firstReady(orderId)]);
    expect(await statusesOf(orderIds)).toEqual(['ready', 'ready']);
    expect(await outcomesOf(orderIds)).toEqual(['applied', 'applied']);
  });

  it('[P11] are both parked when they overtake their orders, and applied when these come', async () => {
    const orderIds = newOrderIds();
    await world.apply(orderIds.map(firstReady));
    await create(orderIds);
    expect(await statusesOf(orderIds)).toEqual(['ready', 'ready']);
    expect((await world.pool.query('select 1 from parked_commands')).rowCount).toBe(0);
  });

  it('[P11] are two dead letters, and one that is refused again is the same one', async () => {
    const letterOf = (body: string) => ({
      queue: 'order-state.orders',
      messageId: '1',
      type: 'order.ready_requested',
      reason: 'does not match its schema',
      detail: null,
      body: Buffer.from(body),
      properties: {},
      atMs: world.now(),
    });
    await insertDeadLetters(world.pool, [letterOf('of one order'), letterOf('of another'), letterOf('of another')]);
    const { rows } = await world.pool.query<{ body: Buffer; count: number }>(
      'select body, count from dead_letters order by count',
    );
    expect(rows.map(({ body, count }) => [body.toString(), count])).toEqual([
      ['of one order', 1],
      ['of another', 2],
    ]);
  });
});
