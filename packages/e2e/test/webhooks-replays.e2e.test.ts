import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
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
  it('sends one delivery again with the same webhook-id, as often as it is asked for, and names the replay', async () => {
    const merchant = await product.createMerchant({
      webhookUrl: `${server.origin}/one`,
      events: ['delivery_requested'],
    });
    await createReady(merchant);
    await product.waitForQuiet({ matchedMin: 1 });
    const list = expectSuccess(await merchant.call('/v1/webhook-deliveries'));
    const [delivery] = list['data'] as { id: string }[];
    const replayIds: unknown[] = [];
    for (let n = 0; n < 2; n += 1) {
      const started = await merchant.call(`/v1/webhook-deliveries/${delivery?.id}/replay`, { method: 'POST' });
      expect(started.status).toBe(202);
      expect(started.headers.get('location')).toBe(`/v1/webhook-replays/${String(started.body['id'])}`);
      expect(await replayUntilDone(merchant, started.body['id'])).toMatchObject({ total: 1, queued: 1, settled: 1 });
      replayIds.push(started.body['id']);
    }
    const requests = requestsAt('/one');
    expect(requests.map(({ headers }) => [headers['webhook-attempt'], headers['webhook-replay']])).toEqual([
      ['1', undefined],
      ['2', replayIds[0]],
      ['3', replayIds[1]],
    ]);
    expect(new Set(requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(requests.map(({ body }) => body.toString())).size).toBe(1);
  });

  it('continues a range after order-state was killed in the middle of it, and sends each delivery once more', async () => {
    const merchant = await product.createMerchant({ webhookUrl: `${server.origin}/range` });
    server.respondWith(({ path }) => (path === '/range' ? { status: 500 } : {}));
    const orderIds = await Promise.all(Array.from({ length: 60 }, () => createReady(merchant)));
    await product.waitForQuiet({ matchedMin: 121 });
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
    expect(await product.operator.audit()).toMatchObject({ balanced: true, delivered: 123, exhausted: 120 });
  });
});

describe('a test webhook', () => {
  it('is signed, marked, sent once, and its result is on the endpoint', async () => {
    const merchant = await product.createMerchant({ webhookUrl: `${server.origin}/test` });
    const endpoint = `/v1/webhook-endpoints/${merchant.endpoint?.id}`;
    const before = await product.operator.audit();
    const lastTest = (webhookId: unknown) =>
      pollUntil('the result', async () => {
        const { body } = await merchant.call(endpoint);
        const test = body['last_test'] as { webhook_id: string } | null;
        return test?.webhook_id === webhookId ? test : undefined;
      });
    const sent = await merchant.call(`${endpoint}/test`, { method: 'POST' });
    expect(sent.status).toBe(202);
    expect(await lastTest(sent.body['webhook_id'])).toMatchObject({ status_code: 200, error_code: null });
    const [request] = requestsAt('/test');
    expect(request?.headers).toMatchObject({ 'webhook-test': 'true', 'webhook-id': sent.body['webhook_id'] });
    const verified = new Webhook(merchant.endpoint!.secret).verify(request!.body, request!.headers);
    expect(verified).toMatchObject({ event: 'tracking_url_added', external_data: { test: true } });

    server.respondWith(() => ({ status: 410 }));
    const failing = await merchant.call(`${endpoint}/test`, { method: 'POST' });
    expect(await lastTest(failing.body['webhook_id'])).toMatchObject({ status_code: 410, error_code: 'gone' });
    expect((await merchant.call(endpoint)).body['status']).toBe('active');
    expect(requestsAt('/test')).toHaveLength(2);
    expect(await product.operator.audit()).toEqual(before);
    server.respondWith(() => ({}));
  });
});
