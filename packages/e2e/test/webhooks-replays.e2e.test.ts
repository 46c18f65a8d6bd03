import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  buildOrder,
  type EndpointServer,
  expectSuccess,
  type Merchant,
  pollUntil,
  type Product,
  startEndpointServer,
  startProduct,
} from '@delivery/test-support';
import { readWebhook } from '../src/verify-webhook.js';

let product: Product;
let server: EndpointServer;
beforeAll(async () => {
  product = await startProduct({ env: { 'order-state': { WEBHOOK_RETRY_SCHEDULE: '100ms' } } });
  server = await startEndpointServer();
});
afterAll(() => product.close());
afterAll(() => server.close());

const requestsAt = (path: string) => server.requests.filter((request) => request.path === path);
const createReady = async (merchant: Merchant): Promise<string> => {
  const id = String(expectSuccess(await merchant.create(buildOrder()))['id']);
  expectSuccess(await product.operator.status(id, 'ready'));
  return id;
};
const replayUntilDone = (merchant: Merchant, replayId: unknown) =>
  pollUntil(
    'the replay’s end',
    async () => {
      const { body } = await merchant.call(`/v1/webhook-replays/${String(replayId)}`);
      return body['status'] === 'completed' ? body : undefined;
    },
    // A release that died unpublished is taken over after ten seconds.
    60_000,
  );

describe('a replay', () => {
  it('continues a range after order-state was killed in the middle of it, and sends each delivery once more', async () => {
    const merchant = await product.createMerchant({ webhookUrl: `${server.origin}/range` });
    server.respondWith(({ path }) => (path === '/range' ? { status: 500 } : {}));
    const orderIds = await Promise.all(Array.from({ length: 60 }, () => createReady(merchant)));
    await product.waitForQuiet({ matchedMin: 120 });
    const before = requestsAt('/range').length;
    server.respondWith(() => ({}));
    const body = { since: '2020-01-01T00:00:00Z', until: new Date(Date.now() + 60_000).toISOString() };
    const preview = expectSuccess(await merchant.call('/v1/webhook-replays/preview', { method: 'POST', body }));
    expect(preview).toMatchObject({ deliveries: 120, orders: 60, truncated: false });
    const headers = { 'preview-token': String(preview['token']) };
    const otherwise = { ...body, states: ['delivered'] };
    const refused = await merchant.call('/v1/webhook-replays', { method: 'POST', body: otherwise, headers });
    expect([refused.status, refused.body['code']]).toEqual([409, 'preview_stale']);
    const started = await merchant.call('/v1/webhook-replays', { method: 'POST', body, headers });
    expect(started.status).toBe(202);
    await server.waitForRequest(() => requestsAt('/range').length > before);
    await product.restart('order-state', 0, 'SIGKILL');
    expect(await replayUntilDone(merchant, started.body['id'])).toMatchObject({
      total: 120,
      queued: 120,
      settled: 120,
    });
    const repeated = requestsAt('/range').slice(before).map(readWebhook);
    for (const id of orderIds) {
      const firsts = new Set(repeated.filter(({ orderId }) => orderId === id).map(({ sequence }) => sequence));
      expect([...firsts]).toEqual([1, 2]);
    }
    expect(await product.operator.audit()).toMatchObject({ balanced: true, delivered: 120, exhausted: 120 });
  });
});
