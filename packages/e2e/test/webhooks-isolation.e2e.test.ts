import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  buildOrder,
  type EndpointServer,
  expectSuccess,
  fillWaiting,
  type Merchant,
  type Product,
  startEndpointServer,
  startProduct,
} from '@delivery/test-support';
import { findDisorder } from '../src/find-disorder.js';
import { readWebhook } from '../src/verify-webhook.js';

const waitingCount = 10_000;
/** The window that an endpoint starts with: it never grows while nothing succeeds. */
const windowStart = 16;

let product: Product;
let healthy: EndpointServer;
let hanging: EndpointServer;
beforeAll(async () => {
  product = await startProduct();
  healthy = await startEndpointServer();
  hanging = await startEndpointServer({ respond: () => ({ kind: 'hang' }) });
});
afterAll(() => product.close());
afterAll(() => Promise.all([healthy.close(), hanging.close()]));

/** Orders made ready one after the other; resolves when the receiver has both webhooks of each. */
const sendOrders = async (merchant: Merchant, path: string, count: number) => {
  const received = () => healthy.requests.filter((request) => request.path === path);
  const orderIds: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const id = String(expectSuccess(await merchant.create(buildOrder()))['id']);
    expectSuccess(await product.operator.status(id, 'ready'));
    orderIds.push(id);
  }
  await healthy.waitForRequest(() => received().length >= 2 * count);
  const latenciesMs = received()
    .map(({ receivedAt, json }) => receivedAt.getTime() - Date.parse(String(json()['updated_at'])))
    .sort((one, other) => one - other);
  const at = (share: number) => latenciesMs[Math.floor(latenciesMs.length * share)];
  return { orderIds, webhooks: received().map(readWebhook), p50: at(0.5), p99: at(0.99) };
};

describe(`a merchant with ${waitingCount} due deliveries to a server that hangs`, () => {
  it('[P6] keeps no more connections than its window, and another merchant’s webhooks all arrive meanwhile', async () => {
    const [alone, beside] = ['/alone', '/beside'];
    const first = await product.createMerchant({ webhookUrl: `${healthy.origin}${alone}` });
    const measuredAlone = await sendOrders(first, alone, 50);

    const stuck = await product.createMerchant({ webhookUrl: hanging.url });
    await fillWaiting(product.databaseUrl, {
      merchantId: stuck.id,
      endpointId: stuck.endpoint!.id,
      count: waitingCount,
    });
    // One more event wakes the service, which then finds all of them due.
    const stuckOrder = String(expectSuccess(await stuck.create(buildOrder()))['id']);
    expectSuccess(await product.operator.status(stuckOrder, 'ready'));
    await hanging.waitFor(windowStart);

    const second = await product.createMerchant({ webhookUrl: `${healthy.origin}${beside}` });
    const measuredBeside = await sendOrders(second, beside, 50);
    expect(findDisorder(measuredBeside.webhooks, { orderIds: measuredBeside.orderIds, eventsEach: 2 })).toEqual([]);
    const audit = await product.operator.audit();
    expect(audit).toMatchObject({ balanced: true, matched: waitingCount + 2 + 200 });
    // Each time-out halved the window: never more than the first 16 requests were open, and hardly any was settled.
    expect(audit.waiting).toBeGreaterThan(waitingCount - 100);
    expect(hanging.requests.length).toBeLessThan(100);
    const figures = ({ p50, p99 }: { p50: number | undefined; p99: number | undefined }) =>
      `p50 ${p50} ms, p99 ${p99} ms`;
    process.stdout.write(
      `event to webhook, alone: ${figures(measuredAlone)}; beside ${waitingCount} to a hanging server: ${figures(measuredBeside)}\n`,
    );
    // So that the drain at the end does not wait for the time-outs.
    await hanging.close();
    hanging = await startEndpointServer();
  });
});
