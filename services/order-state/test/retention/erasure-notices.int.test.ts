import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import { insertErasure, readErasure, readNotified } from '../../src/retention/queries/erase-customers.js';
import { stepErasure } from '../../src/retention/run-erasure.js';
import { accept, createSystem } from '../support/courier-world.js';
import {
  addEndpoint,
  createLedgerWorld,
  createMerchant,
  deliverAll,
  hashPhone,
  reportStatus,
  requestReady,
  submit,
} from '../support/ledger-world.js';
import { newOrderId } from '../support/messages.js';

const world = await createLedgerWorld({ isPatient: true });
afterAll(() => world.close());

const push = { type: 'push', secret: `whsec_${Buffer.alloc(24, 7).toString('base64')}` } as const;
const asked = ['status_changed', 'customer_erased'] as const;

/** The erasure has begun: all its steps are done, and nothing is sent yet. */
const erase = async (orderId: string): Promise<string> => {
  const id = randomUUID();
  await insertErasure(world.pool, {
    ...{ id, order_id: orderId, phone_hash: null, whole_phone_hash: null, merchant_id: null },
    ...{ forced: true, requested_by: 'ana', created_at: new Date(world.now()) },
  });
  while (await stepErasure({ ...world, hashPhone, onErased: () => undefined }, id));
  return id;
};

const tell = async (): Promise<void> => {
  while ((await world.sweeps['order timers'].run()) > 0);
  await deliverAll(world);
};

const toldOf = async (orderId: string) => {
  const { rows } = await world.pool.query(
    `select d.endpoint_id, d.event, e.body::json->'external_data' as external_data
     from all_webhook_deliveries d join all_events e using (order_id, sequence)
     where order_id = $1 and d.event in ('customer_erased', 'delivery_erased') order by sequence, endpoint_id`,
    [orderId],
  );
  return rows;
};

const notifiedOf = async (erasureId: string) => {
  const erasure = await readErasure(world.pool, erasureId);
  return erasure && readNotified(world.pool, erasure);
};

const placeOrder = async (merchantId: string): Promise<string> => {
  const orderId = newOrderId();
  await world.apply([submit(world, merchantId, orderId)]);
  await world.apply([requestReady(world, merchantId, orderId)]);
  return orderId;
};

describe('An erasure on request', () => {
  it('[P19] is sent last, to the endpoints that ask for it and were sent the order; the receipt has their answers', async () => {
    const { merchantId, endpointIds } = await createMerchant(world, [null, [...asked]]);
    const systemId = await createSystem(world, [merchantId]);
    const courierEndpoint = await addEndpoint(world, systemId, {
      ...push,
      events: ['delivery_offered', 'delivery_erased'],
    });
    const orderId = await placeOrder(merchantId);
    await world.apply([accept(systemId, orderId)]);
    for (const status of ['on_route_to_pickup', 'on_route_to_delivery', 'delivered'] as const)
      await world.apply([reportStatus(world, orderId, status)]);
    await deliverAll(world);
    // It was never sent the order, so it has nothing to erase.
    await addEndpoint(world, merchantId, { ...push, events: [...asked] });

    const erasureId = await erase(orderId);
    expect(await toldOf(orderId)).toEqual([]);
    while ((await world.sweeps['order timers'].run()) > 0);
    const pending = { delivered: 0, pending: 1, exhausted: 0, skipped: 0 };
    const recipients = [
      { owner_id: merchantId, endpoint_id: endpointIds[1] },
      { owner_id: systemId, endpoint_id: courierEndpoint },
    ];
    const byOwner = recipients.toSorted((one, other) => (one.owner_id < other.owner_id ? -1 : 1));
    expect(await notifiedOf(erasureId)).toEqual(byOwner.map((one) => ({ ...one, ...pending })));
    await tell();
    expect(await toldOf(orderId)).toEqual([
      { endpoint_id: endpointIds[1], event: 'customer_erased', external_data: {} },
      { endpoint_id: courierEndpoint, event: 'delivery_erased', external_data: null },
    ]);
    expect(await notifiedOf(erasureId)).toEqual(
      byOwner.map((one) => ({ ...one, ...pending, delivered: 1, pending: 0 })),
    );
    const { rows } = await world.pool.query('select erased_at is not null as is_erased from orders where id = $1', [
      orderId,
    ]);
    expect(rows).toEqual([{ is_erased: true }]);
  });

  it('[P19] is sent once, also for an order whose history is full', async () => {
    const { merchantId, endpointIds } = await createMerchant(world, [[...asked]]);
    const orderId = await placeOrder(merchantId);
    await deliverAll(world);
    await world.pool.query('update orders set repeated_events = 1000 where id = $1', [orderId]);
    await erase(orderId);
    await tell();
    await tell();
    expect(await toldOf(orderId)).toEqual([
      { endpoint_id: endpointIds[0], event: 'customer_erased', external_data: {} },
    ]);
  });
});
