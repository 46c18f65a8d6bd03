import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import {
  type DeliveryView,
  deliveryViewSchema,
  endpointDisabledBodySchema,
  listSchema,
  type WebhookEvent,
} from '@delivery/contracts';
import {
  buildOrder,
  type EndpointServer,
  expectSuccess,
  type Merchant,
  pollUntil,
  type Product,
  type ReceivedRequest,
  startEndpointServer,
  startProduct,
} from '@delivery/test-support';
import { readWebhook } from '../src/verify-webhook.js';

let product: Product;
let server: EndpointServer;
let paths = 0;

beforeAll(async () => {
  // Two retries, then exhausted: within a second. An unanswered webhook must outlast its test on a slow machine.
  product = await startProduct({
    env: {
      'order-state': { WEBHOOK_RETRY_SCHEDULE: '100ms,200ms' },
      'webhook-dispatcher': { WEBHOOK_TOTAL_TIMEOUT_MS: '20000' },
    },
  });
  server = await startEndpointServer();
});
afterAll(() => product.close());
afterAll(() => server.close());

const newPath = () => `/hooks/${(paths += 1)}`;
const urlOf = (path: string) => `${server.origin}${path}`;
const webhooksAt = (path: string) => server.requests.filter((request) => request.path === path).map(readWebhook);
const waitForCount = (path: string, count: number) =>
  pollUntil(`${count} webhooks at ${path}`, () => (webhooksAt(path).length >= count ? webhooksAt(path) : undefined));
/** Answers at one path only; everywhere else 200. */
const respondAt = (path: string, respond: (request: ReceivedRequest) => object | Promise<object>) =>
  server.respondWith((request) => (request.path === path ? respond(request) : {}));

const createOrder = async (merchant: Merchant): Promise<string> =>
  String(expectSuccess(await merchant.create(buildOrder()))['id']);
const report = async (orderId: string, ...statuses: Parameters<Product['operator']['status']>[1][]) => {
  for (const status of statuses) expectSuccess(await product.operator.status(orderId, status));
};
const addEndpoint = async (merchant: Merchant, path: string, events?: WebhookEvent[]): Promise<string> => {
  const call = { method: 'POST', body: { url: urlOf(path), events } };
  return String(expectSuccess(await merchant.call('/v1/webhook-endpoints', call))['id']);
};
const changeEndpoint = async (merchant: Merchant, id: string | undefined, action: string, method = 'POST') =>
  expectSuccess(await merchant.call(`/v1/webhook-endpoints/${id}${action}`, { method }));
const deliveriesOf = async (merchant: Merchant, query: string): Promise<DeliveryView[]> => {
  const answer = expectSuccess(await merchant.call(`/v1/webhook-deliveries?${query}`));
  return listSchema(deliveryViewSchema).parse(answer).data.toReversed();
};
const placesOf = (path: string) =>
  webhooksAt(path).map(({ sequence, previousSequence }) => [previousSequence, sequence]);

describe('the endpoints of one merchant', () => {
  it('each get the events they asked for, with the last sequence that was addressed to them', async () => {
    const [all, some] = [newPath(), newPath()];
    const merchant = await product.createMerchant({ webhookUrl: urlOf(all) });
    await addEndpoint(merchant, some, ['delivery_requested', 'tracking_url_added']);
    const id = await createOrder(merchant);
    await report(id, 'ready', 'on_route_to_pickup');
    expectSuccess(await product.operator.trackingUrl(id, 'https://track.example/1'));
    await report(id, 'on_route_to_delivery');
    await waitForCount(all, 5);
    await waitForCount(some, 2);
    await product.waitForQuiet();
    expect(placesOf(all)).toEqual([
      [0, 1],
      [1, 2],
      [2, 3],
      [3, 4],
      [4, 5],
    ]);
    expect(placesOf(some)).toEqual([
      [0, 2],
      [2, 4],
    ]);
  });

  it('that are added midway begin with the next event; those deleted midway end as skipped, and the others do not notice', async () => {
    const [first, late] = [newPath(), newPath()];
    const merchant = await product.createMerchant({ webhookUrl: urlOf(first) });
    const id = await createOrder(merchant);
    await report(id, 'ready');
    await waitForCount(first, 2);
    const lateId = await addEndpoint(merchant, late);
    // The first endpoint keeps its next webhook open, so that more of them wait when it is deleted.
    let answer: (reply: object) => void = () => undefined;
    respondAt(first, () => new Promise<object>((resolve) => (answer = resolve)));
    await report(id, 'on_route_to_pickup', 'at_pickup', 'on_route_to_delivery');
    await waitForCount(first, 3);
    await changeEndpoint(merchant, merchant.endpoint?.id, '', 'DELETE');
    answer({});
    await waitForCount(late, 3);
    await product.waitForQuiet();
    expect(placesOf(late)).toEqual([
      [0, 3],
      [3, 4],
      [4, 5],
    ]);
    const deliveries = await deliveriesOf(merchant, `order_id=${id}`);
    const statesOf = (endpointId: string | undefined) =>
      deliveries.filter(({ endpoint_id }) => endpoint_id === endpointId).map(({ state }) => state);
    expect(statesOf(merchant.endpoint?.id)).toEqual(['delivered', 'delivered', 'delivered', 'skipped', 'skipped']);
    expect(statesOf(lateId)).toEqual(['delivered', 'delivered', 'delivered']);
    expect(webhooksAt(first)).toHaveLength(3);
  });
});

describe('the webhooks of one order', () => {
  it('go on after an exhausted one, and webhook-previous-sequence shows the gap', async () => {
    const path = newPath();
    const merchant = await product.createMerchant({ webhookUrl: urlOf(path) });
    respondAt(path, (request) => (readWebhook(request).sequence === 1 ? { status: 500 } : {}));
    const id = await createOrder(merchant);
    await report(id, 'ready', 'on_route_to_pickup');
    await product.waitForQuiet();
    const webhooks = webhooksAt(path);
    expect(webhooks.map(({ sequence, attempt }) => [sequence, attempt])).toEqual([
      [1, 1],
      [1, 2],
      [1, 3],
      [2, 1],
      [3, 1],
    ]);
    expect(new Set(webhooks.slice(0, 3).map(({ webhookId }) => webhookId)).size).toBe(1);
    expect((await deliveriesOf(merchant, `order_id=${id}`)).map(({ state }) => state)).toEqual([
      'exhausted',
      'delivered',
      'delivered',
    ]);
    // The receiver accepted 2 and never 1: the predecessor that 2 names is one that it has not seen.
    expect(webhooks[3]?.previousSequence).toBe(1);
  });

  it('[P4] do not wait for other orders: one whose first webhook is never answered holds up no other of the same endpoint', async () => {
    const path = newPath();
    const merchant = await product.createMerchant({ webhookUrl: urlOf(path) });
    const stuck = await createOrder(merchant);
    let answer: (response: object) => void = () => undefined;
    const answered = new Promise<object>((resolve) => (answer = resolve));
    respondAt(path, (request) => (readWebhook(request).orderId === stuck ? answered : {}));
    await report(stuck, 'ready', 'on_route_to_pickup');
    await waitForCount(path, 1);
    const others = await Promise.all(Array.from({ length: 10 }, () => createOrder(merchant)));
    await Promise.all(others.map((id) => report(id, 'ready', 'on_route_to_pickup')));
    const webhooks = await waitForCount(path, 1 + 3 * others.length);
    for (const id of others) {
      expect(webhooks.filter(({ orderId }) => orderId === id).map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
    }
    const ofStuck = await deliveriesOf(merchant, `order_id=${stuck}`);
    expect(ofStuck.map(({ state, attempt_count }) => [state, attempt_count])).toEqual([
      ['in_flight', 0],
      ['waiting', 0],
      ['waiting', 0],
    ]);
    answer({});
    await waitForCount(path, 3 * (1 + others.length));
    await product.waitForQuiet();
  });
});

describe('a receiver that asks for time', () => {
  const inOneHour = 3_600_000;
  it.each([
    { what: 'in seconds', after: () => '3600', status: 503 },
    { what: 'as a date', after: () => new Date(Date.now() + inOneHour).toUTCString(), status: 429 },
  ])('by Retry-After $what is not called before', async ({ after, status }) => {
    const path = newPath();
    const merchant = await product.createMerchant({ webhookUrl: urlOf(path), events: ['delivery_requested'] });
    respondAt(path, () => ({ status, headers: { 'retry-after': after() } }));
    const id = await createOrder(merchant);
    await report(id, 'ready');
    const delivery = await pollUntil('the first attempt', async () => {
      const [first] = await deliveriesOf(merchant, `order_id=${id}`);
      return first?.attempt_count === 1 ? first : undefined;
    });
    const waitMs = Date.parse(delivery.next_attempt_at ?? '') - Date.parse(delivery.created_at);
    // A date has whole seconds. The upper bound is the time that this machine took for the attempt.
    expect(waitMs).toBeGreaterThanOrEqual(inOneHour - 1_000);
    expect(waitMs).toBeLessThan(inOneHour + 60_000);
    expect(delivery).toMatchObject({ state: 'waiting', settled_at: null });
    await changeEndpoint(merchant, merchant.endpoint?.id, '', 'DELETE');
    await product.waitForQuiet();
  });
});

describe('an event about an endpoint', () => {
  it('is sent to another endpoint that asks for it, like all webhooks, and is in the feed', async () => {
    const [path, watching] = [newPath(), newPath()];
    const merchant = await product.createMerchant({ webhookUrl: urlOf(path) });
    respondAt(path, () => ({ status: 410 }));
    const body = { url: urlOf(watching), events: ['endpoint_disabled'] };
    const watcher = expectSuccess(await merchant.call('/v1/webhook-endpoints', { method: 'POST', body }));
    const orderId = await createOrder(merchant);
    await report(orderId, 'ready');
    const told = await server.waitForRequest((request) => request.path === watching);
    new Webhook(String(watcher['secret'])).verify(told.body, told.headers);
    const { id, endpoint, ...rest } = endpointDisabledBodySchema.parse(told.json());
    expect(endpoint).toMatchObject({ id: merchant.endpoint?.id, origin: server.origin });
    expect(rest).toMatchObject({ event: 'endpoint_disabled', disabled_reason: 'gone' });
    const feed = await pollUntil('the event in the feed', async () => {
      const { data } = expectSuccess(await merchant.call('/v1/events?events=endpoint_disabled'));
      return Array.isArray(data) && data.length > 0 ? data : undefined;
    });
    expect(feed).toMatchObject([{ event: 'endpoint_disabled', order_id: id, sequence: 1 }]);
    const { data } = expectSuccess(await merchant.call('/v1/events'));
    expect(data).toMatchObject([{ order_id: orderId }, { order_id: orderId }]);
    await changeEndpoint(merchant, merchant.endpoint?.id, '', 'DELETE');
    await product.waitForQuiet();
    expect(await deliveriesOf(merchant, `endpoint_id=${String(watcher['id'])}`)).toMatchObject([
      { state: 'delivered' },
    ]);
    expect(await product.operator.audit()).toMatchObject({ balanced: true });
  });
});

describe('a delivery that is held', () => {
  it('[P5] by a 410 resumes when the endpoint is enabled: one at a time at first, in order, under the same webhook-id', async () => {
    const path = newPath();
    const merchant = await product.createMerchant({ webhookUrl: urlOf(path) });
    respondAt(path, () => ({ status: 410 }));
    const ids = [await createOrder(merchant), await createOrder(merchant), await createOrder(merchant)];
    await report(ids[0]!, 'ready');
    await pollUntil('the endpoint disabled', async () => {
      const view = await merchant.call(`/v1/webhook-endpoints/${merchant.endpoint?.id}`);
      return view.body['status'] === 'disabled' && view.body['disabled_reason'] === 'gone' ? true : undefined;
    });
    await report(ids[1]!, 'ready');
    await report(ids[2]!, 'ready');
    const held = await deliveriesOf(merchant, `endpoint_id=${merchant.endpoint?.id}`);
    expect(held.map(({ state }) => state)).toEqual(Array.from({ length: 6 }, () => 'held'));
    expect(await product.operator.audit()).toMatchObject({ balanced: true, held: 6 });
    const [refused] = webhooksAt(path);

    let answer: (reply: object) => void = () => undefined;
    const seen = webhooksAt(path).length;
    respondAt(path, () =>
      webhooksAt(path).length === seen + 1 ? new Promise<object>((resolve) => (answer = resolve)) : {},
    );
    await changeEndpoint(merchant, merchant.endpoint?.id, '/enable');
    const [first] = (await waitForCount(path, seen + 1)).slice(seen);
    expect(first).toMatchObject({ webhookId: refused?.webhookId, attempt: 2, sequence: 1 });
    // Two other orders are due, and wait for this one: the window of an endpoint that comes back is one.
    expect(await product.operator.audit()).toMatchObject({ in_flight: 1, waiting: 5 });
    answer({});
    await waitForCount(path, seen + 6);
    await product.waitForQuiet();
    const resumed = webhooksAt(path).slice(seen);
    expect(resumed).toHaveLength(6);
    for (const id of ids) {
      expect(resumed.filter(({ orderId }) => orderId === id).map(({ sequence }) => sequence)).toEqual([1, 2]);
    }
  });

  it('by the merchant’s own disable is in the operator’s view, with every switch in its log', async () => {
    const path = newPath();
    const merchant = await product.createMerchant({ webhookUrl: urlOf(path) });
    server.respondWith(() => ({}));
    const endpointId = merchant.endpoint?.id;
    await changeEndpoint(merchant, endpointId, '/disable');
    const id = await createOrder(merchant);
    await report(id, 'ready');
    expect((await deliveriesOf(merchant, `order_id=${id}`)).map(({ state }) => state)).toEqual(['held', 'held']);
    await changeEndpoint(merchant, endpointId, '/enable');
    await waitForCount(path, 2);
    const view = expectSuccess(await product.operator.call(`/operator/v1/endpoints/${endpointId}`));
    expect(view).toMatchObject({
      status: 'active',
      window: { probe_at: null },
      log: [{ what: 'enabled' }, { what: 'disabled', reason: 'requested' }, { what: 'created' }],
    });
    const lines = product.logs('order-state').filter(({ fields }) => fields?.['endpointId'] === endpointId);
    expect(lines.map(({ fields }) => [fields?.['msg'], fields?.['status']])).toEqual([
      ['merchant.created', undefined],
      ['endpoint.switched', 'disabled'],
      ['endpoint.switched', 'active'],
    ]);
  });
});
