import { afterAll, describe, expect, it } from '@jest/globals';
import type { OrderMessage } from '@delivery/contracts';
import type { ApplyMessages } from '../../src/orders/apply-messages.js';
import { lockDueTimers } from '../../src/orders/queries/timers.js';
import { sweepTimers } from '../../src/sweeps/sweep-orders.js';
import { holdRows } from '../support/hold-rows.js';
import { createLedgerWorld, createMerchant, dueMinutes, reportStatus, submit } from '../support/ledger-world.js';
import { messageOf, newOrderId } from '../support/messages.js';
import { runSlowly } from '../support/run-slowly.js';

const world = await createLedgerWorld({ isPatient: true });
afterAll(() => world.close());

const minute = 60_000;
/** From the time to prepare until the customer should have it. */
const wholeWay = (dueMinutes.prepare + dueMinutes.pickup + dueMinutes.drive) * minute;
/** Sees the timers that a process took and left. */
const afterTaken = 31_000;

const submitDue = (merchantId: string, orderId: string, inMs: number): OrderMessage => {
  const message = submit(world, merchantId, orderId);
  if (message.type !== 'order.submitted') throw new Error('expected a create');
  const order = { ...message.payload.order, delivery_time: new Date(world.now() + inMs).toISOString() };
  return { ...message, payload: { ...message.payload, order } };
};

const changeTime = (merchantId: string, orderId: string, delivery_time: string | null): OrderMessage => {
  const payload = { changes: { delivery_time } };
  return messageOf(orderId, { type: 'order.change_requested', merchant_id: merchantId, payload }, world.now());
};

/** Orders for which it is time to prepare in a minute. */
const arrange = async (merchantId: string, count: number): Promise<string[]> => {
  const orderIds = Array.from({ length: count }, newOrderId);
  await world.apply(orderIds.map((orderId) => submitDue(merchantId, orderId, wholeWay + minute)));
  return orderIds;
};

const sweep = (applyParked: ApplyMessages = world.applyReports) =>
  sweepTimers({ ...world, applyParked, areMailsSent: true });
const sweepAll = async () => {
  while ((await sweep()) > 0);
};

/** A sweep that waits, when it has found its timers and has not locked them, until `work` is done. */
const sweepWhile = async (work: () => Promise<unknown>): Promise<void> => {
  const { applyReports: applyParked } = world;
  await runSlowly(world, 'orders', (pool) => sweepTimers({ ...world, pool, applyParked, areMailsSent: true }), work);
};

const eventsOf = async (orderId: string): Promise<string[]> => {
  const { rows } = await world.pool.query<{ reported: string }>(
    `select concat_ws(' ', event, body::json->>'missed') as reported from all_events where order_id = $1 order by sequence`,
    [orderId],
  );
  return rows.map(({ reported }) => reported);
};
const timerOf = async (orderId: string): Promise<string | undefined> => {
  const { rows } = await world.pool.query<{ step: string }>('select step from order_timers where order_id = $1', [
    orderId,
  ]);
  return rows[0]?.step;
};

describe('The times of orders', () => {
  it('are sent once, to the endpoints that ask for it, also if later steps are missed', async () => {
    const { merchantId, endpointIds } = await createMerchant(world, [null, ['order_due', 'order_late']]);
    const [orderId, other] = await arrange(merchantId, 2);
    const reported = [];
    for (const minutes of [1, dueMinutes.prepare, dueMinutes.pickup, dueMinutes.drive]) {
      world.advance(minutes * minute);
      await sweepAll();
      reported.push((await eventsOf(orderId!)).at(-1));
    }
    expect(reported).toEqual(['order_due', ...Array.from({ length: 3 }, () => 'order_late ready_by')]);
    expect(await eventsOf(orderId!)).toEqual(['order_due', 'order_late ready_by']);
    expect(await timerOf(orderId!)).toBeUndefined();
    const { rows } = await world.pool.query(
      'select distinct endpoint_id from all_webhook_deliveries where order_id = any($1)',
      [[orderId, other]],
    );
    expect(rows).toEqual([{ endpoint_id: endpointIds[1] }]);
  });

  it('pass silently over a step that the order has come to, and leave orders without delivery_time alone', async () => {
    const { merchantId } = await createMerchant(world, []);
    const [orderId] = await arrange(merchantId, 1);
    const plain = newOrderId();
    await world.apply([submit(world, merchantId, plain)]);
    expect(await timerOf(plain)).toBeUndefined();
    const past = newOrderId();
    await world.apply([submitDue(merchantId, past, -1)]);
    expect(await timerOf(past)).toBeUndefined();
    await world.apply([reportStatus(world, orderId!, 'ready')]);
    world.advance((1 + dueMinutes.prepare + dueMinutes.pickup) * minute);
    await sweepAll();
    expect(await eventsOf(orderId!)).toEqual(['status_changed', 'delivery_requested', 'order_late picked_up_by']);
    for (const status of ['on_route_to_pickup', 'on_route_to_delivery', 'delivered'] as const)
      await world.apply([reportStatus(world, orderId!, status)]);
    world.advance(dueMinutes.drive * minute);
    await sweepAll();
    expect((await eventsOf(orderId!)).at(-1)).toBe('status_changed');
    expect(await timerOf(orderId!)).toBeUndefined();
  });

  it('are sent once if the process dies after the event is committed, and another one looks again', async () => {
    const { merchantId } = await createMerchant(world, []);
    const [orderId] = await arrange(merchantId, 1);
    world.advance(minute);
    const dying: ApplyMessages = async (...given) => {
      await world.applyReports(...given);
      throw new Error('Connection terminated unexpectedly');
    };
    await expect(sweep(dying)).rejects.toThrow('Connection terminated');
    expect(await eventsOf(orderId!)).toEqual(['order_due']);
    await sweepAll();
    expect(await timerOf(orderId!)).toBe('prepare');
    world.advance(afterTaken);
    await sweepAll();
    expect(await eventsOf(orderId!)).toEqual(['order_due']);
    expect(await timerOf(orderId!)).toBe('ready_by');
  });

  it('tell nothing of an order that comes to the step while its timer is looked at', async () => {
    const { merchantId } = await createMerchant(world, []);
    const [orderId] = await arrange(merchantId, 1);
    world.advance(minute);
    await sweep(async (...given) => {
      await world.apply([reportStatus(world, orderId!, 'ready')]);
      return world.applyReports(...given);
    });
    expect(await eventsOf(orderId!)).toEqual(['status_changed', 'delivery_requested']);
    world.advance(dueMinutes.prepare * minute);
    await sweepAll();
    expect(await timerOf(orderId!)).toBe('picked_up_by');
    expect(await eventsOf(orderId!)).toEqual(['status_changed', 'delivery_requested']);
  });

  it.each<[when: string, sweepDuring: (change: () => Promise<unknown>) => Promise<unknown>]>([
    ['after it was locked', (change) => sweep(async (...given) => change().then(() => world.applyReports(...given)))],
    ['before it was locked', (change) => sweepWhile(change)],
  ])('tell nothing of a time that a change replaces %s, and the new one when it comes', async (_when, sweepDuring) => {
    const { merchantId } = await createMerchant(world, []);
    const [orderId] = await arrange(merchantId, 1);
    world.advance(minute);
    const putOff = new Date(world.now() + wholeWay + minute).toISOString();
    await sweepDuring(() => world.apply([changeTime(merchantId, orderId!, putOff)]));
    expect(await eventsOf(orderId!)).toEqual(['order_changed']);
    world.advance(minute);
    await sweepAll();
    expect(await eventsOf(orderId!)).toEqual(['order_changed', 'order_due']);
  });

  it('begin anew when the delivery_time changes, and end when it is taken away', async () => {
    const { merchantId } = await createMerchant(world, []);
    const [orderId] = await arrange(merchantId, 1);
    world.advance(minute);
    await sweepAll();
    const change = (deliveryTime: string | null) => changeTime(merchantId, orderId!, deliveryTime);
    const hourMs = 60 * minute;
    await world.apply([change(new Date(world.now() + wholeWay + hourMs).toISOString())]);
    await sweepAll();
    expect(await eventsOf(orderId!)).toEqual(['order_due', 'order_changed']);
    world.advance(hourMs);
    await sweepAll();
    expect(await eventsOf(orderId!)).toEqual(['order_due', 'order_changed', 'order_due']);
    await world.apply([change(null)]);
    world.advance(wholeWay);
    await sweepAll();
    expect(await eventsOf(orderId!)).toEqual(['order_due', 'order_changed', 'order_due', 'order_changed']);
    expect(await timerOf(orderId!)).toBeUndefined();
  });

  it('wait for the row of an order that another session holds, and for no other order', async () => {
    const { merchantId } = await createMerchant(world, []);
    const [held, free] = await arrange(merchantId, 2);
    world.advance(minute);
    const letGo = await holdRows(world.databaseUrl, 'orders where id = $1', [held]);
    await sweepAll();
    expect(await eventsOf(free!)).toEqual(['order_due']);
    expect(await eventsOf(held!)).toEqual([]);
    await letGo();
    world.advance(afterTaken);
    await sweepAll();
    expect(await eventsOf(held!)).toEqual(['order_due']);
  });

  it('are sent again if a change has put off passed ones since they were looked for', async () => {
    const { merchantId } = await createMerchant(world, []);
    const [orderId] = await arrange(merchantId, 1);
    world.advance(minute + wholeWay);
    const soon = new Date(world.now() + minute).toISOString();
    await sweepWhile(() => world.apply([changeTime(merchantId, orderId!, soon)]));
    await sweepAll();
    expect(await eventsOf(orderId!)).toEqual(['order_changed', 'order_due', 'order_late picked_up_by']);
    world.advance(minute);
    await sweepAll();
    expect((await eventsOf(orderId!)).at(-1)).toBe('order_late picked_up_by');
    const later = new Date(world.now() + minute).toISOString();
    await world.apply([changeTime(merchantId, orderId!, later)]);
    world.advance(minute);
    await sweepAll();
    expect((await eventsOf(orderId!)).at(-1)).toBe('order_late delivered_by');
  });

  it('are sent once by two engines for 2,000 orders at once, and another merchant does not wait for them', async () => {
    const many = await createMerchant(world, [['order_due']]);
    const orderIds = await arrange(many.merchantId, 2_000);
    const few = await createMerchant(world, []);
    const [late] = await arrange(few.merchantId, 1);
    world.advance(minute + 1_000);
    const first = await lockDueTimers(world.pool, new Date(world.now()), 10);
    expect(first.map(({ orderId }) => orderId)).toContain(late);
    const engine = async () => {
      let looked = 0;
      for (let step = await sweep(); step > 0; step = await sweep()) looked += step;
      return looked;
    };
    const looked = await Promise.all([engine(), engine()]);
    // Each timer was taken by one of them.
    expect(looked[0] + looked[1]).toBe(2_001);
    const { rows } = await world.pool.query(
      `select (select count(*)::int from all_events where order_id = any($1)) as events,
              (select count(distinct order_id)::int from all_events where order_id = any($1)) as orders,
              (select count(*)::int from all_webhook_deliveries where order_id = any($1)) as deliveries,
              (select count(*)::int from order_timers where order_id = any($1) and step = 'ready_by') as timers`,
      [orderIds],
    );
    expect(rows).toEqual([{ events: 2_000, orders: 2_000, deliveries: 2_000, timers: 2_000 }]);
    expect(await eventsOf(late!)).toEqual(['order_due']);
  });
});
