import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  buildOrder,
  expectSuccess,
  fillWaiting,
  pollUntil,
  startEndpointServer,
  startProduct,
  type EndpointServer,
  type Product,
} from '@delivery/test-support';
import { readWebhook } from '../src/verify-webhook.js';

const merchantCount = 60;
/** What each of them may have in flight at first: 960 in all, of which the dispatcher takes 100 at a time. */
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
  it('leave places for everybody else, and all get everything once it answers', async () => {
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
    const webhooks = await healthy.waitFor(2);
    expect(webhooks.map(readWebhook).map(({ sequence }) => sequence)).toEqual([1, 2]);
    // It did not wait until each of the 960 had its turn: most were deferred, and spent no attempt.
    expect(dead.requests.length).toBeLessThan((merchantCount * deliveriesEach) / 2);
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
    // Retries here are over in seconds; what ran into the time-out ten times is given up, the deferred ones are not.
    expect(audit.delivered).toBeGreaterThan(audit.matched / 2);
  });
});
