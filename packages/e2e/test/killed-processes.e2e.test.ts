import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type EndpointServer,
  type Product,
  type ServiceName,
  standardWait,
  startEndpointServer,
  startProduct,
} from '@delivery/test-support';
import { findDisorder } from '../src/find-disorder.js';
import { journeyEventCount, startLoad } from '../src/run-journey.js';
import { readWebhook } from '../src/verify-webhook.js';

let product: Product;
let endpoint: EndpointServer;

beforeAll(async () => {
  product = await startProduct({ env: { 'intake-api': standardWait } });
  endpoint = await startEndpointServer();
});

afterAll(() => product.close());
afterAll(() => endpoint.close());

describe('kill -9 in the middle of the work', () => {
  const names: ServiceName[] = ['intake-api', 'order-state', 'webhook-dispatcher'];
  it.each(names)('loses nothing and disorders nothing: of %s', async (name) => {
    const merchant = await product.createMerchant({ webhookUrl: `${endpoint.origin}/${name}` });
    const load = startLoad({ product, merchant }, { orders: 30, concurrency: 8 });
    for (const created of [8, 18]) {
      await load.created(created);
      await product.kill(name);
      await product.start(name);
    }
    const orderIds = await load.done;
    const audit = await product.waitForQuiet();
    expect(audit.matched).toBe(audit.delivered);
    const webhooks = endpoint.requests.filter(({ path }) => path === `/${name}`).map(readWebhook);
    expect(findDisorder(webhooks, { orderIds, eventsEach: journeyEventCount })).toEqual([]);
    expect(await product.operator.deadLetters()).toEqual([]);
  });

  it('[P2] of all three at once loses nothing and disorders nothing', async () => {
    const merchant = await product.createMerchant({ webhookUrl: `${endpoint.origin}/all` });
    const load = startLoad({ product, merchant }, { orders: 20, concurrency: 8 });
    await load.created(10);
    await Promise.all(names.map((name) => product.kill(name)));
    await Promise.all(names.map((name) => product.start(name)));
    const orderIds = await load.done;
    await product.waitForQuiet();
    const webhooks = endpoint.requests.filter(({ path }) => path === '/all').map(readWebhook);
    expect(findDisorder(webhooks, { orderIds, eventsEach: journeyEventCount })).toEqual([]);
  });
});
