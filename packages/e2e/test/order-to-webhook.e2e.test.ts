import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DeliveryClient } from '@delivery/client';
import {
  type Answer,
  buildOrder,
  type EndpointServer,
  expectSuccess,
  type Merchant,
  orderTextWith,
  pollUntil,
  type Product,
  startEndpointServer,
  startProduct,
} from '@delivery/test-support';
import { findDisorder } from '../src/find-disorder.js';
import { journeyEventCount, runJourney } from '../src/run-journey.js';
import {
  createTillClient,
  type PulledWebhook,
  readPulled,
  startTill,
  type Till,
  tillVisibilitySeconds,
} from '../src/start-till.js';
import { verifyWebhook } from '../src/verify-webhook.js';

let product: Product;
let endpoint: EndpointServer;
let merchant: Merchant;

beforeAll(async () => {
  product = await startProduct();
  endpoint = await startEndpointServer();
  merchant = await product.createMerchant({ webhookUrl: endpoint.url });
});

afterAll(() => product.close());
afterAll(() => endpoint.close());

const idOf = (answer: Answer): string => String(expectSuccess(answer)['id']);
const create = async (): Promise<string> => idOf(await merchant.create(buildOrder()));
const verified = () => endpoint.requests.map((request) => verifyWebhook(request, merchant.endpoint!.secret));
const webhooksOf = (orderId: string) => verified().filter((webhook) => webhook.orderId === orderId);
const arrived = (orderId: string, count: number) =>
  endpoint.waitForRequest(() => endpoint.requests.filter(({ json }) => json()['id'] === orderId).length >= count);

describe('creating an order', () => {
  it('[P3] makes one order of 50 equal requests that come at once', async () => {
    const order = buildOrder();
    const answers = await Promise.all(Array.from({ length: 50 }, () => merchant.create(order)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(idOf)).size).toBe(1);
    const firsts = answers.filter(({ headers }) => headers.get('idempotent-replayed') === null);
    expect(firsts).toHaveLength(1);
    const listing = await merchant.call(`/v1/external-orders?external_id=${order.external_id}`);
    expect(listing.body['data']).toHaveLength(1);
  });
});

describe('the webhooks of a journey', () => {
  it('are seven, in sequence, signed, with exactly the promised bodies', async () => {
    const externalData = '{"z": 1.0, "a":[1e3,"\\u00e9 / \\/"],  "10":{"n":12345678901234567890},"2":null}';
    const order = buildOrder({ external_id: 'loja/7#0007', display_id: '0007' });
    const id = idOf(await merchant.create(orderTextWith(order, externalData)));
    const trackingUrl = 'https://track.example.com/t/1?x=%20y';
    const steps = [
      await merchant.ready(id),
      await product.operator.status(id, 'on_route_to_pickup'),
      await product.operator.status(id, 'at_pickup'),
      await product.operator.status(id, 'on_route_to_delivery'),
      await product.operator.trackingUrl(id, trackingUrl),
      await product.operator.status(id, 'delivered'),
    ].map(expectSuccess);
    await arrived(id, 7);

    const [ready, pickup, atPickup, onRoute, tracked, delivered] = steps.map((step) => step['updated_at']);
    const common = { id, external_id: 'loja/7#0007', display_id: '0007', external_data: JSON.parse(externalData) };
    const changed = { ...common, event: 'status_changed' };
    const webhooks = webhooksOf(id);
    expect(webhooks.map(({ sequence, previousSequence }) => [previousSequence, sequence])).toEqual(
      [1, 2, 3, 4, 5, 6, 7].map((sequence) => [sequence - 1, sequence]),
    );
    expect(webhooks.map(({ body }) => body)).toEqual([
      { ...changed, status: 'ready', previous_status: 'created', updated_at: ready },
      { ...common, event: 'delivery_requested', status: 'ready', updated_at: ready },
      { ...changed, status: 'on_route_to_pickup', previous_status: 'ready', updated_at: pickup },
      { ...changed, status: 'at_pickup', previous_status: 'on_route_to_pickup', updated_at: atPickup },
      { ...changed, status: 'on_route_to_delivery', previous_status: 'at_pickup', updated_at: onRoute },
      {
        ...common,
        event: 'tracking_url_added',
        status: 'on_route_to_delivery',
        updated_at: tracked,
        tracking_url: trackingUrl,
      },
      {
        ...changed,
        status: 'delivered',
        previous_status: 'on_route_to_delivery',
        updated_at: delivered,
        tracking_url: trackingUrl,
      },
    ]);
    const texts = endpoint.requests.map(({ body }) => body.toString()).filter((text) => text.includes(id));
    for (const text of texts) expect(text).toContain(`"external_data":${externalData}`);
    expect(new Set(webhooks.map(({ webhookId }) => webhookId)).size).toBe(7);
  });

  it('[P4] are tried again under the same webhook-id, and later events follow only then', async () => {
    const id = await create();
    let refusals = 3;
    endpoint.respondWith((request) => (request.json()['id'] === id && refusals-- > 0 ? { status: 500 } : {}));
    await merchant.ready(id);
    await product.operator.status(id, 'on_route_to_pickup');
    await arrived(id, 6);
    const webhooks = webhooksOf(id);
    expect(webhooks.map(({ sequence, attempt }) => [sequence, attempt])).toEqual([
      [1, 1],
      [1, 2],
      [1, 3],
      [1, 4],
      [2, 1],
      [3, 1],
    ]);
    expect(new Set(webhooks.slice(0, 4).map(({ webhookId }) => webhookId)).size).toBe(1);
  });
});

type Shop = { merchant: Merchant; client: DeliveryClient; endpoint: { id: string; secret: string } };

const openShop = async (): Promise<Shop> => {
  const merchant = await product.createMerchant();
  const client = createTillClient(product.url('intake-api'), merchant);
  const { id, secret } = await client.endpoints.create({ type: 'pull' });
  return { merchant, client, endpoint: { id, secret: secret ?? '' } };
};
const waitForCount = (till: Till, count: number) =>
  pollUntil(`${count} pulled`, () => (till.webhooks.length >= count ? till.webhooks : undefined));
const createReady = async ({ merchant }: Shop): Promise<string> => {
  const id = String(expectSuccess(await merchant.create(buildOrder()))['id']);
  expectSuccess(await merchant.ready(id));
  return id;
};
/** The attempts of each delivery in the order of their arrival: a repeat must have a higher one. */
const findSameAttempts = (webhooks: readonly PulledWebhook[]): string[] => {
  const last = new Map<string, number>();
  return webhooks.flatMap(({ deliveryId, attempt }) => {
    const before = last.get(deliveryId) ?? 0;
    last.set(deliveryId, attempt);
    return attempt > before ? [] : [`${deliveryId}: attempt ${attempt} after ${before}`];
  });
};

describe('a till that pulls', () => {
  it('[P20] gets a whole journey while it happens, in order, each signed as any webhook, and the ledger has it delivered', async () => {
    const shop = await openShop();
    const till = startTill(shop.client, shop.endpoint);
    const id = await runJourney({ product, merchant: shop.merchant });
    await waitForCount(till, journeyEventCount);
    await product.waitForQuiet();
    await till.stop();
    expect(findDisorder(till.webhooks, { orderIds: [id], eventsEach: journeyEventCount })).toEqual([]);
    expect(till.webhooks).toHaveLength(journeyEventCount);
    expect(till.webhooks[0]?.headers).not.toHaveProperty('webhook-mode');
  });
});

describe('a message that is not acked', () => {
  it('because a till left its loop by break comes again to the next one, and messages handled before do not', async () => {
    const shop = await openShop();
    const orderIds = [await createReady(shop), await createReady(shop), await createReady(shop)];
    const seen: PulledWebhook[] = [];
    for await (const message of shop.client.endpoints.pull(shop.endpoint.id, { visibility: tillVisibilitySeconds })) {
      seen.push(readPulled(message, shop.endpoint.secret));
      if (seen.length === 2) break;
    }
    const till = startTill(shop.client, shop.endpoint);
    await product.waitForQuiet();
    await till.stop();
    expect(findDisorder([...seen, ...till.webhooks], { orderIds, eventsEach: 2 })).toEqual([]);
    expect(findSameAttempts([...seen, ...till.webhooks])).toEqual([]);
    const cameAgain = till.webhooks.filter(({ attempt }) => attempt > 1).map(({ deliveryId }) => deliveryId);
    expect(cameAgain).toContain(seen[1]?.deliveryId);
    expect(till.webhooks.map(({ deliveryId }) => deliveryId)).not.toContain(seen[0]?.deliveryId);
  });
});

describe('the product', () => {
  it('[P13] accounts for every webhook when all is quiet, and has no dead letter', async () => {
    const audit = await product.waitForQuiet();
    expect(audit).toMatchObject({ balanced: true, matched: audit.delivered, oldest_overdue_seconds: 0 });
    expect(await product.operator.deadLetters()).toEqual([]);
  });
});
