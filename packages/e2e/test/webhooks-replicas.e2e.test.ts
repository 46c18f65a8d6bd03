import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type EndpointServer,
  type Product,
  type ServiceName,
  startEndpointServer,
  startProduct,
} from '@delivery/test-support';
import { findDisorder } from '../src/find-disorder.js';
import { journeyEventCount, startLoad } from '../src/run-journey.js';
import { readWebhook } from '../src/verify-webhook.js';

/** Released anew if nothing is heard for so long: in production minutes, here within a test's patience. */
const leaseMs = 3_000;
const dispatcherCount = 3;

let product: Product;
let server: EndpointServer;
beforeAll(async () => {
  product = await startProduct({
    replicas: { 'order-state': 2, 'webhook-dispatcher': dispatcherCount },
    env: { 'order-state': { DELIVERY_LEASE_MS: String(leaseMs) } },
  });
  server = await startEndpointServer();
});
afterAll(() => product.close());
afterAll(() => server.close());

const webhooksAt = (path: string) => server.requests.filter((request) => request.path === path).map(readWebhook);

/** One after the other, so that some replica of each is always there. Seeded: the same in each run. */
const stops: readonly [ServiceName, number, NodeJS.Signals][] = [
  ['webhook-dispatcher', 1, 'SIGKILL'],
  ['order-state', 0, 'SIGKILL'],
  ['webhook-dispatcher', 0, 'SIGTERM'],
  ['order-state', 1, 'SIGTERM'],
  ['webhook-dispatcher', 2, 'SIGKILL'],
  ['order-state', 0, 'SIGTERM'],
  ['webhook-dispatcher', 0, 'SIGKILL'],
];

describe('three dispatchers and two order-states', () => {
  it('[P4] keep the order of every order and lose nothing, while one after the other is stopped or killed', async () => {
    const merchant = await product.createMerchant({ webhookUrl: `${server.origin}/many` });
    const stopped = new AbortController();
    const orderIds: string[] = [];
    const loop = (async () => {
      while (!stopped.signal.aborted) {
        orderIds.push(...(await startLoad({ product, merchant }, { orders: 10, concurrency: 5 }).done));
      }
    })();
    for (const [name, replica, signal] of stops) {
      await product.kill(name, replica, signal);
      await product.start(name, replica);
      await product.waitForReady();
    }
    stopped.abort();
    await loop;
    await product.waitForQuiet({ matchedMin: orderIds.length * journeyEventCount });
    const webhooks = webhooksAt('/many');
    expect(findDisorder(webhooks, { orderIds, eventsEach: journeyEventCount })).toEqual([]);
    expect(await product.operator.deadLetters()).toEqual([]);
    expect(orderIds.length).toBeGreaterThanOrEqual(10);
  });
});
