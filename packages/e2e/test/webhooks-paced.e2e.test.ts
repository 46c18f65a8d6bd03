import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type Answer,
  type Call,
  type EndpointServer,
  type Merchant,
  pollUntil,
  type Product,
  startEndpointServer,
  startProduct,
} from '@delivery/test-support';
import { findDisorder } from '../src/find-disorder.js';
import { journeyEventCount, runJourney, startLoad } from '../src/run-journey.js';
import { readWebhook } from '../src/verify-webhook.js';

/** The first pace: so slow that the backlog outlasts the set-up, also on a slow machine. */
const firstPerSecond = 1;
/** The pace that is measured. */
const maxPerSecond = 10;
/** A quarter of a second's worth. */
const burst = 3;
const orderCount = 20;

let product: Product;
let server: EndpointServer;
let merchant: Merchant;
beforeAll(async () => {
  product = await startProduct({ replicas: { 'order-state': 2, 'webhook-dispatcher': 2 } });
  server = await startEndpointServer();
  merchant = await product.createMerchant({ webhookUrl: `${server.origin}/free` });
});
afterAll(() => product.close());
afterAll(() => server.close());

/** A call that a slow machine makes late is 503: sent again, it takes effect once. */
const callInTime = (path: string, call?: Call): Promise<Answer> =>
  pollUntil(`${path} is answered`, async () => {
    const answer = await merchant.call(path, call);
    return answer.status === 200 ? answer : undefined;
  });

const requestsAt = (path: string) => server.requests.filter((request) => request.path === path);

describe('an endpoint with max_per_second and a backlog', () => {
  it('[P6] gets no more than that in any second from two replicas, also when one is killed, and no other endpoint waits for it', async () => {
    const settings = { url: `${server.origin}/paced`, max_per_second: firstPerSecond, enabled: false };
    const { body: endpoint } = await merchant.call('/v1/webhook-endpoints', { method: 'POST', body: settings });
    const path = `/v1/webhook-endpoints/${String(endpoint['id'])}`;
    const orderIds = await startLoad({ product, merchant }, { orders: orderCount, concurrency: 5 }).done;
    expect(requestsAt('/paced')).toHaveLength(0);
    await callInTime(`${path}/enable`, { method: 'POST' });
    await server.waitForRequest((request) => request.path === '/paced');
    await product.kill('order-state', 0);
    // An endpoint without a pace gets all webhooks of an order while the paced ones wait.
    const order = await runJourney({ product, merchant });
    orderIds.push(order);
    await server.waitForRequest(
      ({ path: at, json }) => at === '/free' && json()['id'] === order && json()['status'] === 'delivered',
    );
    const shown = await callInTime(path);
    expect(shown.body).toMatchObject({ max_per_second: firstPerSecond, status: 'active' });
    expect(shown.body['waiting']).toBeGreaterThan(0);
    await product.start('order-state', 0);
    await callInTime(path, { method: 'PATCH', body: { max_per_second: maxPerSecond } });
    const measuredFrom = requestsAt('/paced').length;
    await server.waitForRequest(() => requestsAt('/paced').length >= measuredFrom + maxPerSecond);
    await product.restart('order-state', 1, 'SIGKILL');
    await product.waitForQuiet({ matchedMin: 2 * orderIds.length * journeyEventCount });
    for (const at of ['/paced', '/free'])
      expect(findDisorder(requestsAt(at).map(readWebhook), { orderIds, eventsEach: journeyEventCount })).toEqual([]);
    const times = requestsAt('/paced').map(({ receivedAt }) => receivedAt.getTime());
    const mostInASecond = Math.max(
      ...times.map((from) => times.filter((at) => at >= from && at < from + 1_000).length),
    );
    // At most the deliveries that a second releases, with a burst, and those of the second before that were under way.
    expect(mostInASecond).toBeLessThanOrEqual(maxPerSecond + burst + maxPerSecond);
  });
});
