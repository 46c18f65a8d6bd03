import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DeliveryClient, MessageOptions } from '@delivery/client';
import {
  buildOrder,
  expectSuccess,
  type Merchant,
  type NewMerchant,
  pollUntil,
  type Product,
  startProduct,
} from '@delivery/test-support';
import { findDisorder } from '../src/find-disorder.js';
import { journeyEventCount, runJourney, startLoad } from '../src/run-journey.js';
import {
  createTillClient,
  type PulledWebhook,
  readPulled,
  startTill,
  type Till,
  tillVisibilitySeconds,
} from '../src/start-till.js';

let product: Product;

beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

type Shop = { merchant: Merchant; client: DeliveryClient; endpoint: { id: string; secret: string } };

const openShop = async (wanted: NewMerchant = {}): Promise<Shop> => {
  const merchant = await product.createMerchant(wanted);
  const client = createTillClient(product.url('intake-api'), merchant);
  return { merchant, client, endpoint: await client.endpoints.create({ type: 'pull' }) };
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
const numbersOf = (webhooks: readonly PulledWebhook[]) => webhooks.map(({ sequence, attempt }) => [sequence, attempt]);

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

  it('gets the header webhook-mode in the sandbox', async () => {
    const shop = await openShop({ mode: 'sandbox' });
    const till = startTill(shop.client, shop.endpoint);
    await createReady(shop);
    await waitForCount(till, 2);
    await product.waitForQuiet();
    await till.stop();
    expect(till.webhooks.map(({ headers }) => headers['webhook-mode'])).toEqual(['sandbox', 'sandbox']);
  });

  it('[P20] shares with a second one: neither gets a message that the other holds, and each order stays in order', async () => {
    const shop = await openShop();
    const tills = [startTill(shop.client, shop.endpoint), startTill(shop.client, shop.endpoint)];
    const all = () => tills.flatMap(({ webhooks }) => webhooks);
    const orderIds = await startLoad({ product, merchant: shop.merchant }, { orders: 20, concurrency: 8 }).done;
    await product.waitForQuiet();
    await Promise.all(tills.map((till) => till.stop()));
    expect(all()).toHaveLength(orderIds.length * journeyEventCount);
    expect(new Set(all().map(({ deliveryId }) => deliveryId)).size).toBe(all().length);
    for (const { webhooks } of tills) {
      expect(webhooks.length).toBeGreaterThan(0);
      for (const orderId of orderIds) {
        const sequences = webhooks.filter((webhook) => webhook.orderId === orderId).map(({ sequence }) => sequence);
        expect(sequences).toEqual([...sequences].sort((one, other) => one - other));
      }
    }
  });
});

describe('a message that is not acked', () => {
  it('comes again when its visibility ends, with attempt + 1, and its successor only once it is acked', async () => {
    const shop = await openShop();
    await createReady(shop);
    const pull = async (options: MessageOptions) => {
      const messages = await shop.client.endpoints.messages(shop.endpoint.id, options);
      return messages.map((message) => readPulled(message, shop.endpoint.secret));
    };
    const first = await pull({ wait: 20, visibility: tillVisibilitySeconds });
    expect(numbersOf(first)).toEqual([[1, 1]]);
    const again = await pull({ wait: 20 });
    expect(numbersOf(again)).toEqual([[1, 2]]);
    expect(await pull({ wait: 0 })).toEqual([]);
    expect(again[0]?.deliveryId).toBe(first[0]?.deliveryId);
    const ids = again.map(({ deliveryId }) => deliveryId);
    const acked = { acked: ids, unknown: [] };
    expect(await shop.client.endpoints.ack(shop.endpoint.id, ids)).toEqual(acked);
    expect(await shop.client.endpoints.ack(shop.endpoint.id, ids)).toEqual(acked);
    const next = await pull({ wait: 20 });
    expect(numbersOf(next)).toEqual([[2, 1]]);
    await shop.client.endpoints.ack(
      shop.endpoint.id,
      next.map(({ deliveryId }) => deliveryId),
    );
    await product.waitForQuiet();
  });

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
