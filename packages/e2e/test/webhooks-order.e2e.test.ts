import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type DeliveryView, deliveryViewSchema, listSchema, type WebhookEvent } from '@delivery/contracts';
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
});
