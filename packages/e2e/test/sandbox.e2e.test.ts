import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  buildOrder,
  type EndpointServer,
  expectSuccess,
  type Merchant,
  type Product,
  startEndpointServer,
  startProduct,
} from '@delivery/test-support';
import { verifyWebhook } from '../src/verify-webhook.js';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

describe('An order of a sandbox merchant', () => {
  let endpoint: EndpointServer;
  let merchant: Merchant;
  beforeAll(async () => {
    endpoint = await startEndpointServer();
    merchant = await product.createMerchant({ mode: 'sandbox', webhookUrl: endpoint.url });
  });
  afterAll(() => endpoint.close());

  it('[P24] goes the way of every order, and each of its webhooks says that it is none of a live one', async () => {
    const id = String(expectSuccess(await merchant.create(buildOrder()))['id']);
    expectSuccess(await merchant.ready(id));
    for (const status of ['on_route_to_pickup', 'on_route_to_delivery', 'delivered'] as const) {
      expectSuccess(await product.operator.status(id, status));
    }
    const requests = await endpoint.waitFor(5);
    expect(requests.map((request) => verifyWebhook(request, merchant.endpoint!.secret).sequence)).toEqual([
      1, 2, 3, 4, 5,
    ]);
    expect(requests.map(({ headers }) => headers['webhook-mode'])).toEqual(Array(5).fill('sandbox'));
  });

  it('counts in the audit of sandbox merchants, and in no number of live ones', async () => {
    const audit = await product.waitForQuiet();
    expect(audit).toMatchObject({ balanced: true, matched: 0, sandbox: { balanced: true, matched: 5, delivered: 5 } });
    const metrics = await (await fetch(`${product.url('webhook-dispatcher')}/metrics`)).text();
    expect(metrics).toMatch(
      /^webhook_dispatcher_attempts_total{outcome="delivered",error_code="none",mode="sandbox".*} 5$/m,
    );
    expect(metrics).not.toMatch(/mode="live"/);
  });
});
