import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  courierEndpointWithSecretSchema,
  courierEventBodySchema,
  courierWebhookDeliverySchema,
  type MerchantMode,
  operatorEndpointSchema,
  takeResultsSchema,
} from '@delivery/contracts';
import { accept } from '../support/courier-world.js';
import { attemptedOf, messageOf } from '../support/messages.js';
import {
  type Apis,
  createMerchant,
  type Json,
  requestReady,
  startApis,
  submitOrder,
  untilAnswered,
} from '../support/start-apis.js';

let apis: Apis;
beforeAll(async () => {
  apis = await startApis({ isPatient: true });
});
afterAll(() => apis.stop());

const createSystem = async (merchantId: string, mode: MerchantMode = 'live'): Promise<string> => {
  const body = { name: 'Rui e Filhos', merchants: [merchantId], mode };
  return String((await apis.operator('POST', '/courier-systems', { body })).body.id);
};

const endpointsOf = (systemId: string): string => `/couriers/${systemId}/webhook-endpoints`;

const createEndpoint = async (systemId: string, settings: object) => {
  const { status, body } = await untilAnswered(() => apis.internal('POST', endpointsOf(systemId), { body: settings }));
  expect([status, body.code]).toEqual([201, undefined]);
  return courierEndpointWithSecretSchema.parse(body);
};

/** A merchant with a push endpoint, and two systems that serve it: one is pushed to, one fetches. */
const arrange = async () => {
  const { merchant_id: merchantId } = await createMerchant(apis, { webhook_url: 'https://shop.example/hook' });
  const [pushed, pulling] = [await createSystem(merchantId), await createSystem(merchantId)];
  const push = await createEndpoint(pushed, { url: 'https://courier.example/hook?key=1' });
  const pull = await createEndpoint(pulling, { type: 'pull' });
  return { merchantId, pushed, push, pulling, pull };
};

const readyOrder = async (merchantId: string): Promise<string> => {
  const orderId = await submitOrder(apis, merchantId, randomUUID());
  await requestReady(apis, merchantId, orderId);
  return orderId;
};

const acceptAs = (systemId: string, orderId: string) => apis.applyMessage(accept(systemId, orderId));

/** Oldest first. */
const deliveriesOf = async (ownerPath: string) => {
  const { body } = await apis.internal('GET', `${ownerPath}/webhook-deliveries`);
  return (body.data as Json[]).toReversed();
};
const reported = async (systemId: string) =>
  courierWebhookDeliverySchema.array().parse(await deliveriesOf(`/couriers/${systemId}`));

const take = async (systemId: string, endpointId: string) => {
  const poll = { owner_id: systemId, endpoint_id: endpointId, limit: 100, visibility_ms: 30_000 };
  const { body } = await apis.internal('POST', '/messages/take', { body: { polls: [poll] } });
  return takeResultsSchema.parse(body).results[0]!;
};

describe('A courier’s system with endpoints', () => {
  it('[P4] gets the events of a delivery in order, one after the other, and never the merchant’s', async () => {
    const { merchantId, pushed, push, pulling } = await arrange();
    const orderId = await readyOrder(merchantId);
    await acceptAs(pulling, orderId);
    expect(await reported(pushed)).toMatchObject([
      { event: 'delivery_offered', order_id: orderId, endpoint_id: push.id, state: 'in_flight' },
      { event: 'delivery_withdrawn', order_id: orderId, endpoint_id: push.id, state: 'waiting', next_attempt_at: null },
    ]);
    const [offered] = await reported(pushed);
    const ids = { delivery_id: offered!.id, order_id: orderId, endpoint_id: push.id, owner_id: pushed };
    await apis.settle([attemptedOf({ ...ids, generation: 1 })]);
    expect((await reported(pushed)).map(({ state }) => state)).toEqual(['delivered', 'in_flight']);
  });

  it('fetches thin events, signed with its secret, and acks them', async () => {
    const { merchantId, pulling, pull } = await arrange();
    const orderId = await readyOrder(merchantId);
    const result = await take(pulling, pull.id);
    const [message] = result.outcome === 'taken' ? result.messages : [];
    const body = courierEventBodySchema.strict().parse(JSON.parse(message!.body));
    expect(body).toMatchObject({ event: 'delivery_offered', delivery_id: orderId, status: 'ready' });
    const { headers } = message!;
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${message!.body}`;
    const key = Buffer.from(pull.secret?.slice('whsec_'.length) ?? '', 'base64');
    expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
    const ack = { body: { ids: [message!.id] } };
    expect((await apis.internal('POST', `${endpointsOf(pulling)}/${pull.id}/ack`, ack)).body).toEqual({
      acked: [message!.id],
      unknown: [],
    });
    expect(await reported(pulling)).toMatchObject([{ event: 'delivery_offered', state: 'delivered' }]);
  });

  it('[P7] shows its webhooks to no merchant in any list, and to the operator all', async () => {
    const { merchantId, pushed, push, pull } = await arrange();
    const orderId = await readyOrder(merchantId);
    const hidden = (await reported(pushed))[0]!;
    const own = `/merchants/${merchantId}`;
    const lanes = await apis.internal('GET', `${own}/orders/${orderId}/lanes`);
    expect(lanes.body.lanes).toHaveLength(1);
    const seen = await Promise.all(
      ['/webhook-deliveries', '/webhook-endpoints', `/orders/${orderId}/events`, '/events', '/summary'].map((path) =>
        apis.internal('GET', own + path),
      ),
    );
    const texts = [lanes, ...seen].map(({ text }) => text).join('');
    for (const text of ['delivery_offered', push.id, pull.id, 'cour_']) expect(texts).not.toContain(text);
    expect((await apis.internal('GET', `${own}/search?q=${hidden.webhook_id}`)).body.data).toEqual([]);
    expect((await apis.operator('GET', `/orders/${orderId}/lanes`)).body.lanes).toHaveLength(3);
    const shown = operatorEndpointSchema.parse((await apis.operator('GET', `/endpoints/${push.id}`)).body);
    expect(shown).toMatchObject({ merchant_id: pushed, events: null });
    const found = (await apis.operator('GET', '/endpoints')).body.data as Json[];
    expect(found.find(({ id }) => id === push.id)).toMatchObject({ merchant_name: 'Rui e Filhos' });
    const { body: activity } = await apis.operator('GET', `/activity?subject=${push.id}`);
    expect(activity.data).toMatchObject([
      { action: 'endpoint.created', actor: { type: 'courier_system', name: 'Rui e Filhos' }, merchant_id: pushed },
    ]);
  });

  it('is sent nothing while it is disabled: what waits is held, and goes out when it is enabled', async () => {
    const { merchantId, pushed, push } = await arrange();
    const orderId = await readyOrder(merchantId);
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
    await readyOrder(merchantId);
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
    await readyOrder(merchantId);
    await apis.operator('PATCH', `/courier-systems/${pushed}`, { body: { merchants: [another] } });
    await readyOrder(merchantId);
    expect(await reported(pushed)).toHaveLength(1);
    expect((await apis.operator('GET', '/audit')).body).toMatchObject({ balanced: true });
  });
});
