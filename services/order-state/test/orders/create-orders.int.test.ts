import { afterAll, describe, expect, it } from '@jest/globals';
import { commandKeyOf } from '../../src/orders/rules/decide-batch.js';
import { createLedgerWorld, createMerchant, reportStatus, submit } from '../support/ledger-world.js';
import { newOrderId } from '../support/messages.js';

const world = await createLedgerWorld({ isPatient: true });
afterAll(() => world.close());
const { merchantId } = await createMerchant(world, [null]);

const create = () => submit(world, merchantId, newOrderId());
const countOrders = async (orderIds: readonly string[]) => {
  const { rows } = await world.pool.query<{ n: number }>('select count(*) as n from orders where id = any($1)', [
    orderIds,
  ]);
  return rows[0]?.n;
};

describe('a batch of nothing but creates', () => {
  it('[P11] is applied once, though some of its messages were decided before', async () => {
    const [old, fresh] = [create(), create()];
    await world.apply([old]);
    const { verdicts } = await world.apply([fresh, old]);
    expect(verdicts.get(commandKeyOf(old))).toMatchObject({ outcome: 'applied', order: { id: old.order_id } });
    expect(verdicts.get(commandKeyOf(fresh))).toMatchObject({ outcome: 'applied', order: { id: fresh.order_id } });
    expect(await countOrders([old.order_id, fresh.order_id])).toBe(2);
  });

  it('tells a repeat of an order from another one under its id, within the batch and after it', async () => {
    const first = create();
    const same = { ...submit(world, merchantId, first.order_id) };
    const other = submit(world, merchantId, first.order_id);
    if (other.type === 'order.submitted') other.payload.order.display_id = 'another';
    const outcomes = async (...messages: (typeof first)[]) => {
      const { verdicts } = await world.apply(messages);
      return messages.map((message) => verdicts.get(commandKeyOf(message))?.outcome);
    };
    expect(await outcomes(first, same, other)).toEqual(['applied', 'unchanged', 'refused']);
    const late = { ...other, id: `${other.id}-late` };
    expect(await outcomes(late)).toEqual(['refused']);
  });

  it('[P3] refuses another order under its id by the fields that differ, also when it is redelivered', async () => {
    const [first, neighbour] = [create(), create()];
    if (first.type !== 'order.submitted') throw new Error('not a create');
    const otherOrder = {
      ...first.payload.order,
      display_id: 'secret 1',
      customer: { name: 'secret 2', phone: '99999999' },
    };
    const other = {
      ...first,
      id: `${first.id}-other`,
      payload: { order: otherOrder, external_data: '{"secret":"3"}' },
    };
    const pointers = ['/display_id', '/customer/name', '/customer/phone', '/external_data'];
    const answer = async (...batch: (typeof first)[]) =>
      (await world.apply([...batch, neighbour])).verdicts.get(commandKeyOf(other));

    await world.apply([first]);
    const verdict = await answer(other);
    expect(verdict).toMatchObject({ outcome: 'refused', code: 'external_id_conflict' });
    expect([...(verdict?.differing ?? [])].sort()).toEqual([...pointers].sort());
    expect(verdict?.detail).toContain(verdict?.differing?.join(', '));
    await world.pool.query('update orders set content = null where id = $1', [first.order_id]);
    expect(await answer(other)).toEqual(verdict);
    const { rows } = await world.pool.query('select * from all_commands where order_id = $1', [first.order_id]);
    expect(JSON.stringify([rows, verdict])).not.toMatch(/secret|99999999/);
  });

  it('[P11] decides commands that overtook it in the same batch, and answers the create as created', async () => {
    const created = create();
    await world.apply([reportStatus(world, created.order_id, 'ready')]);
    expect(world.queue.splice(0)).toEqual([]);
    const { verdicts } = await world.apply([created, create()]);
    expect(verdicts.get(commandKeyOf(created))).toMatchObject({ outcome: 'applied', order: { status: 'created' } });
    expect(world.queue.splice(0)).toMatchObject([{ order_id: created.order_id, sequence: 1 }]);
  });

  it('[P11] is decided once by two replicas that handle it at the same time', async () => {
    const messages = Array.from({ length: 20 }, create);
    const batches = await Promise.all([world.apply(messages), world.apply([...messages].reverse())]);
    for (const { verdicts } of batches)
      for (const message of messages) expect(verdicts.get(commandKeyOf(message))).toMatchObject({ outcome: 'applied' });
    expect(await countOrders(messages.map(({ order_id: orderId }) => orderId))).toBe(20);
  });
});
