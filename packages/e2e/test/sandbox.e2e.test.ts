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
import { verifyWebhook } from '../src/verify-webhook.js';

let product: Product;
let endpoint: EndpointServer;
let merchant: Merchant;
beforeAll(async () => {
  product = await startProduct();
  endpoint = await startEndpointServer();
  merchant = await product.createMerchant({ mode: 'sandbox', webhookUrl: endpoint.url });
});
afterAll(() => product.close());
afterAll(() => endpoint.close());

const createReady = async (headers: Record<string, string> = {}): Promise<string> => {
  const id = String(expectSuccess(await merchant.create(buildOrder(), { headers }))['id']);
  expectSuccess(await merchant.ready(id));
  return id;
};

/** All pages of the list that couriers' systems see. */
const listForCouriers = async (): Promise<Record<string, unknown>[]> => {
  const found: Record<string, unknown>[] = [];
  for (let after = ''; ;) {
    const page = expectSuccess(await product.operator.call(`/operator/v1/sandbox/orders?limit=1000${after}`));
    found.push(...(page['data'] as Record<string, unknown>[]));
    const next = page['next_cursor'];
    if (typeof next !== 'string') return found;
    after = `&after=${next}`;
  }
};

describe('An order of a sandbox merchant', () => {
  it('[P24] goes the way of every order, and each of its webhooks says that it is none of a live one', async () => {
    const id = await createReady({ 'sandbox-scenario': 'late', 'sandbox-speed': '60', 'sandbox-seed': 'monday' });
    const listed = (await listForCouriers()).find((order) => order['id'] === id);
    expect(listed).toMatchObject({ status: 'ready', scenario: 'late', speed: 60, seed: 'monday' });
    for (const status of ['on_route_to_pickup', 'on_route_to_delivery', 'delivered'] as const) {
      expectSuccess(await product.operator.status(id, status));
    }
    const requests = await endpoint.waitFor(5);
    expect(requests.map((request) => verifyWebhook(request, merchant.endpoint!.secret).sequence)).toEqual([
      1, 2, 3, 4, 5,
    ]);
    expect(requests.map(({ headers }) => headers['webhook-mode'])).toEqual(Array(5).fill('sandbox'));
    expect((await listForCouriers()).map((order) => order['id'])).not.toContain(id);
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

  it('is listed with all others that are under way, however many become ready at once', async () => {
    const count = 300;
    const ids = await Promise.all(Array.from({ length: count }, () => createReady()));
    const listed = await pollUntil('all are listed', async () => {
      const found = await listForCouriers();
      return found.length >= count ? found : undefined;
    });
    expect(listed.map((order) => String(order['id']))).toEqual([...ids].sort());
  });
});
