import { afterAll, describe, expect, it } from '@jest/globals';
import type { OrderStatus } from '@delivery/contracts';
import { queryRows } from '@delivery/postgres';
import { messageOf } from '../support/messages.js';
import { createMerchant, readyOrder, startApis } from '../support/start-apis.js';

const apis = await startApis();
afterAll(() => apis.stop());

const address = { country: 'BR', city: 'São Paulo', street: 'Rua Augusta', number: '1508' };
const store = {
  name: 'Padaria',
  phone: '1130001000',
  address: { ...address, coordinates: { latitude: -23.5571, longitude: -46.6602 } },
};

/** A merchant with two stores, the first one its default. */
const arrange = async () => {
  const { merchant_id: merchantId } = await createMerchant(apis);
  const base = `/merchants/${merchantId}`;
  await apis.internal('PUT', `${base}/stores/centro`, { body: { ...store, default: true } });
  await apis.internal('PUT', `${base}/stores/norte`, { body: store });
  const path = `${base}/webhook-endpoints`;
  let count = 0;
  const add = (settings: object) =>
    apis.internal('POST', path, { body: { url: `https://shop.example/${(count += 1)}`, ...settings } });
  const change = (id: string, body: object) => apis.internal('PATCH', `${path}/${id}`, { body });
  return { merchantId, add, change };
};

const report = (orderId: string, status: OrderStatus) =>
  apis.applyMessage(messageOf(orderId, { type: 'status.reported', payload: { status } }));

/** The sequence of each delivery, and the one that it names as the one before. */
const sentTo = async (endpointId: string) => {
  const rows = await queryRows<{ event: string; sequence: number; previous: number }>(
    apis.pool,
    `select event, sequence, previous_sequence as previous from all_webhook_deliveries where endpoint_id = $1
     order by order_id, sequence`,
    [endpointId],
  );
  return rows.map(({ event, sequence, previous }) => [event, sequence, previous]);
};

describe('An endpoint with filters', () => {
  it('gets status_changed for its statuses alone, and all other events that it names', async () => {
    const { merchantId, add } = await arrange();
    const { body: endpoint } = await add({ statuses: ['at_pickup'] });
    const orderId = await readyOrder(apis, merchantId);
    for (const status of ['on_route_to_pickup', 'at_pickup'] as const) await report(orderId, status);
    expect(await sentTo(endpoint.id)).toEqual([
      ['delivery_requested', 2, 0],
      ['status_changed', 4, 2],
    ]);
  });

  it('gets events of orders of its stores: an order without one counts for the default store', async () => {
    const { merchantId, add } = await arrange();
    const [centro, norte] = [await add({ store_refs: ['centro'] }), await add({ store_refs: ['norte'] })];
    for (const storeRef of [undefined, 'centro', 'norte', 'elsewhere'])
      await readyOrder(apis, merchantId, undefined, storeRef ? { storeRef } : {});
    expect(await sentTo(centro.body.id)).toHaveLength(4);
    expect(await sentTo(norte.body.id)).toHaveLength(2);
  });

  it('[P4] names the last event that was addressed to it, if its filter changes in the middle of an order', async () => {
    const { merchantId, add, change } = await arrange();
    const { body: endpoint } = await add({ events: ['status_changed'], statuses: ['ready', 'at_delivery'] });
    const orderId = await readyOrder(apis, merchantId, 'a', { storeRef: 'norte' });
    await report(orderId, 'on_route_to_pickup');
    expect((await change(endpoint.id, { statuses: null })).body.statuses).toBeNull();
    await report(orderId, 'at_pickup');
    await change(endpoint.id, { store_refs: ['centro'] });
    await report(orderId, 'on_route_to_delivery');
    await change(endpoint.id, { store_refs: null });
    await report(orderId, 'at_delivery');
    expect(await sentTo(endpoint.id)).toEqual([
      ['status_changed', 1, 0],
      ['status_changed', 4, 1],
      ['status_changed', 6, 4],
    ]);
  });

  it('is refused where a store is not known, at its place in the list, and keeps what it has', async () => {
    const { add, change } = await arrange();
    const { body: endpoint } = await add({ store_refs: ['centro'] });
    for (const answer of [
      await add({ store_refs: ['norte', 'oeste'] }),
      await change(endpoint.id, { store_refs: ['norte', 'oeste'] }),
    ])
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer: '/store_refs/1' }] } });
    expect((await change(endpoint.id, {})).body.store_refs).toEqual(['centro']);
  });
});

describe('Endpoints of one owner', () => {
  it('are 25 at most, and at most five may get the same event', async () => {
    const { add, change } = await arrange();
    for (let n = 0; n < 5; n += 1) expect((await add({ store_refs: ['centro'] })).status).toBe(201);
    for (let n = 0; n < 5; n += 1)
      expect((await add({ type: 'pull', url: null, store_refs: ['norte'] })).status).toBe(201);
    expect((await add({ store_refs: ['centro'] })).body.code).toBe('recipient_limit_reached');
    const { body: other } = await add({ events: ['order_changed'], store_refs: ['norte'] });
    expect((await change(other.id, { events: null })).body.code).toBe('recipient_limit_reached');
    for (const event of ['order_due', 'order_late', 'eta_changed'])
      for (let n = 0; n < 5; n += 1) await add({ events: [event] });
    expect((await add({ events: ['proof_added'] })).body.code).toBe('endpoint_limit_reached');
  });
});
