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
import { findDisorder } from '../src/find-disorder.js';
import { readWebhook } from '../src/verify-webhook.js';

const endpointCount = 5;
const dueEach = 600;
/** Answers per server. By then the most is in flight: the share is largest for a merchant who answers after a second. */
const answeredAfterASecond = 240;
/** Most that a merchant has in flight, over all of its endpoints. */
const merchantShare = 256;

/** Due to a server that hangs. */
const waitingCount = 10_000;
/** The window that an endpoint starts with: it never grows while nothing succeeds. */
const windowStart = 16;

let product: Product;
let healthy: EndpointServer;
let hanging: EndpointServer;
let slow: EndpointServer[];
beforeAll(async () => {
  product = await startProduct({ env: { 'webhook-dispatcher': { WEBHOOK_TOTAL_TIMEOUT_MS: '20000' } } });
  healthy = await startEndpointServer();
  hanging = await startEndpointServer({ respond: () => ({ kind: 'hang' }) });
  slow = await Promise.all(Array.from({ length: endpointCount }, () => startEndpointServer()));
});
afterAll(() => product.close());
afterAll(() => Promise.all([healthy, hanging, ...slow].map((server) => server.close())));

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
    const before = await product.operator.audit();
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
    expect(audit).toMatchObject({ balanced: true, matched: before.matched + waitingCount + 2 + 200 });
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
