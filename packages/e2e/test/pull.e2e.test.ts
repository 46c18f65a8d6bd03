import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DeliveryClient } from '@delivery/client';
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
import { journeyEventCount, runJourney } from '../src/run-journey.js';
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
