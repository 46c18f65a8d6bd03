import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { orderParts, orderTimesSchema } from '@delivery/contracts';
import {
  buildOrder,
  callJson,
  type CourierSystem,
  expectSuccess,
  type Merchant,
  pollUntil,
  type Product,
  startEndpointServer,
  startProduct,
} from '@delivery/test-support';
import { type Example, repository, startDelivery, startExample } from '../src/examples.js';
import { startFaultyCourier } from '../src/faulty-courier.js';

let product: Product;
let system: Example | undefined;
beforeAll(async () => {
  product = await startProduct({ replicas: { 'courier-simulator': 1 } });
});
afterAll(() => product.close());
afterAll(() => system?.stop());

const callAs = (token: string, method: string, path: string, body?: object) =>
  callJson(`${product.url('intake-api')}/courier/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(body && { body }),
  });

const createReadyOrder = async (merchant: Merchant): Promise<string> => {
  const id = await pollUntil('the merchant is known', async () => {
    const answer = await merchant.create(buildOrder());
    return answer.status === 401 ? undefined : String(expectSuccess(answer)['id']);
  });
  expectSuccess(await merchant.ready(id));
  return id;
};

const readOrder = async (merchant: Merchant, id: string) =>
  expectSuccess(await merchant.call(`/v1/external-orders/${id}`));

const example: [string, ...string[]] = ['python3', join(repository, 'examples/courier.py')];

it('a courier’s system of the examples does what the guide says: keys for accepts and codes, its claim in reports, a second look', async () => {
  const id = 'a'.repeat(24);
  const delivery = { id, status: 'ready', courier: null, handover_required: true, sandbox: { handover_code: '0042' } };
  const isUnanswered = { accept: true, handover: true };
  let openCount = 0;
  const api = await startEndpointServer({
    respond: ({ path, method }) => {
      const answer = (body: object, status = 200) => ({ status, body: JSON.stringify(body) });
      const action = path.split('/').at(-1);
      if (path.includes('/events?')) return answer({ data: [], next_cursor: 'here' });
      if (path.includes('state=open')) openCount += 1;
      // It became ready at the very moment of the first look.
      const isListed = path.includes('state=open') && openCount === 2;
      if (path.includes('/deliveries?')) return answer({ data: isListed ? [delivery] : [], next_cursor: null });
      if ((action === 'accept' || action === 'handover') && isUnanswered[action]) {
        isUnanswered[action] = false;
        return answer({ code: 'temporarily_unavailable' }, 503);
      }
      return answer(method === 'GET' ? delivery : { id, claim_id: 'claim-1' });
    },
  });
  system = await startExample(example, undefined, { BASE: api.origin, TOKEN: 'ctok_x', SECOND_LOOK_SECONDS: '0' });
  const { output } = system;
  await pollUntil('the delivery', () => output().includes(`${id} delivered`) || undefined);
  await system.stop();
  const sent = api.requests.filter(({ method }) => method === 'POST');
  const of = (action: string) => sent.filter(({ path }) => path.endsWith(`/${action}`));
  for (const action of ['accept', 'handover']) {
    const keys = of(action).map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), keys[0]]);
  }
  expect(of('status').map((request) => request.json())).toMatchObject(
    ['on_route_to_pickup', 'at_pickup', 'on_route_to_delivery', 'at_delivery', 'delivered'].map((status) => ({
      status,
      claim_id: 'claim-1',
    })),
  );
  await api.close();
});

it('a problem at the door is answered by the merchant, and the courier goes on by the answer', async () => {
  const merchant = await product.createMerchant();
  const { token } = await product.createCourierSystem();
  const id = await createReadyOrder(merchant);
  const from = expectSuccess(await callAs(token, 'GET', '/events?after=latest'))['next_cursor'];
  const deliver = async (action: string, body?: object) =>
    expectSuccess(await callAs(token, 'POST', `/deliveries/${id}/${action}`, body));
  await deliver('accept');
  for (const status of ['on_route_to_pickup', 'on_route_to_delivery', 'at_delivery'])
    await deliver('status', { status });
  const reported = await deliver('problems', { kind: 'customer_absent', text: 'I rang three times.' });
  expect(reported).toMatchObject({ status: 'at_delivery', problem_id: 1 });
  const asked = await pollUntil('the question', async () => {
    const feed = expectSuccess(await merchant.call('/v1/events?events=delivery_problem'));
    return (feed['data'] as { body: object }[])[0];
  });
  expect(asked.body).toMatchObject({ id, problem_id: 1, kind: 'customer_absent', status: 'at_delivery' });
  const answer = { action: 'leave_at_door', text: 'Behind the blue gate.' };
  expectSuccess(await merchant.call(`/v1/external-orders/${id}/problems/1/answer`, { method: 'POST', body: answer }));
  const noted = await pollUntil('the answer', async () => {
    const feed = expectSuccess(await callAs(token, 'GET', `/events?after=${String(from)}`));
    return (feed['data'] as { event: string }[]).find(({ event }) => event === 'problem_answered');
  });
  expect(noted).toMatchObject({ delivery_id: id, problem_id: 1, action: 'leave_at_door' });
  expect(expectSuccess(await callAs(token, 'GET', `/deliveries/${id}`))['problems']).toMatchObject([{ answer }]);
  expect((await deliver('status', { status: 'delivered' }))['status']).toBe('delivered');
});

it('the minutes of an order are counted once, for its merchant and the courier’s system, though its end is reported twice', async () => {
  const merchant = await product.createMerchant();
  const { token } = await product.createCourierSystem();
  const id = await createReadyOrder(merchant);
  const steps = ['on_route_to_pickup', 'at_pickup', 'on_route_to_delivery', 'delivered', 'delivered'];
  expectSuccess(await callAs(token, 'POST', `/deliveries/${id}/accept`));
  for (const status of steps) expectSuccess(await callAs(token, 'POST', `/deliveries/${id}/status`, { status }));
  const rows = await pollUntil('the sums', async () => {
    const { data } = orderTimesSchema.parse(expectSuccess(await merchant.call('/v1/order-times?by=courier_system')));
    return data.length > 0 ? data : undefined;
  });
  const once = { orders: 1, seconds: expect.any(Number) };
  const parts = Object.fromEntries(orderParts.map((part) => [part, once]));
  expect(rows).toEqual([{ group: expect.any(String), orders: 1, ...parts }]);
  const { key, token: secret } = merchant;
  const query = new URLSearchParams({ format: 'csv', key, token: secret });
  const file = await fetch(`${product.url('intake-api')}/v1/order-times?${query.toString()}`);
  expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="order-times-.*\.csv"$/);
  expect(await file.text()).toMatch(/^day,orders,kitchen_orders,.*\r\n[\d-]{10},1,1,\d+,1,\d+,1,\d+,1,\d+,1,\d+\r\n$/);
});

/** More than a page of the list has. */
const waitingCount = 51;

it('a courier’s system of the examples brings what was ready before it began, and what it hears of', async () => {
  const merchant = await product.createMerchant();
  const { token } = await product.createCourierSystem();
  const { token: other } = await product.createCourierSystem();
  const before = await createReadyOrder(merchant);
  const more = Array.from({ length: waitingCount - 1 }, () => createReadyOrder(merchant));
  const waiting = [before, ...(await Promise.all(more))];
  system = await startExample(example, undefined, { BASE: product.url('intake-api'), TOKEN: token });
  const { output } = system;
  const isDelivered = (id: string): boolean => output().includes(`${id} delivered`);
  await pollUntil('the deliveries that waited', () => waiting.every(isDelivered) || undefined);
  const after = await createReadyOrder(merchant);
  await pollUntil('the delivery after them', () => isDelivered(after) || undefined);
  for (const id of [before, after]) {
    expect(await readOrder(merchant, id)).toMatchObject({
      status: 'delivered',
      courier: { name: 'Rui', vehicle: 'bicycle' },
      eta: null,
    });
    expect(await callAs(other, 'POST', `/deliveries/${id}/accept`)).toMatchObject({
      status: 409,
      body: { code: 'delivery_taken' },
    });
    expect(await callAs(other, 'GET', `/deliveries/${id}`)).toMatchObject({
      status: 404,
      body: { code: 'order_not_found' },
    });
    const events = expectSuccess(await merchant.call(`/v1/external-orders/${id}/events`))['data'];
    expect(
      (events as { event: string; body: { status: string } }[]).map((one) => [one.event, one.body.status]),
    ).toEqual([
      ['status_changed', 'ready'],
      ['delivery_requested', 'ready'],
      ['courier_assigned', 'ready'],
      ...['on_route_to_pickup', 'at_pickup', 'on_route_to_delivery', 'at_delivery', 'delivered'].map((status) => [
        'status_changed',
        status,
      ]),
    ]);
  }
});

describe('delivery conform --courier', () => {
  let merchant: Merchant;
  let token: CourierSystem['token'];
  beforeAll(async () => {
    merchant = await product.createMerchant({ mode: 'sandbox' });
    ({ token } = await product.createCourierSystem({ mode: 'sandbox' }));
  });

  const startConform = (...flags: string[]) =>
    startDelivery(['conform', '--courier', token, '--port', '0', '--strict', ...flags], {
      DELIVERY_BASE_URL: product.url('intake-api'),
      DELIVERY_KEY: merchant.key,
      DELIVERY_TOKEN: merchant.token,
    });

  /** Runs it around a system that calls the service through it. */
  const conform = async (start: (url: string) => Promise<{ stop: () => Promise<void> }>) => {
    const { output, ended } = await startConform();
    const url = await pollUntil('its address', () => /with (http:\S+)/.exec(output())?.[1]);
    const system = await start(url);
    const code = await ended;
    await system.stop();
    // Lines are as wide as the terminal.
    return { code, output: output(), joined: output().replaceAll(/\s+/g, ' ') };
  };

  it('passes the example of the guide', async () => {
    const { code, output } = await conform((url) => startExample(example, undefined, { BASE: url, TOKEN: token }));
    expect(output).toMatch(/\n6 passed\n$/);
    expect(code).toBe(0);
  });

  it('finds each fault of a system without keys and claims that reports whatever the answers are', async () => {
    const { code, output, joined } = await conform((url) => Promise.resolve(startFaultyCourier(url, token)));
    for (const fault of [
      'the answer to accept is lost: expected the same call with the same Idempotency-Key, got the call without an Idempotency-Key',
      'an accept after simulated couriers were first: expected no report, got status',
      'a report while its delivery is released and accepted again: expected 409 delivery_not_accepted, got 200 on_route_to_pickup',
      'a copy of on_route_to_delivery after delivery_failed: expected delivery_failed, got on_route_to_delivery',
      'the answer to handover is lost: expected the same call with the same Idempotency-Key, got the call without an Idempotency-Key',
    ])
      expect(joined).toContain(fault);
    expect(output).toMatch(/\n1 passed, 5 failed\n$/);
    expect(code).toBe(1);
  });

  it('makes no other check of a system that does nothing', async () => {
    const { ended, output } = await startConform('--wait', '0.1');
    expect(await ended).toBe(1);
    expect(output()).toMatch(/no call about it[^]*\n1 failed, 5 not run\n$/);
  });

  it('refuses the token of a live system', async () => {
    const { ended, output } = await startDelivery(['conform', '--courier', 'ctok_live'], {
      DELIVERY_BASE_URL: product.url('intake-api'),
      DELIVERY_KEY: merchant.key,
      DELIVERY_TOKEN: merchant.token,
    });
    expect([await ended, output()]).toEqual([2, expect.stringContaining('--courier must be a sandbox token')]);
  });
});
