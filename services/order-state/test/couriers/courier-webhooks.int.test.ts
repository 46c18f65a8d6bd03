import { afterAll, describe, expect, it } from '@jest/globals';
import {
  courierEndpointWithSecretSchema,
  courierEventBodySchema,
  courierWebhookDeliverySchema,
} from '@delivery/contracts';
import { accept } from '../support/courier-world.js';
import { attemptedOf, messageOf } from '../support/messages.js';
import {
  createCourierSystem,
  createMerchant,
  type Json,
  readyOrder,
  startApis,
  untilAnswered,
} from '../support/start-apis.js';

const apis = await startApis({ isPatient: true });
afterAll(() => apis.stop());

const endpointsOf = (systemId: string): string => `/couriers/${systemId}/webhook-endpoints`;

const createEndpoint = async (systemId: string, settings: object) => {
  const { status, body } = await untilAnswered(() => apis.internal('POST', endpointsOf(systemId), { body: settings }));
  expect([status, body.code]).toEqual([201, undefined]);
  return courierEndpointWithSecretSchema.parse(body);
};

/** A merchant with a push endpoint, and two systems that serve it, one of which has an endpoint. */
const arrange = async () => {
  const { merchant_id: merchantId } = await createMerchant(apis, { webhook_url: 'https://shop.example/hook' });
  const [pushed, other] = [
    await createCourierSystem(apis, [merchantId]),
    await createCourierSystem(apis, [merchantId]),
  ];
  return {
    merchantId,
    pushed,
    push: await createEndpoint(pushed, { url: 'https://courier.example/hook?key=1' }),
    other,
  };
};

const acceptAs = (systemId: string, orderId: string) => apis.applyMessage(accept(systemId, orderId));

/** Oldest first. */
const reported = async (systemId: string) => {
  const { body } = await apis.internal('GET', `/couriers/${systemId}/webhook-deliveries`);
  return courierWebhookDeliverySchema.array().parse(body.data).toReversed();
};

describe('A courier’s system with endpoints', () => {
  it('[P4] gets the thin events of a delivery in order, one after the other, and never the merchant’s', async () => {
    const { merchantId, pushed, push, other } = await arrange();
    const orderId = await readyOrder(apis, merchantId);
    await acceptAs(other, orderId);
    expect(await reported(pushed)).toMatchObject([
      { event: 'delivery_offered', order_id: orderId, endpoint_id: push.id, state: 'in_flight' },
      { event: 'delivery_withdrawn', order_id: orderId, endpoint_id: push.id, state: 'waiting', next_attempt_at: null },
    ]);
    const [offered] = await reported(pushed);
    const ids = { delivery_id: offered!.id, order_id: orderId, endpoint_id: push.id, owner_id: pushed };
    await apis.settle([attemptedOf({ ...ids, generation: 1 })]);
    expect((await reported(pushed)).map(({ state }) => state)).toEqual(['delivered', 'in_flight']);
    const { rows } = await apis.pool.query<{ body: string }>(
      `select body from all_events where order_id = $1 and event = 'delivery_offered'`,
      [orderId],
    );
    expect(courierEventBodySchema.strict().parse(JSON.parse(rows[0]!.body))).toMatchObject({ delivery_id: orderId });
    const { body: activity } = await apis.operator('GET', `/activity?subject=${push.id}`);
    expect(activity.data).toMatchObject([
      { action: 'endpoint.created', actor: { type: 'courier_system', name: 'Rui e Filhos' }, merchant_id: pushed },
    ]);
  });

  it('is sent nothing while it is disabled: what waits is held, and goes out when it is enabled', async () => {
    const { merchantId, pushed, push } = await arrange();
    const orderId = await readyOrder(apis, merchantId);
    await acceptAs(pushed, orderId);
    const other = await createEndpoint(pushed, { url: 'https://courier.example/off', enabled: false });
    const system = `/courier-systems/${pushed}`;
    const statuses = async () => {
      const { body } = await apis.internal('GET', endpointsOf(pushed));
      return (body.data as Json[]).map(({ id, disabled_reason: reason }) => [id, reason]);
    };
    await apis.operator('PATCH', system, { body: { status: 'disabled' } });
    expect(await statuses()).toEqual([
      [push.id, 'system_disabled'],
      [other.id, 'requested'],
    ]);
    await readyOrder(apis, merchantId);
    await apis.applyMessage(
      messageOf(orderId, { type: 'order.cancel_requested', merchant_id: merchantId, payload: {} }),
    );
    const held = (await reported(pushed)).filter(({ endpoint_id: id }) => id === push.id);
    expect(held.map(({ event, state }) => [event, state])).toEqual([
      ['delivery_offered', 'in_flight'],
      ['delivery_withdrawn', 'held'],
    ]);
    const wakes = apis.relayWakes();
    await apis.operator('PATCH', system, { body: { status: 'active' } });
    expect(apis.relayWakes()).toBeGreaterThan(wakes);
    expect(await statuses()).toEqual([
      [push.id, null],
      [other.id, 'requested'],
    ]);
    expect((await reported(pushed)).find(({ id }) => id === held[1]!.id)).toMatchObject({ state: 'waiting' });
  });

  it('gets no new events of a merchant that it no longer serves, and its deliveries are in the audit', async () => {
    const { merchantId, pushed } = await arrange();
    const { merchant_id: another } = await createMerchant(apis);
    await readyOrder(apis, merchantId);
    await apis.operator('PATCH', `/courier-systems/${pushed}`, { body: { merchants: [another] } });
    await readyOrder(apis, merchantId);
    expect(await reported(pushed)).toHaveLength(1);
    expect((await apis.operator('GET', '/audit')).body).toMatchObject({ balanced: true });
  });
});
