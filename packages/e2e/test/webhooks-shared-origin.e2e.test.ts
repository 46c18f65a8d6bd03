import { setInterval } from 'node:timers/promises';
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
import { readWebhook } from '../src/verify-webhook.js';

const merchantCount = 20;
/** Deliveries that each of them may have in flight at first: 320 in all, of which the dispatcher takes 100 at a time. */
const deliveriesEach = 16;
const prefetch = 100;

let product: Product;
let dead: EndpointServer;
let healthy: EndpointServer;
beforeAll(async () => {
  product = await startProduct({
    env: { 'webhook-dispatcher': { WEBHOOK_PREFETCH: String(prefetch), WEBHOOK_TOTAL_TIMEOUT_MS: '2000' } },
  });
  dead = await startEndpointServer({ respond: () => ({ kind: 'hang' }) });
  healthy = await startEndpointServer();
});
afterAll(() => product.close());
afterAll(() => Promise.all([dead.close(), healthy.close()]));

describe(`${merchantCount} merchants whose endpoints share a server that hangs`, () => {
  it('[P6] leave places for all other merchants, and all get everything once it answers', async () => {
    const merchants = await Promise.all(
      Array.from({ length: merchantCount }, (_, n) => product.createMerchant({ webhookUrl: `${dead.origin}/${n}` })),
    );
    for (const { id, endpoint } of merchants) {
      await fillWaiting(product.databaseUrl, {
        merchantId: id,
        endpointId: endpoint!.id,
        count: deliveriesEach,
      });
    }
    // The dispatcher posts to one server with fewer than half of its places, however many merchants share it.
    await dead.waitFor(prefetch / 2 - 5);
    const other = await product.createMerchant({ webhookUrl: healthy.url });
    const id = String(expectSuccess(await other.create(buildOrder()))['id']);
    expectSuccess(await product.operator.status(id, 'ready'));
    await healthy.waitForRequest((request) => readWebhook(request).sequence === 2);
    // First arrivals: on a slow machine the first may run into the time-out, and come again.
    expect([...new Set(healthy.requests.map((request) => readWebhook(request).sequence))]).toEqual([1, 2]);
    // It did not wait until each of the 320 had its turn: others were deferred, and spent no attempt.
    expect(dead.requests.length).toBeLessThan(merchantCount * deliveriesEach);
    const deferred = product
      .logs('webhook-dispatcher')
      .filter(({ fields }) => fields?.['msg'] === 'delivery.attempted' && fields['outcome'] === 'deferred');
    expect(deferred.length).toBeGreaterThan(0);

    dead.respondWith(() => ({}));
    await product.waitForQuiet({ timeoutMs: 120_000 });
    const audit = await pollUntil('all of it delivered', async () => {
      const seen = await product.operator.audit();
      return seen.waiting + seen.in_flight === 0 ? seen : undefined;
    });
    expect(audit).toMatchObject({ balanced: true, matched: merchantCount * deliveriesEach + 2 });
    expect(audit.delivered + audit.exhausted).toBe(audit.matched);
    // Retries here are over in seconds; a delivery that timed out ten times is exhausted, deferred ones are not.
    expect(audit.delivered).toBeGreaterThan(audit.matched / 2);
  });
});

/** As fast as the API's limit allows a merchant to call, while few calls are unanswered: the machine may be busy. */
const testEveryMs = 55;
const unansweredMax = 20;

const keepTesting = async (merchant: Merchant, until: AbortSignal): Promise<number[]> => {
  const path = `/v1/webhook-endpoints/${merchant.endpoint!.id}/test`;
  const statuses: Promise<number>[] = [];
  let unanswered = 0;
  const test = async (): Promise<number> => {
    unanswered += 1;
    const { status } = await merchant.call(path, { method: 'POST' });
    unanswered -= 1;
    return status;
  };
  for await (const run of setInterval(testEveryMs, test)) {
    if (until.aborted) break;
    if (unanswered < unansweredMax) statuses.push(run());
  }
  return Promise.all(statuses);
};

describe('a tenant that fills a server with its hanging path', () => {
  it('[P6] by hundreds of tests is answered 429, and another tenant’s webhooks all arrive at its own path', async () => {
    const shared = await startEndpointServer({ respond: ({ path }) => (path === '/well' ? {} : { kind: 'hang' }) });
    const testing = await product.createMerchant({ webhookUrl: `${shared.origin}/hangs` });
    const other = await product.createMerchant({ webhookUrl: `${shared.origin}/well` });
    const stop = new AbortController();
    const asked = keepTesting(testing, stop.signal);
    // By its second test the first one has timed out.
    const hanging = () => shared.requests.filter(({ path }) => path === '/hangs');
    await shared.waitForRequest(() => hanging().length >= 2);
    for (let sent = 1; sent <= 10; sent += 1) {
      const id = String(expectSuccess(await other.create(buildOrder()))['id']);
      expectSuccess(await product.operator.status(id, 'ready'));
      await shared.waitForRequest((request) => {
        if (request.path !== '/well') return false;
        const { orderId, sequence } = readWebhook(request);
        return orderId === id && sequence === 2;
      });
    }
    stop.abort();
    const statuses = await asked;
    // 503: the machine is busy. The request may have taken effect all the same.
    expect(statuses.filter((status) => ![202, 429, 503].includes(status))).toEqual([]);
    expect(hanging().length).toBeLessThanOrEqual(statuses.filter((status) => status !== 429).length);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(hanging().length);
    await shared.close();
  });
});
