import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { SignJWT } from 'jose';
import { deriveOrderId, type OrderMessage, type OrderStatus } from '@delivery/contracts';
import { deliveryOrderSchema, toOrder } from '@delivery/open-delivery';
import { pollUntil } from '@delivery/test-support';
import { type Harness, makeMerchant, readReply, type Reply, startHarness } from '../support/intake-harness.js';
import { oauthKey } from '../support/order-state-server.js';

const secret = 'secret_of-the-till';
const client = { client_id: `oauth_${'0'.repeat(24)}`, secret_hash: hash('sha256', secret, 'hex') };
const till = makeMerchant({ oauth_clients: [client] });
const base = '/open-delivery/1.7.1';
const fixtures = new URL('../../../../packages/open-delivery/test/fixtures/orders.json', import.meta.url);
const orders = Object.values(JSON.parse(readFileSync(fixtures, 'utf8')) as Record<string, Record<string, unknown>>);
const [delivery = {}, readyLater = {}] = orders;

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness(
    {
      RATE_LIMIT_CREATE_PER_MINUTE: '100000',
      RATE_LIMIT_OTHER_PER_MINUTE: '100000',
      RATE_LIMIT_FAILED_LOGINS_PER_MINUTE: '1000',
    },
    [till, makeMerchant()],
  );
});
afterAll(() => harness.close());
afterEach(() => {
  harness.verdicts.state.verdictFor = () => ({});
  harness.orderState.state.onCall = () => ({ status: 404 });
});

const askToken = async (form: Record<string, string>, headers: Record<string, string> = {}): Promise<Reply> =>
  readReply(
    await fetch(`${harness.url}${base}/oauth/token`, { method: 'POST', headers, body: new URLSearchParams(form) }),
  );
const login = { grant_type: 'client_credentials', client_id: client.client_id, client_secret: secret };
const tokenOf = async (): Promise<string> => String((await askToken(login)).json['access_token']);
const call = async (method: string, path: string, body?: unknown, token?: string): Promise<Reply> =>
  readReply(
    await fetch(`${harness.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token ?? (await tokenOf())}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  );
const logistics = (method: string, path: string, body?: unknown) => call(method, `${base}/v1/logistics/${path}`, body);
const received = () => harness.verdicts.state.received.map(({ message }) => message);
const summaryOf = (message: OrderMessage, status: OrderStatus) => ({
  ...{ id: message.order_id, external_id: 'x', display_id: '1', status },
  updated_at: '2026-05-01T12:00:00.000Z',
});
const viewOf = (id: string) => ({
  ...toOrder(deliveryOrderSchema.parse(delivery)).order,
  ...{ id, status: 'created', created_at: '2026-05-01T12:00:00.000Z', updated_at: '2026-05-01T12:00:00.000Z' },
  ...{ due: null, late_since: null, no_courier_since: null, reason: null, store: null },
  ...{ tracking_url: null, courier: null, courier_system: null, eta: null, handover: null, proof: null, problems: [] },
});
const idOf = (externalId: unknown) => deriveOrderId(till.entry.merchant_id, String(externalId));

describe('a token', () => {
  it('is given for id and secret in the form or as HTTP Basic, for an hour, and opens /v1 too', async () => {
    const answer = await askToken(login);
    expect(answer).toMatchObject({ status: 200, json: { token_type: 'bearer', expires_in: 3600, scope: 'od.all' } });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const basic = Buffer.from(`${client.client_id}:${secret}`).toString('base64');
    const other = await askToken({ grant_type: 'client_credentials' }, { authorization: `Basic ${basic}` });
    const session = await call('GET', '/v1/session', undefined, String(other.json['access_token']));
    expect(session).toMatchObject({ status: 200, json: { merchant_id: till.entry.merchant_id } });
  });

  it.each([
    [{ ...login, client_secret: 'secret_wrong' }, 401, 'invalid_client'],
    [{ ...login, client_id: `oauth_${'1'.repeat(24)}` }, 401, 'invalid_client'],
    [{ ...login, client_id: 'user1234' }, 401, 'invalid_client'],
    [{ ...login, grant_type: 'password' }, 400, 'unsupported_grant_type'],
    [{ ...login, scope: 'everything' }, 400, 'invalid_scope'],
    [{}, 400, 'invalid_request'],
  ])('is refused for %j in the words of OAuth and of the standard', async (form, status, error) => {
    const answer = await askToken(form);
    expect(answer).toMatchObject({ status, json: { error, status, title: expect.any(String) } });
  });

  it('with another key, for another audience, expired or without a signature opens nothing', async () => {
    const key = Buffer.from(oauthKey, 'base64');
    const sign = (signer: Uint8Array, audience: string, until: string) =>
      new SignJWT({})
        .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
        .setIssuer('delivery-orders')
        .setAudience(audience)
        .setSubject(client.client_id)
        .setExpirationTime(until)
        .sign(signer);
    const right = await sign(key, 'delivery-orders/v1', '1 h');
    expect((await call('GET', '/v1/session', undefined, right)).status).toBe(200);
    const none = `${Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')}.${right.split('.')[1]}.`;
    const wrong = [
      await sign(Buffer.alloc(32, 8), 'delivery-orders/v1', '1 h'),
      await sign(key, 'elsewhere', '1 h'),
      await sign(key, 'delivery-orders/v1', '1 s ago'),
      none,
    ];
    for (const token of wrong) {
      const answer = await call('GET', '/v1/session', undefined, token);
      expect([answer.status, answer.json['code']]).toEqual([401, 'invalid_credentials']);
      expect(answer.headers.get('www-authenticate')).toContain('error="invalid_token"');
    }
  });

  it('that is missing or wrong is asked for in the words of the standard', async () => {
    const path = `${base}/v1/logistics/delivery/x`;
    for (const authorization of [undefined, 'Bearer wrong', 'Basic a2V5OnRva2Vu']) {
      const headers = authorization === undefined ? {} : { authorization };
      const answer = await readReply(await fetch(`${harness.url}${path}`, { headers }));
      expect([answer.status, answer.json['detail']]).toEqual([401, expect.stringContaining(`${base}/oauth/token`)]);
      expect(answer.json['detail']).not.toContain('key of the platform');
    }
    expect((await fetch(`${harness.url}${path}`)).headers.get('www-authenticate')).toBe(
      'Bearer realm="delivery-orders"',
    );
  });
});

describe('a delivery', () => {
  it('becomes an order that is ready at once, and its repeat succeeds', async () => {
    const before = received().length;
    const first = await logistics('POST', 'delivery', delivery);
    expect(first).toMatchObject({ status: 202, json: { event: 'PENDING', completion: {} } });
    expect(first.json['deliveryId']).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(first.headers.get('ignored-fields')).toBe('/returnToMerchant, /canCombine');
    harness.verdicts.state.verdictFor = (message) => ({ outcome: 'unchanged', order: summaryOf(message, 'ready') });
    const second = await logistics('POST', 'delivery', delivery);
    expect([second.status, second.json]).toEqual([202, first.json]);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    const messages = received().slice(before);
    const orderId = idOf(delivery['orderId']);
    expect(messages.map(({ type, order_id }) => [type, order_id])).toEqual(
      [1, 2].flatMap(() => [
        ['order.submitted', orderId],
        ['order.ready_requested', orderId],
      ]),
    );
    expect(messages[0]?.payload).toMatchObject({
      order: { external_id: delivery['orderId'], customer: { name: 'Maria' }, payment: { prepaid: 4000 } },
    });
  });

  it('with notifyReadyForPickup waits for readyForPickup', async () => {
    const before = received().length;
    expect((await logistics('POST', 'delivery', readyLater)).status).toBe(202);
    const id = String(readyLater['orderId']);
    harness.verdicts.state.verdictFor = (message) => ({ order: summaryOf(message, 'ready') });
    expect(await logistics('POST', `readyForPickup/${id}`)).toMatchObject({ status: 200, text: '' });
    expect(
      received()
        .slice(before)
        .map(({ type }) => type),
    ).toEqual(['order.submitted', 'order.ready_requested']);
  });

  it.each(['canceled', 'delivered', 'returned'] as const)(
    'that is %s and is asked for again is 422 and says when it ended, whether its till calls readyForPickup or not',
    async (status) => {
      harness.verdicts.state.verdictFor = (message) => ({ outcome: 'unchanged', order: summaryOf(message, status) });
      for (const body of [delivery, readyLater])
        expect(await logistics('POST', 'delivery', body)).toMatchObject({
          status: 422,
          json: { code: 'invalid_state_transition', detail: expect.stringContaining('2026-05-01T12:00:00.000Z') },
        });
    },
  );

  it('that was purged or is canceled meanwhile is 422, and one under way says where it is', async () => {
    harness.verdicts.state.verdictFor = () => ({ outcome: 'unchanged', order: null });
    expect((await logistics('POST', 'delivery', readyLater)).status).toBe(422);
    harness.verdicts.state.verdictFor = (message) =>
      message.type === 'order.submitted'
        ? { order: summaryOf(message, 'created') }
        : { outcome: 'refused', code: 'invalid_state_transition', order: summaryOf(message, 'canceled') };
    expect((await logistics('POST', 'delivery', delivery)).status).toBe(422);
    harness.verdicts.state.verdictFor = (message) => ({ outcome: 'unchanged', order: summaryOf(message, 'at_pickup') });
    for (const body of [delivery, readyLater])
      expect(await logistics('POST', 'delivery', body)).toMatchObject({
        status: 202,
        json: { event: 'ARRIVED_AT_MERCHANT' },
      });
  });

  it('that is not there is 404 when it is said to be ready or canceled, and 202 where that is not known in time', async () => {
    harness.verdicts.state.verdictFor = () => ({ outcome: 'refused', code: 'order_not_found' });
    for (const [path, body] of [
      ['readyForPickup/none', undefined],
      ['cancel/none', { reason: 'OTHER' }],
    ] as const) {
      const answer = await logistics('POST', path, body);
      expect([answer.status, answer.json['code']]).toEqual([404, 'order_not_found']);
      expect(received().at(-1)).toMatchObject({ park: false, order_id: idOf('none') });
    }
    harness.verdicts.state.verdictFor = () => ({ outcome: 'parked', order: null });
    expect((await logistics('POST', 'readyForPickup/none')).status).toBe(202);
  });

  it('is the same whether its UUID comes in capitals or not, and is shown with the one that was asked for', async () => {
    const orderId = String(delivery['orderId']).toUpperCase();
    expect((await logistics('POST', 'delivery', { ...delivery, orderId })).status).toBe(202);
    await logistics('POST', `readyForPickup/${orderId}`);
    await logistics('POST', `cancel/${orderId}`, { reason: 'OTHER' });
    const own = idOf(delivery['orderId']);
    expect(
      received()
        .slice(-4)
        .map(({ type, order_id }) => [type, order_id]),
    ).toEqual([
      ['order.submitted', own],
      ['order.ready_requested', own],
      ['order.ready_requested', own],
      ['order.cancel_requested', own],
    ]);
    harness.orderState.state.onCall = ({ path }) => ({
      status: 200,
      body: JSON.stringify(path.includes('/events') ? { data: [], next_cursor: null } : viewOf(own)),
    });
    expect((await logistics('GET', `delivery/${orderId}`)).json).toMatchObject({
      orderId,
      events: [{ type: 'PENDING' }],
    });
  });

  it('has the faults of its order named by the fields that were sent, and a conflict is 422', async () => {
    const { latitude: _, ...address } = delivery['deliveryAddress'] as Record<string, unknown>;
    const pointersOf = ({ json }: Reply) => (json['errors'] as { pointer: string }[]).map(({ pointer }) => pointer);
    const shape = await logistics('POST', 'delivery', { ...delivery, deliveryAddress: address, customerPhone: null });
    expect([shape.status, pointersOf(shape)]).toEqual([400, ['/deliveryAddress/latitude', '/customerPhone']]);
    const phone = await logistics('POST', 'delivery', { ...delivery, customerPhone: '123' });
    expect([phone.status, pointersOf(phone)]).toEqual([400, ['/customerPhone']]);
    harness.verdicts.state.verdictFor = () => ({
      outcome: 'refused',
      code: 'external_id_conflict',
      differing: ['/customer/name'],
    });
    const conflict = await logistics('POST', 'delivery', delivery);
    expect(conflict).toMatchObject({ status: 422, json: { status: 422, code: 'external_id_conflict' } });
    expect(pointersOf(conflict)).toEqual(['/customerName']);
  });

  it('is canceled with its reason, and after pickup 422 says that it is too late', async () => {
    const path = `cancel/${String(delivery['orderId'])}`;
    const reason = { reason: 'PROBLEM_AT_MERCHANT', message: 'No gas', action: 'RETURN_TO_STORE' };
    const answer = await logistics('POST', path, reason);
    expect([answer.status, answer.json]).toEqual([202, { additionalCharges: false }]);
    expect(answer.headers.get('ignored-fields')).toBe('/action');
    expect(received().at(-1)).toMatchObject({
      type: 'order.cancel_requested',
      order_id: idOf(delivery['orderId']),
      payload: { reason: { code: 'problem_at_merchant', message: 'No gas' } },
    });
    harness.verdicts.state.verdictFor = () => ({ outcome: 'refused', code: 'invalid_state_transition' });
    expect(await logistics('POST', path, reason)).toMatchObject({
      status: 422,
      json: { title: 'Unprocessable Entity' },
    });
  });

  it('with a problem is answered in our words, for every open problem, and 422 where none is open', async () => {
    const answered = async (body: object) => {
      const { status, headers } = await logistics('POST', `handleProblem/${String(delivery['orderId'])}`, {
        reason: 'OTHER',
        ...body,
      });
      return [status, headers.get('ignored-fields')];
    };
    harness.verdicts.state.verdictFor = (message) => ({ order: summaryOf(message, 'at_delivery') });
    expect(await answered({ action: 'RETURN_TO_STORE', message: 'bring it back' })).toEqual([200, '/reason']);
    expect(harness.verdicts.state.received.at(-1)?.message).toMatchObject({
      type: 'order.problem_answered',
      park: false,
      payload: { action: 'return', text: 'bring it back' },
    });
    expect(await answered({ action: 'CANCEL_DELIVERY', message: 'no' })).toEqual([200, '/reason, /message']);
    expect(harness.verdicts.state.received.at(-1)?.message.payload).toEqual({ action: 'cancel' });
    harness.verdicts.state.verdictFor = () => ({ outcome: 'refused', code: 'problem_closed' });
    expect(await answered({ action: 'DELIVER_PRODUCT' })).toEqual([422, null]);
    expect(await answered({ action: 'SHRUG' })).toEqual([400, null]);
  });

  it('that is not there is 404, and calls that are not served say why', async () => {
    harness.orderState.state.onCall = () => ({
      status: 404,
      body: JSON.stringify({ code: 'order_not_found', detail: 'There is no such order.' }),
    });
    expect((await logistics('GET', 'delivery/none')).json['code']).toBe('order_not_found');
    for (const path of ['orderPicked', 'finishDelivery']) {
      const answer = await logistics('POST', `${path}/x`, {});
      expect([answer.status, answer.json['code']]).toEqual([422, 'not_served']);
    }
  });
});

describe('availability', () => {
  const path = `${base}/v1/logistics/availability`;

  it('is 200 without a token, whatever is sent', async () => {
    const answer = await fetch(`${harness.url}${path}`, { method: 'POST', body: '{}' });
    expect([answer.status, await answer.json()]).toEqual([200, {}]);
  });

  it.each([
    ['covered', 200, undefined],
    ['unknown', 200, undefined],
    ['paused', 404, 'not_served'],
    ['none', 404, 'not_served'],
  ])('with a token follows the coverage of the address: %s is %i', async (coverage, status, code) => {
    const asked: string[] = [];
    harness.orderState.state.onCall = ({ path: rest }) => {
      asked.push(rest);
      return { status: 200, body: JSON.stringify({ coverage }) };
    };
    // An answer of order-state that comes too late says nothing.
    const answer = await pollUntil('the coverage in time', async () => {
      const came = await call('POST', path, delivery);
      return came.status === status ? came : undefined;
    });
    expect(answer.json['code']).toBe(code);
    expect(asked.slice(-1)).toEqual([expect.stringMatching(/\/coverage\?latitude=-23\.\d+&longitude=-46\.\d+$/)]);
  });

  it('with a token needs an address, and without coordinates nothing is known of it', async () => {
    expect((await call('POST', path, { deliveryAddress: {} })).status).toBe(200);
    for (const wrong of [{}, { deliveryAddress: { latitude: 91, longitude: 0 } }])
      expect((await call('POST', path, wrong)).json).toMatchObject({ code: 'validation_failed', status: 400 });
    expect((await call('POST', path, delivery, 'wrong')).status).toBe(401);
  });
});
