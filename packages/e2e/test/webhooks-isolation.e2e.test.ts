import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  buildOrder,
  type EndpointServer,
  expectSuccess,
  fillWaiting,
  type Merchant,
  pollUntil,
  type Product,
  startEndpointServer,
  startProduct,
} from '@delivery/test-support';

const endpointCount = 5;
const dueEach = 600;
/** Answers per server. By then the most is in flight: the share is largest for a merchant who answers after a second. */
const answeredAfterASecond = 240;
/** Most that a merchant has in flight, over all of its endpoints. */
const merchantShare = 256;

let product: Product;
let healthy: EndpointServer;
let slow: EndpointServer[];
beforeAll(async () => {
  product = await startProduct({ env: { 'webhook-dispatcher': { WEBHOOK_TOTAL_TIMEOUT_MS: '20000' } } });
  healthy = await startEndpointServer();
  slow = await Promise.all(Array.from({ length: endpointCount }, () => startEndpointServer()));
});
afterAll(() => product.close());
afterAll(() => Promise.all([healthy, ...slow].map((server) => server.close())));

const createMerchantWithEndpoints = async (): Promise<Merchant> => {
  const merchant = await product.createMerchant();
  for (const { url } of slow) {
    const endpoint = expectSuccess(await merchant.call('/v1/webhook-endpoints', { method: 'POST', body: { url } }));
    const target = { merchantId: merchant.id, endpointId: String(endpoint['id']) };
    await fillWaiting(product.databaseUrl, { ...target, count: dueEach });
  }
  return merchant;
};

const createOrder = async (merchant: Merchant): Promise<string> =>
  String(expectSuccess(await merchant.create(buildOrder()))['id']);
/** Two webhooks. */
const reportReady = async (id: string): Promise<void> => {
  expectSuccess(await product.operator.status(id, 'ready'));
};

describe(`beside a merchant with ${endpointCount} endpoints and ${endpointCount * dueEach} due webhooks`, () => {
  it('[P6] whose servers are slow, all webhooks of other merchants arrive while no more than a share of its own is open', async () => {
    const other = await product.createMerchant({ webhookUrl: healthy.url });
    const ids = await Promise.all(Array.from({ length: 20 }, () => createOrder(other)));
    const slowAnswers: Promise<object>[] = [];
    const answerAfterASecond = () => {
      const answer = delay(1_000).then(() => ({}));
      slowAnswers.push(answer);
      return answer;
    };
    for (const server of slow) server.respondWith(answerAfterASecond);
    const busy = await createMerchantWithEndpoints();
    // A commit wakes the service, which then finds all of them due.
    await reportReady(await createOrder(busy));
    await Promise.all(slow.map((server) => server.waitFor(answeredAfterASecond)));
    let openNow = 0;
    let answerAll: () => void = () => undefined;
    const answered = new Promise<object>((resolve) => (answerAll = () => resolve({})));
    const keepOpen = () => {
      openNow += 1;
      return answered;
    };
    for (const server of slow) server.respondWith(keepOpen);
    await Promise.all(slowAnswers);
    await pollUntil('some are open', () => (openNow > 0 ? true : undefined));

    // Nothing else is done while they are open: a request that is open for too long times out, and others take its place.
    await Promise.all(ids.map(reportReady));
    await healthy.waitFor(40);
    expect(openNow).toBeLessThanOrEqual(merchantShare);

    answerAll();
    await product.waitForQuiet({ timeoutMs: 120_000 });
    const matched = endpointCount * (dueEach + 2) + 40;
    expect(await product.operator.audit()).toMatchObject({ balanced: true, matched, delivered: matched });
  });
});
