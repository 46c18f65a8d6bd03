import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import {
  courierDeliverySchema,
  type CourierMessage,
  deriveOrderId,
  type HandoverRequest,
  handoverTriesMax,
  orderViewSchema,
  type Proof,
  type Verdict,
} from '@delivery/contracts';
import { inTransaction } from '@delivery/postgres';
import { eraseOrders } from '../../src/retention/queries/erase-rows.js';
import { messageOf } from '../support/messages.js';
import {
  type Apis,
  createCourierSystem,
  createMerchant,
  orderContent,
  requestReady,
  startApis,
} from '../support/start-apis.js';

let apis: Apis;
let merchantId: string;
let systemId: string;
beforeAll(async () => {
  apis = await startApis({ isPatient: true });
  merchantId = (await createMerchant(apis)).merchant_id;
  systemId = await createCourierSystem(apis, [merchantId]);
});
afterAll(() => apis.stop());

const submit = (externalId: string, handover?: HandoverRequest): Promise<Verdict> =>
  apis.applyMessage(
    messageOf(deriveOrderId(merchantId, externalId), {
      type: 'order.submitted',
      merchant_id: merchantId,
      payload: { order: orderContent(externalId), external_data: '{}', ...(handover && { handover }) },
    }),
  );

const say = (orderId: string, said: Pick<CourierMessage, 'type' | 'payload'>, id: string = randomUUID()) =>
  apis.applyMessage(messageOf(orderId, { id, courier_system_id: systemId, occurred_at: undefined, ...said }));
const become = (orderId: string, status: string, reason?: { code: string }) =>
  say(orderId, { type: 'courier.status_reported', payload: { status, ...(reason && { reason }) } as never });
const tell = (orderId: string, code: string, id?: string) =>
  say(orderId, { type: 'courier.handover_reported', payload: { code } }, id);

/** With its courier at the door. */
const bring = async (externalId: string, handover?: HandoverRequest): Promise<string> => {
  const orderId = deriveOrderId(merchantId, externalId);
  await submit(externalId, handover);
  await requestReady(apis, merchantId, orderId);
  await say(orderId, { type: 'courier.accept_requested', payload: {} });
  for (const status of ['on_route_to_pickup', 'on_route_to_delivery', 'at_delivery']) await become(orderId, status);
  return orderId;
};

const handoverOf = async (orderId: string) =>
  orderViewSchema.parse((await apis.internal('GET', `/merchants/${merchantId}/orders/${orderId}`)).body).handover;
const isRequired = async (orderId: string) => {
  const { body } = await apis.internal('GET', `/couriers/${systemId}/deliveries/${orderId}`);
  expect(JSON.stringify(body)).not.toContain('"4321"');
  return courierDeliverySchema.parse(body).handover_required;
};
const outcomeOf = ({ outcome, code }: Verdict) => code ?? outcome;

it('a courier delivers once the customer’s code was entered, which only the merchant can read', async () => {
  const orderId = await bring('H-1', { code: '4321' });
  expect(await handoverOf(orderId)).toEqual({ code: '4321', state: 'open' });
  expect(await isRequired(orderId)).toBe(true);
  expect(outcomeOf(await become(orderId, 'delivered'))).toBe('handover_required');
  expect(outcomeOf(await tell(orderId, '1234'))).toBe('handover_code_wrong');
  expect(outcomeOf(await tell(orderId, '4321'))).toBe('applied');
  expect(outcomeOf(await tell(orderId, '4321'))).toBe('unchanged');
  expect(await isRequired(orderId)).toBe(false);
  expect(outcomeOf(await become(orderId, 'delivered'))).toBe('applied');
  expect(await handoverOf(orderId)).toEqual({ code: '4321', state: 'confirmed' });
  const rows = await apis.pool.query(
    `select (select json_agg(o) from orders o where id = $1) as o, (select json_agg(e) from all_events e where order_id = $1) as e,
            (select json_agg(c) from all_commands c where order_id = $1) as c`,
    [orderId],
  );
  expect(JSON.stringify(rows.rows)).not.toContain('4321');
  await inTransaction(apis.pool, (client) => eraseOrders(client, [orderId], new Date()));
  expect(await handoverOf(orderId)).toBeNull();
});

it('five wrong codes lock it, one that is redelivered counts once, and a reason delivers it all the same', async () => {
  const orderId = await bring('H-2', { code: 'generate' });
  const made = await handoverOf(orderId);
  expect(made?.code).toMatch(/^\d{6}$/);
  const wrong = made?.code === '00000000' ? '1111' : '00000000';
  const first = randomUUID();
  const verdicts = [await tell(orderId, wrong, first), await tell(orderId, wrong, first)];
  expect(verdicts.map(({ detail }) => detail)).toEqual([
    expect.stringContaining('Tries left: 4.'),
    expect.stringContaining('Tries left: 4.'),
  ]);
  const codes = [];
  for (let tries = 1; tries < handoverTriesMax; tries += 1) codes.push(outcomeOf(await tell(orderId, wrong)));
  expect(codes).toEqual([...Array<string>(3).fill('handover_code_wrong'), 'handover_locked']);
  expect(outcomeOf(await tell(orderId, made?.code ?? ''))).toBe('handover_locked');
  expect((await handoverOf(orderId))?.state).toBe('locked');
  expect(outcomeOf(await become(orderId, 'delivered'))).toBe('handover_required');
  expect(outcomeOf(await become(orderId, 'delivered', { code: 'merchant_agreed' }))).toBe('applied');
  const early = await bring('H-16', { code: '4321' });
  for (const status of ['delivery_failed', 'returned']) await become(early, status);
  expect(outcomeOf(await become(early, 'delivered'))).toBe('invalid_state_transition');
});

const readProof = async (orderId: string) =>
  orderViewSchema.parse((await apis.internal('GET', `/merchants/${merchantId}/orders/${orderId}`)).body).proof;

it('a proof is left from pickup on, and shown to the merchant alone until it expires', async () => {
  const orderId = deriveOrderId(merchantId, 'H-5');
  const prove = (proof: Proof, code?: string) =>
    say(orderId, { type: 'courier.handover_reported', payload: { proof, ...(code && { code }) } });
  const [picture, later] = ['https://proof.example.com/CANARY', 'https://proof.example.com/2'].map((url): Proof => ({
    kind: 'picture',
    url,
    expires_at: '2999-01-01T00:00:00.000Z',
  })) as [Proof, Proof];
  await submit('H-5', { code: '4321' });
  await requestReady(apis, merchantId, orderId);
  await say(orderId, { type: 'courier.accept_requested', payload: {} });
  expect(outcomeOf(await prove(picture))).toBe('invalid_state_transition');
  for (const status of ['on_route_to_pickup', 'on_route_to_delivery']) await become(orderId, status);
  expect(outcomeOf(await prove(picture, '1234'))).toBe('handover_code_wrong');
  expect(await readProof(orderId)).toBeNull();
  expect(outcomeOf(await prove(picture, '4321'))).toBe('applied');
  expect(outcomeOf(await prove(picture))).toBe('unchanged');
  expect([await readProof(orderId), (await handoverOf(orderId))?.state]).toEqual([picture, 'confirmed']);
  const { body } = await apis.internal('GET', `/couriers/${systemId}/deliveries/${orderId}`);
  expect(JSON.stringify(body)).not.toContain('CANARY');
  await become(orderId, 'delivered');
  expect(outcomeOf(await prove({ ...later, expires_at: '2026-01-01T00:00:00.000Z' }))).toBe('applied');
  expect(await readProof(orderId)).toBeNull();
  expect(outcomeOf(await prove(later))).toBe('applied');
  expect(await readProof(orderId)).toEqual(later);
  expect(outcomeOf(await prove({ ...later, kind: 'signature' }))).toBe('applied');
  const { text } = await apis.internal('GET', `/merchants/${merchantId}/orders/${orderId}/events`);
  expect([...text.matchAll(/"event":"proof_added","kind":"(\w+)"/g)].map(([, kind]) => kind)).toEqual([
    ...['picture', 'picture', 'picture', 'signature'],
  ]);
  expect(text).not.toContain('proof.example.com');
  await inTransaction(apis.pool, (client) => eraseOrders(client, [orderId], new Date()));
  expect(await readProof(orderId)).toBeNull();
});

it('an order without a code is delivered as ever, and a code that differs is another content', async () => {
  const orderId = await bring('H-3');
  expect([await handoverOf(orderId), await isRequired(orderId)]).toEqual([null, false]);
  expect(outcomeOf(await tell(orderId, '4321'))).toBe('handover_not_set');
  expect(outcomeOf(await become(orderId, 'delivered'))).toBe('applied');
  await submit('H-4', { code: '4321' });
  expect((await submit('H-4', { code: '4321' })).outcome).toBe('unchanged');
  for (const other of [undefined, { code: '4322' }, { code: 'generate' }])
    expect(await submit('H-4', other)).toMatchObject({ code: 'external_id_conflict', differing: ['/handover'] });
});

it('couriers of the sandbox are shown the code until it is sent, as no customer can tell it', async () => {
  const { merchant_id: sandbox } = await createMerchant(apis, { mode: 'sandbox' });
  const id = await createCourierSystem(apis, [sandbox], 'sandbox');
  const orderId = deriveOrderId(sandbox, 'H-6');
  const handover = { code: '4321' };
  const plan = { scenario: 'delivered', speed: 1, seed: 'any', ignored: { pointers: [], count: 0 } };
  const payload = { order: orderContent('H-6'), external_data: '{}', sandbox: plan, handover };
  await apis.applyMessage(messageOf(orderId, { type: 'order.submitted', merchant_id: sandbox, payload }));
  await requestReady(apis, sandbox, orderId);
  const codeOf = async () => {
    const { body } = await apis.internal('GET', `/couriers/${id}/deliveries/${orderId}`);
    return courierDeliverySchema.parse(body).sandbox?.handover_code;
  };
  expect(await codeOf()).toBe('4321');
  const send = (said: Pick<CourierMessage, 'type' | 'payload'>) =>
    apis.applyMessage(messageOf(orderId, { courier_system_id: id, occurred_at: undefined, ...said }));
  await send({ type: 'courier.accept_requested', payload: {} });
  for (const status of ['on_route_to_pickup', 'on_route_to_delivery'] as const)
    await send({ type: 'courier.status_reported', payload: { status } });
  await send({ type: 'courier.handover_reported', payload: handover });
  expect(await codeOf()).toBeNull();
});

it('the courier that has the delivery is shown what to dial to reach the customer behind a masked number', async () => {
  const orderId = deriveOrderId(merchantId, 'H-7');
  const order = { ...orderContent('H-7'), extras: { localizer: '48213377', central: '08007654321' } };
  const payload = { order, external_data: '{}' };
  await apis.applyMessage(messageOf(orderId, { type: 'order.submitted', merchant_id: merchantId, payload }));
  await requestReady(apis, merchantId, orderId);
  const customerOf = async () => {
    const { body } = await apis.internal('GET', `/couriers/${systemId}/deliveries/${orderId}`);
    return courierDeliverySchema.parse(body).customer;
  };
  expect(await customerOf()).toBeNull();
  await say(orderId, { type: 'courier.accept_requested', payload: {} });
  expect(await customerOf()).toMatchObject({ phone_code: '48213377', central: '08007654321' });
});
