import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { deadQueueOf, queues } from '@delivery/contracts';
import {
  buildOrder,
  type EndpointServer,
  type Product,
  startEndpointServer,
  startProduct,
} from '@delivery/test-support';
import { findDisorder } from '../src/find-disorder.js';
import { readWebhook } from '../src/verify-webhook.js';

let product: Product;
let endpoint: EndpointServer;

beforeAll(async () => {
  // A lease is normally longer than a queue keeps a message; here it is as short as a test is patient.
  product = await startProduct({ env: { 'order-state': { DELIVERY_LEASE_MS: '4000' } } });
  endpoint = await startEndpointServer();
});

afterAll(() => product.close());
afterAll(() => endpoint.close());

const deleteQueue = (queue: string) => {
  const { vhost } = product;
  if (!vhost) throw new Error('the product has no vhost of its own');
  return vhost.management(`/api/queues/${vhost.vhost}/${encodeURIComponent(queue)}`, { method: 'DELETE' });
};

describe('when every queue is deleted while deliveries are under way', () => {
  it('[P5] they are declared again, and every webhook still arrives in order', async () => {
    const merchant = await product.createMerchant({ webhookUrl: endpoint.url });
    let openGate: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (openGate = resolve));
    endpoint.respondWith(async () => {
      await gate;
      return {};
    });
    const orderIds: string[] = [];
    for (let count = 0; count < 20; count += 1) {
      const id = String((await merchant.create(buildOrder())).body['id']);
      expect((await merchant.ready(id)).status).toBe(200);
      orderIds.push(id);
    }
    await endpoint.waitFor(1);
    for (const queue of Object.values(queues)) await Promise.all([queue, deadQueueOf(queue)].map(deleteQueue));
    openGate();

    const audit = await product.waitForQuiet({ timeoutMs: 50_000 });
    expect(audit).toMatchObject({ matched: 40, delivered: 40 });
    const webhooks = endpoint.requests.map(readWebhook);
    expect(findDisorder(webhooks, { orderIds, eventsEach: 2 })).toEqual([]);
    const next = await merchant.create(buildOrder());
    expect((await merchant.ready(String(next.body['id']))).status).toBe(200);
  });
});
