import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ExternalOrder } from '@delivery/contracts';
import {
  buildOrder,
  callJson,
  type EndpointServer,
  expectSuccess,
  type Merchant,
  type Product,
  type ReceivedRequest,
  startEndpointServer,
  startProduct,
} from '@delivery/test-support';
import { findLeaks } from '../src/find-leaks.js';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const merchantsSpanId = '00f067aa0ba902b7';
const traceparent = `00-${traceId}-${merchantsSpanId}-01`;

type Attributes = { key: string; value: Record<string, unknown> }[];
type Link = { traceId: string; spanId: string };
/** OTLP in JSON, as far as it is looked at here. */
type Export = {
  resourceSpans: {
    resource: { attributes: Attributes };
    scopeSpans: {
      spans: {
        traceId: string;
        spanId: string;
        parentSpanId?: string;
        name: string;
        attributes: Attributes;
        links?: Link[];
      }[];
    }[];
  }[];
};

type ExportedSpan = {
  service: unknown;
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  name: string;
  attributes: Record<string, unknown>;
  links: Link[] | undefined;
};

const toRecord = (attributes: Attributes): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

/** The spans that all three services have sent to the collector so far. */
const spansAt = (collector: EndpointServer): ExportedSpan[] =>
  collector.requests
    .flatMap((request) => (request.json() as Export).resourceSpans)
    .flatMap(({ resource, scopeSpans }) =>
      scopeSpans.flatMap(({ spans }) =>
        spans.map(({ traceId: id, spanId, parentSpanId, name, attributes, links }) => ({
          service: toRecord(resource.attributes)['service.name'],
          traceId: id,
          spanId,
          parentSpanId,
          name,
          attributes: toRecord(attributes),
          links: links?.map((link) => ({ traceId: link.traceId, spanId: link.spanId })),
        })),
      ),
    );

/** One order, created and made ready in the merchant's own trace. Its first webhook fails once. */
const runOrder = async (merchant: Merchant, endpoint: EndpointServer, headers: Record<string, string>) => {
  endpoint.respondWith(({ headers: received }) =>
    received['webhook-sequence'] === '1' && received['webhook-attempt'] === '1' ? { status: 500 } : {},
  );
  const order = buildOrder();
  const id = String(expectSuccess(await merchant.create(order, { headers }))['id']);
  expectSuccess(await merchant.ready(id, { headers }));
  const isOf = (request: ReceivedRequest, sequence: number) =>
    request.json()['id'] === id && request.headers['webhook-sequence'] === String(sequence);
  await endpoint.waitForRequest((request) => isOf(request, 2));
  return { id, order, webhooks: endpoint.requests.filter((request) => request.json()['id'] === id) };
};

let endpoint: EndpointServer;
beforeAll(async () => {
  endpoint = await startEndpointServer();
});
afterAll(() => endpoint.close());

describe('with a collector', () => {
  let collector: EndpointServer;
  let product: Product;
  let merchant: Merchant;
  beforeAll(async () => {
    collector = await startEndpointServer();
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.origin, OTEL_BSP_SCHEDULE_DELAY: '50' };
    product = await startProduct({ env: { 'intake-api': env, 'order-state': env, 'webhook-dispatcher': env } });
    merchant = await product.createMerchant({ webhookUrl: `${endpoint.url}?apikey=of-the-merchant` });
  });
  afterAll(() => product.close());
  afterAll(() => collector.close());

  const secretsOf = (order: ExternalOrder) => ({
    token: merchant.token,
    key: merchant.key,
    'signing secret': merchant.endpoint!.secret,
    'operator token': product.secrets.operatorToken,
    'internal token': product.secrets.internalToken,
    'query of a webhook URL': 'of-the-merchant',
    name: order.customer.name,
    phone: order.customer.phone,
    street: order.address.street,
    display_id: `"${order.display_id}"`,
  });

  it("shows one call from the merchant's POST to the webhook, the retry included, as one trace", async () => {
    const { id, webhooks } = await runOrder(merchant, endpoint, { traceparent });
    const traceIdOf = ({ headers }: (typeof webhooks)[number]) => headers['traceparent']?.split('-')[1] ?? '';
    const own = traceIdOf(webhooks[0]!);
    expect(own).not.toBe(traceId);
    const named = (name: string) => spansAt(collector).filter((span) => span.traceId === own && span.name === name);
    const find = () => ({
      received: named('POST /v1/external-orders/:id/ready')[0],
      published: named('publish order.ready_requested')[0],
      applied: named('apply order.ready_requested')[0],
    });
    // Each service exports by itself.
    await collector.waitForRequest(
      () => named('POST webhook').length >= 3 && Object.values(find()).every((span) => span !== undefined),
    );

    const { received, published, applied } = find();
    expect(received).toMatchObject({ service: 'intake-api', links: [{ traceId, spanId: merchantsSpanId }] });
    expect(received?.parentSpanId).toBeUndefined();
    expect(published).toMatchObject({ service: 'intake-api', parentSpanId: received?.spanId });
    expect(applied).toMatchObject({ service: 'order-state', parentSpanId: published?.spanId });
    expect(applied?.attributes).toMatchObject({ order_id: id, outcome: 'applied' });

    const attempts = named('POST webhook').map((span) => ({
      ...span,
      event: span.attributes['event'],
      outcome: span.attributes['outcome'],
      attempt: span.attributes['attempt'],
    }));
    const attempt = { service: 'webhook-dispatcher', parentSpanId: applied?.spanId };
    expect(attempts).toMatchObject([
      { ...attempt, event: 'status_changed', attempt: 1, outcome: 'failed' },
      { ...attempt, event: 'status_changed', attempt: 2, outcome: 'delivered' },
      { ...attempt, event: 'delivery_requested', attempt: 1, outcome: 'delivered' },
    ]);
    expect(webhooks.map(({ headers }) => headers['traceparent'])).toEqual(
      attempts.map(({ spanId }) => `00-${own}-${spanId}-01`),
    );
  });

  it('begins a trace of its own for a call that has none', async () => {
    const { webhooks } = await runOrder(merchant, endpoint, {});
    const traces = webhooks.map(({ headers }) => headers['traceparent']?.split('-')[1]);
    expect(traces).toHaveLength(3);
    expect(new Set(traces).size).toBe(1);
    await collector.waitForRequest(() =>
      spansAt(collector).some(
        ({ traceId: id, name, parentSpanId }) =>
          id === traces[0] && name === 'POST /v1/external-orders/:id/ready' && parentSpanId === undefined,
      ),
    );
  });

  it('records a call also where the caller’s context is not sampled', async () => {
    const unsampled = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00';
    const { webhooks } = await runOrder(merchant, endpoint, { traceparent: unsampled });
    for (const { headers } of webhooks) expect(headers['traceparent']).toMatch(/-01$/);
  });

  it("[P8] sends the collector no secret and nothing of a customer's, and logs none either", async () => {
    const { order } = await runOrder(merchant, endpoint, { traceparent });
    const exported = collector.requests.map(({ body }) => ({ stream: 'stdout' as const, text: body.toString() }));
    const forbidden = {
      ...secretsOf(order),
      'path of a webhook URL': '/hooks',
    };
    expect(exported.length).toBeGreaterThan(0);
    expect(findLeaks(exported, forbidden)).toEqual([]);
    expect(findLeaks(product.logs(), secretsOf(order))).toEqual([]);
  });

  it('[P8] exports metrics without a secret, a customer’s data or an id', async () => {
    const { id, order } = await runOrder(merchant, endpoint, { traceparent });
    const ids = { 'order id': id, 'merchant id': merchant.id, 'endpoint id': merchant.endpoint!.id, traceId };
    const scraped = await Promise.all(product.services.map((service) => callJson(`${service.url()}/metrics`)));
    expect(scraped.map(({ status }) => status)).toEqual([200, 200, 200]);
    const lines = scraped.map(({ text }) => ({ stream: 'stdout' as const, text }));
    expect(findLeaks(lines, { ...secretsOf(order), ...ids })).toEqual([]);
  });
});
