import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import {
  type EndpointServer,
  expectSuccess,
  type Product,
  startEndpointServer,
  startProduct,
} from '@delivery/test-support';

let product: Product;
let till: EndpointServer;
beforeAll(async () => {
  product = await startProduct({ replicas: { 'courier-simulator': 1 } });
  till = await startEndpointServer({ respond: () => ({ status: 204, body: '' }) });
});
afterAll(() => product.close());
afterAll(() => till.close());

const fixtures = new URL('../../open-delivery/test/fixtures/orders.json', import.meta.url);
const deliveries = Object.values(JSON.parse(readFileSync(fixtures, 'utf8')) as Record<string, Record<string, unknown>>);

it('a till that knows the document alone asks for a token, creates, says ready, and is told all by events that it can verify', async () => {
  const merchant = await product.createMerchant({ mode: 'sandbox' });
  const made = await merchant.call('/v1/oauth-clients', { method: 'POST', body: { name: 'till' } });
  const { client_id, client_secret } = expectSuccess(made) as { client_id: string; client_secret: string };
  const endpoint = { url: till.url, format: 'open_delivery', oauth_client_id: client_id };
  expectSuccess(await merchant.call('/v1/webhook-endpoints', { method: 'POST', body: endpoint }));

  const base = `${product.url('intake-api')}/open-delivery/1.7.1`;
  const form = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret });
  const token = (await (await fetch(`${base}/oauth/token`, { method: 'POST', body: form })).json()) as Record<
    string,
    unknown
  >;
  const headers = {
    authorization: `Bearer ${String(token['access_token'])}`,
    'content-type': 'application/json',
    // Of the sandbox alone: people are slower.
    'sandbox-speed': '1000',
    'sandbox-scenario': 'delivered',
  };
  const call = async (method: string, path: string, body?: unknown) => {
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    for (;;) {
      const answer = await fetch(`${base}/v1/logistics/${path}`, init);
      if (answer.status !== 429 && answer.status !== 503) return answer;
    }
  };
  const [, delivery = {}] = deliveries;
  const orderId = String(delivery['orderId']);
  const created = (await (await call('POST', 'delivery', delivery)).json()) as Record<string, unknown>;
  expect((await call('POST', 'delivery', delivery)).status).toBe(202);
  expect([200, 202]).toContain((await call('POST', `readyForPickup/${orderId}`)).status);

  type Event = { deliveryId: string; event: { type: string }; customerName: string };
  const eventOf = (request: { json: () => unknown }) => request.json() as Event;
  await till.waitForRequest((request) => eventOf(request).event.type === 'DELIVERY_FINISHED');
  const types = till.requests.map((request) => eventOf(request).event.type);
  expect(types.filter((type, index) => types.indexOf(type) === index)).toEqual([
    'ACCEPTED',
    'PICKUP_ONGOING',
    'ARRIVED_AT_MERCHANT',
    'ORDER_PICKED',
    'DELIVERY_ONGOING',
    'ARRIVED_AT_CUSTOMER',
    'ORDER_DELIVERED',
    'DELIVERY_FINISHED',
  ]);
  for (const request of till.requests) {
    const signature = createHmac('sha256', client_secret).update(request.body).digest('hex');
    expect(request.headers).toMatchObject({
      'x-app-signature': signature,
      'x-app-merchantid': (delivery['merchant'] as { id: string }).id,
      'x-app-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(eventOf(request)).toMatchObject({ deliveryId: created['deliveryId'], orderId, customerName: 'Cliente Um' });
  }
  const details = (await (await call('GET', `delivery/${orderId}`)).json()) as { events: { type: string }[] };
  expect(details.events.map(({ type }) => type)).toEqual(expect.arrayContaining(['PENDING', 'DELIVERY_FINISHED']));
});
