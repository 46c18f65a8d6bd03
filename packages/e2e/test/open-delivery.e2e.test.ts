import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import createClient from 'openapi-fetch';
import {
  type EndpointServer,
  expectSuccess,
  type Product,
  startEndpointServer,
  startProduct,
} from '@delivery/test-support';
import type { components, paths } from './open-delivery.generated.js';

let product: Product;
let till: EndpointServer;
beforeAll(async () => {
  product = await startProduct({ replicas: { 'courier-simulator': 1 } });
  till = await startEndpointServer({ respond: () => ({ status: 204, body: '' }) });
});
afterAll(() => product.close());
afterAll(() => till.close());

type Delivery = components['schemas']['DeliveryOrder'];
const fixtures = new URL('../../open-delivery/test/fixtures/orders.json', import.meta.url);
const [, delivery] = Object.values(JSON.parse(readFileSync(fixtures, 'utf8')) as Record<string, Delivery>);

/** As people do where a machine is loaded. */
const fetchUntilTaken = async (request: Request): Promise<Response> => {
  for (;;) {
    const answer = await fetch(request.clone());
    if (answer.status !== 429 && answer.status !== 503) return answer;
  }
};

it('a client generated from the standard’s own document asks for a token, creates, says ready, and gets every status as an event that it can verify', async () => {
  if (!delivery) throw new Error('the fixtures have no second delivery');
  const merchant = await product.createMerchant({ mode: 'sandbox' });
  const made = await merchant.call('/v1/oauth-clients', { method: 'POST', body: { name: 'till' } });
  const { client_id, client_secret } = expectSuccess(made) as { client_id: string; client_secret: string };
  const endpoint = { url: till.url, format: 'open_delivery', oauth_client_id: client_id };
  expectSuccess(await merchant.call('/v1/webhook-endpoints', { method: 'POST', body: endpoint }));

  const client = createClient<paths>({
    baseUrl: `${product.url('intake-api')}/open-delivery/1.7.1`,
    fetch: fetchUntilTaken,
    // Only the sandbox takes these: people are slower.
    headers: { 'sandbox-speed': '1000', 'sandbox-scenario': 'delivered' },
  });
  const { data: token } = await client.POST('/oauth/token', {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: { grant_type: 'client_credentials', client_id, client_secret },
    bodySerializer: (form) => new URLSearchParams(form),
  });
  client.use({
    onRequest: ({ request }) => request.headers.set('authorization', `Bearer ${token?.access_token ?? ''}`),
  });
  const { orderId } = delivery;
  const { data: created } = await client.POST('/v1/logistics/delivery', { body: delivery });
  expect((await client.POST('/v1/logistics/delivery', { body: delivery })).response.status).toBe(202);
  const inPath = { params: { path: { orderId } } };
  const ready = await client.POST('/v1/logistics/readyForPickup/{orderId}', inPath);
  expect([200, 202]).toContain(ready.response.status);

  const eventOf = (request: { json: () => unknown }) => request.json() as components['schemas']['DeliveryOrderEvent'];
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
      'x-app-merchantid': delivery.merchant.id,
      'x-app-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(eventOf(request)).toMatchObject({ deliveryId: created?.deliveryId, orderId, customerName: 'Cliente Um' });
  }
  const { data: details } = await client.GET('/v1/logistics/delivery/{orderId}', inPath);
  expect(details?.events.map(({ type }) => type)).toEqual(expect.arrayContaining(['PENDING', 'DELIVERY_FINISHED']));
});
