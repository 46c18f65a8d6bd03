import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { queues } from '@delivery/contracts';
import {
  buildOrder,
  type EndpointServer,
  type Merchant,
  type Product,
  startEndpointServer,
  startProduct,
} from '@delivery/test-support';
import { giveBack } from '../src/give-back.js';
import { readWebhook } from '../src/verify-webhook.js';

let product: Product;
let fatal: EndpointServer;
let harmless: EndpointServer;
let victim: Merchant;
let neighbour: Merchant;

beforeAll(async () => {
  // A slow machine must not make a death look like a time-out.
  product = await startProduct({ env: { 'webhook-dispatcher': { WEBHOOK_TOTAL_TIMEOUT_MS: '20000' } } });
  fatal = await startEndpointServer({ respond: () => ({ kind: 'hang' }) });
  harmless = await startEndpointServer();
  victim = await product.createMerchant({ webhookUrl: fatal.url, events: ['delivery_requested'] });
  neighbour = await product.createMerchant({ webhookUrl: harmless.url, events: ['delivery_requested'] });
});

afterAll(() => product.close());
afterAll(() => Promise.all([fatal.close(), harmless.close()]));

const makeReady = async (merchant: Merchant): Promise<string> => {
  const id = String((await merchant.create(buildOrder())).body['id']);
  expect((await merchant.ready(id)).status).toBe(200);
  return id;
};

describe('a delivery that kills the dispatcher which sends it', () => {
  // The test kills the process each time that the webhook arrives: to the product that is a webhook which kills. The
  // deaths in company are equal: the first two and the last two are a process's.
  const deathsInCompany = 10;
  const deathMax = deathsInCompany + 5;

  it('[P9] is reported as failed after fifteen deaths and goes on with its schedule, its neighbours are delivered', async () => {
    const fatalOrder = await makeReady(victim);
    const isMeant = ({ correlationId }: { correlationId?: unknown }) => correlationId === fatalOrder;
    let sent = 0;
    for (let death = 1; death <= deathMax; death += 1) {
      await fatal.waitFor((sent += 1));
      await product.kill('webhook-dispatcher');
      if (death === 2) {
        const more = deathsInCompany - 4;
        await giveBack(product.rabbitmqUrl, { queue: queues.deliveries, isMeant }, more);
        death += more;
      }
      const orderId = await makeReady(neighbour);
      if (death === deathMax) fatal.respondWith(() => ({}));
      await product.start('webhook-dispatcher');
      // From then on it is sent alone, and a neighbour waits for its end.
      if (death < deathsInCompany) await harmless.waitForRequest((request) => readWebhook(request).orderId === orderId);
    }
    const audit = await product.waitForQuiet();
    expect(audit).toMatchObject({ matched: 1 + sent, delivered: 1 + sent });
    expect(fatal.requests.map((request) => readWebhook(request).attempt)).toEqual([
      ...Array.from({ length: sent }, () => 1),
      2,
    ]);
    expect(new Set(fatal.requests.map((request) => readWebhook(request).webhookId)).size).toBe(1);
    expect(await product.operator.deadLetters()).toEqual([]);
    const { body } = await victim.call('/v1/webhook-deliveries');
    expect(body['data']).toMatchObject([{ state: 'delivered', attempt_count: 2 }]);
  });
});
