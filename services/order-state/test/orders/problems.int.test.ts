import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import {
  courierDeliveryDetailsSchema,
  type CourierMessage,
  orderProblemsMax,
  orderViewSchema,
  type ProblemAnswered,
  type Verdict,
} from '@delivery/contracts';
import { inTransaction } from '@delivery/postgres';
import { eraseOrders } from '../../src/retention/queries/erase-rows.js';
import { messageOf } from '../support/messages.js';
import { type Apis, createCourierSystem, createMerchant, readyOrder, startApis } from '../support/start-apis.js';

let apis: Apis;
let merchantId: string;
let systemId: string;
beforeAll(async () => {
  apis = await startApis({ isPatient: true });
  merchantId = (await createMerchant(apis)).merchant_id;
  systemId = await createCourierSystem(apis, [merchantId]);
});
afterAll(() => apis.stop());

const say = (
  orderId: string,
  said: Pick<CourierMessage, 'type' | 'payload'> & { claim_id?: string },
  id: string = randomUUID(),
) => apis.applyMessage(messageOf(orderId, { id, courier_system_id: systemId, occurred_at: undefined, ...said }));
const report = (orderId: string, kind: string, text?: string, id?: string) =>
  say(orderId, { type: 'courier.problem_reported', payload: { kind, ...(text && { text }) } }, id);
const become = (orderId: string, status: 'on_route_to_pickup' | 'on_route_to_delivery' | 'delivered') =>
  say(orderId, { type: 'courier.status_reported', payload: { status } });
const pickUp = async (orderId: string): Promise<void> => {
  for (const status of ['on_route_to_pickup', 'on_route_to_delivery'] as const) await become(orderId, status);
};
const answer = (orderId: string, payload: ProblemAnswered['payload']) =>
  apis.applyMessage(
    messageOf(orderId, { type: 'order.problem_answered', merchant_id: merchantId, park: false, payload }),
  );

/** The claim under which the system has it. */
const accepted = async (externalId: string): Promise<{ orderId: string; claimId: string }> => {
  const orderId = await readyOrder(apis, merchantId, externalId);
  const { claim_id: claimId = '' } = await say(orderId, { type: 'courier.accept_requested', payload: {} });
  return { orderId, claimId };
};

const viewOf = async (orderId: string) =>
  orderViewSchema.parse((await apis.internal('GET', `/merchants/${merchantId}/orders/${orderId}`)).body);
const seenByCourier = async (orderId: string) =>
  courierDeliveryDetailsSchema.parse((await apis.internal('GET', `/couriers/${systemId}/deliveries/${orderId}`)).body)
    .problems;
const outcomeOf = ({ outcome, code }: Verdict) => code ?? outcome;

it('[P8] a problem is answered once, the status stays, and both sides hear of it without its words', async () => {
  const { orderId } = await accepted('P-1');
  await pickUp(orderId);
  const id = randomUUID();
  const reported = await report(orderId, 'customer_absent', 'CANARY rang', id);
  expect(reported).toMatchObject({ outcome: 'applied', problem_id: 1 });
  expect(await report(orderId, 'customer_absent', 'CANARY rang', id)).toMatchObject({
    outcome: 'applied',
    problem_id: 1,
  });
  expect(await report(orderId, 'customer_absent', 'CANARY rang')).toMatchObject({
    outcome: 'unchanged',
    problem_id: 1,
  });
  expect(outcomeOf(await report(orderId, 'customer_absent', 'CANARY knocked'))).toBe('problem_open');
  expect(await viewOf(orderId)).toMatchObject({
    status: 'on_route_to_delivery',
    problems: [{ id: 1, kind: 'customer_absent', text: 'CANARY rang', state: 'open', answer: null }],
  });
  const given = { problem_id: 1, action: 'leave_at_door', text: 'CANARY gate' } as const;
  expect(outcomeOf(await answer(orderId, given))).toBe('applied');
  expect(outcomeOf(await answer(orderId, given))).toBe('unchanged');
  expect(outcomeOf(await answer(orderId, { problem_id: 1, action: 'return' }))).toBe('problem_closed');
  expect(outcomeOf(await answer(orderId, { problem_id: 2, action: 'return' }))).toBe('problem_not_found');
  const [shown] = await seenByCourier(orderId);
  expect(shown).toMatchObject({ state: 'answered', answer: { action: 'leave_at_door', text: 'CANARY gate' } });
  expect((await viewOf(orderId)).status).toBe('on_route_to_delivery');
  expect(outcomeOf(await report(orderId, 'customer_absent'))).toBe('applied');
  const { rows } = await apis.pool.query<{ event: string; audience: string[] | null; body: string }>(
    `select event, audience, body from all_events where order_id = $1 and event ~ 'problem' order by sequence`,
    [orderId],
  );
  expect(rows.map(({ event, audience, body }) => [event, audience, JSON.parse(body)])).toMatchObject([
    ['delivery_problem', null, { problem_id: 1, kind: 'customer_absent', status: 'on_route_to_delivery' }],
    ['problem_answered', [systemId], { delivery_id: orderId, problem_id: 1, action: 'leave_at_door' }],
    ['delivery_problem', null, { problem_id: 2, kind: 'customer_absent' }],
  ]);
  const kept = await apis.pool.query(
    `select (select json_agg(e) from all_events e where order_id = $1) as e,
            (select json_agg(c) from all_commands c where order_id = $1) as c`,
    [orderId],
  );
  expect(JSON.stringify(kept.rows)).not.toContain('CANARY');
});

it('a release or the end closes problems, and the next courier does not see them', async () => {
  const { orderId, claimId } = await accepted('P-2');
  await report(orderId, 'not_ready', 'the kitchen is closed');
  await say(orderId, { type: 'courier.release_requested', claim_id: claimId, payload: {} });
  expect(await answer(orderId, { problem_id: 1, action: 'retry' })).toMatchObject({
    code: 'problem_closed',
    detail: expect.stringContaining('released'),
  });
  expect(outcomeOf(await report(orderId, 'not_ready'))).toBe('delivery_not_accepted');
  await say(orderId, { type: 'courier.accept_requested', payload: {} });
  expect(await seenByCourier(orderId)).toEqual([]);
  expect(outcomeOf(await report(orderId, 'not_ready'))).toBe('applied');
  await pickUp(orderId);
  await become(orderId, 'delivered');
  expect(await answer(orderId, { problem_id: 2, action: 'retry' })).toMatchObject({
    code: 'problem_closed',
    detail: expect.stringContaining('delivered'),
  });
  expect(outcomeOf(await report(orderId, 'damaged'))).toBe('invalid_state_transition');
  expect((await viewOf(orderId)).problems.map(({ state }) => state)).toEqual(['closed', 'closed']);
});

it('an answer that names no problem is one to all that are open, and cancels until pickup', async () => {
  const { orderId } = await accepted('P-6');
  await report(orderId, 'not_ready');
  await report(orderId, 'late');
  expect(outcomeOf(await answer(orderId, { action: 'retry' }))).toBe('applied');
  expect((await viewOf(orderId)).problems.map(({ answer: given }) => given?.action)).toEqual(['retry', 'retry']);
  expect(outcomeOf(await answer(orderId, { action: 'cancel' }))).toBe('problem_closed');
  await report(orderId, 'damaged');
  await pickUp(orderId);
  expect(outcomeOf(await answer(orderId, { action: 'cancel' }))).toBe('invalid_state_transition');
  const { orderId: early } = await accepted('P-7');
  await report(early, 'not_ready');
  expect(outcomeOf(await answer(early, { action: 'cancel' }))).toBe('applied');
  expect(await viewOf(early)).toMatchObject({ status: 'canceled', reason: { code: 'problem_resolution' } });
});

it('an order takes 20 problems, and an answer to an order that is not there is refused at once', async () => {
  const { orderId } = await accepted('P-3');
  for (let place = 1; place <= orderProblemsMax; place += 1)
    expect(await report(orderId, `kind-${place}`)).toMatchObject({ outcome: 'applied', problem_id: place });
  expect(outcomeOf(await report(orderId, 'one-more'))).toBe('order_history_full');
  expect(outcomeOf(await answer('0'.repeat(24), { problem_id: 1, action: 'retry' }))).toBe('order_not_found');
});

it('[P19] an erasure takes the words of problems and leaves their kinds, and a later problem is erased again', async () => {
  const { orderId } = await accepted('P-4');
  await report(orderId, 'customer_absent', 'CANARY one');
  await answer(orderId, { problem_id: 1, action: 'call_customer', text: 'CANARY two' });
  const erase = () => inTransaction(apis.pool, (client) => eraseOrders(client, [orderId], new Date()));
  const readOrder = async () =>
    (await apis.pool.query<{ erased_at: Date | null }>('select * from orders where id = $1', [orderId])).rows[0];
  await erase();
  expect(JSON.stringify(await readOrder())).not.toContain('CANARY');
  expect((await viewOf(orderId)).problems).toMatchObject([
    { kind: 'customer_absent', text: null, answer: { action: 'call_customer', text: null } },
  ]);
  await report(orderId, 'customer_absent');
  expect((await readOrder())?.erased_at).not.toBeNull();
  await report(orderId, 'late', 'CANARY three');
  expect((await readOrder())?.erased_at).toBeNull();
});

it('[P18] an operator answers for the merchant, is logged, and sees the words only with customers’ data', async () => {
  const { orderId } = await accepted('P-5');
  await report(orderId, 'no_access', 'CANARY');
  const path = `/orders/${orderId}/problems/1/answer`;
  const body = { action: 'return', by: 'ana', reason: 'asked by phone' };
  expect(await apis.operator('POST', path, { body })).toMatchObject({ status: 200, body: { id: orderId } });
  const other = await apis.operator('POST', path, { body: { ...body, action: 'retry' } });
  expect([other.status, other.body.code]).toEqual([409, 'problem_closed']);
  const lanes = await apis.operator('GET', `/orders/${orderId}/lanes`);
  expect(lanes.body.order.problems).toMatchObject([{ kind: 'no_access', state: 'answered', action: 'return' }]);
  expect(lanes.text).not.toContain('CANARY');
  expect((await apis.operator('GET', `/orders/${orderId}/customer`)).body.problems).toMatchObject([{ text: 'CANARY' }]);
  const { body: log } = await apis.operator('GET', `/activity?subject=${orderId}&action=order.problem_answered`);
  expect(log.data).toMatchObject([{ actor: { name: 'ana' }, reason: 'asked by phone', detail: 'problem 1: return' }]);
});
