import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  buildOrder,
  type EndpointServer,
  expectSuccess,
  type Merchant,
  pollUntil,
  type Product,
  type ReceivedRequest,
  startEndpointServer,
  startProduct,
} from '@delivery/test-support';
import { readWebhook, verifyWebhook } from '../src/verify-webhook.js';

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

describe('A receiver that is tried with', () => {
  let endpoint: EndpointServer;
  let merchant: Merchant;
  beforeAll(async () => {
    endpoint = await startEndpointServer({ respond: (request) => ({ status: isGenuine(request) ? 200 : 401 }) });
    merchant = await product.createMerchant({ mode: 'sandbox', webhookUrl: endpoint.url });
  });
  afterAll(() => endpoint.close());

  const isGenuine = (request: ReceivedRequest): boolean => {
    try {
      verifyWebhook(request, merchant.endpoint!.secret);
      return true;
    } catch {
      return false;
    }
  };

  /** The faulty one and the two events of the order, as they arrived, and the endpoint's view afterwards. */
  const tryWith = async (kind: string) => {
    const path = `/v1/webhook-endpoints/${merchant.endpoint!.id}`;
    const asked = await merchant.call(`/v1/sandbox/webhook-endpoints/${merchant.endpoint!.id}/inject-fault`, {
      method: 'POST',
      body: { kind },
    });
    expect(expectSuccess(asked)['fault']).toMatchObject({ kind });
    const before = endpoint.requests.length;
    const id = String(expectSuccess(await merchant.create(buildOrder()))['id']);
    expectSuccess(await merchant.ready(id));
    const requests = (await endpoint.waitFor(before + 3)).slice(before);
    const shown = await pollUntil('the fault is reported', async () => {
      const { body } = await merchant.call(path);
      return body['fault'] === null ? body['last_fault'] : undefined;
    });
    return { shown, requests, sequences: requests.map((request) => readWebhook(request).sequence) };
  };

  it.each(['wrong_signature', 'stale_timestamp'])(
    '%s refuses it, and then gets the right webhook; the result says so',
    async (kind) => {
      const { shown, requests, sequences } = await tryWith(kind);
      expect(shown).toMatchObject({ kind, status_code: 401, handled: true });
      expect(requests.map(isGenuine)).toEqual([false, true, true]);
      expect(sequences).toEqual([1, 1, 2]);
    },
  );

  it('[P28] any of them has a ledger that balances, with one attempt for each event', async () => {
    const audit = await product.waitForQuiet();
    expect(audit).toMatchObject({ balanced: true, sandbox: { balanced: true, matched: 5 + 4, delivered: 5 + 4 } });
    const { data } = expectSuccess(await merchant.call('/v1/webhook-deliveries')) as {
      data: { attempt_count: number }[];
    };
    expect(data.map(({ attempt_count }) => attempt_count)).toEqual(Array(4).fill(1));
  });
});
