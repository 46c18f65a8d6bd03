import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { queues } from '@delivery/contracts';
import {
  buildOrder,
  callJson,
  type EndpointServer,
  expectSuccess,
  type Merchant,
  type Product,
  publishMessages,
  standardWait,
  startEndpointServer,
  startProduct,
} from '@delivery/test-support';
import { findLeaks } from '../src/find-leaks.js';
import { runJourney } from '../src/run-journey.js';

const person = {
  customer: { name: 'Bartholomäus Quixadá', phone: '5585912349876' },
  street: 'Rua Vergißmeinnicht',
  complement: 'Portão azul-turquesa',
};
const order = () =>
  buildOrder({
    customer: person.customer,
    address: { ...buildOrder().address, street: person.street, complement: person.complement },
  });

let product: Product;
let endpoint: EndpointServer;
let merchant: Merchant;

beforeAll(async () => {
  product = await startProduct({
    logLevel: 'trace',
    proxied: { postgres: true, rabbitmq: true },
    env: { 'intake-api': standardWait, 'order-state': { WEBHOOK_RETRY_SCHEDULE: '50ms,50ms' } },
  });
  endpoint = await startEndpointServer();
  merchant = await product.createMerchant({ webhookUrl: `${endpoint.url}?hook_secret=S3cr3tInQuery` });
  const settings = {
    url: `${endpoint.origin}/with-header`,
    header: { name: 'Authorization', value: 'Bearer S3cr3tInHeader' },
  };
  await merchant.call('/v1/webhook-endpoints', { method: 'POST', body: settings });
});

afterAll(() => product.close());
afterAll(() => endpoint.close());

/** Provokes what services log: refusals, failed webhooks, poison messages, outages, restarts. */
const injectFault = async (): Promise<void> => {
  const { key, token } = merchant;
  const base = product.url('intake-api');
  const create = `${base}/v1/external-orders`;
  const post = (url: string, body: unknown, headers = {}) => callJson(url, { method: 'POST', body, headers });
  await post(`${create}?key=${key}&token=${token}x`, order());
  await post(create, order(), { authorization: `Basic ${Buffer.from(`${key}:${token}`).toString('base64')}` });
  await merchant.create(JSON.stringify(order()).slice(0, -5));
  await merchant.create({ ...order(), customer: { name: person.customer.name, phone: `${person.customer.phone}x` } });
  await merchant.create({ ...order(), payment: { prepaid: 1, pending: 0, methods: [] } });
  await merchant.call(`/v1/nothing?customer=${person.customer.phone}`);
  await merchant.call(`/v1/search?q=${person.customer.phone}`);
  await merchant.call(`/v1/search?q=${person.customer.phone}&x=${person.customer.phone}`);
  expectSuccess(await product.operator.call(`/operator/v1/search?q=${person.customer.phone}`));

  await product.operator.call('/operator/v1/orders/nothing', { headers: { authorization: 'Bearer wrong' } });
  await publishMessages(product.rabbitmqUrl, [
    { exchange: '', routingKey: queues.orders, body: JSON.stringify({ type: 'order.submitted', payload: order() }) },
    {
      exchange: '',
      routingKey: queues.deliveries,
      body: JSON.stringify({ url: merchant.endpoint?.url, body: order() }),
    },
  ]);
};

const fail = async (): Promise<void> => {
  // One broken connection only: more of them would open the breaker, whose probes are half a minute apart.
  const next = endpoint.requests.length + 1;
  endpoint.respondWith(({ headers }, n) =>
    n === next ? { kind: 'reset' } : { status: 500, body: `${JSON.stringify(person)} ${headers['authorization']}` },
  );
  const id = String((await merchant.create(order())).body['id']);
  await merchant.ready(id);
  await product.waitForQuiet();
  endpoint.respondWith(() => ({}));
  product.proxies.postgres?.cut();
  await product.operator.call(`/operator/v1/search?q=${person.customer.phone}`);
  await merchant.call(`/v1/search?q=${person.customer.phone}`);
  await merchant.create(order());
  product.proxies.rabbitmq?.cut();
  await merchant.create(order());
  product.proxies.postgres?.restore();
  product.proxies.rabbitmq?.restore();
  await product.waitForReady();
  await product.restart('webhook-dispatcher');
};

describe('the logs of a whole run, at the most talkative level', () => {
  it('[P8] hold no credential, no secret, no query of a webhook URL and nothing of a customer', async () => {
    await runJourney({ product, merchant });
    await injectFault();
    await fail();
    await product.waitForQuiet();
    const { key, token, endpoint: hook } = merchant;
    const { internalToken, operatorToken, secretsKey } = product.secrets;
    const lines = product.logs();
    for (const name of ['intake-api', 'order-state', 'webhook-dispatcher'] as const) {
      expect(product.logs(name).length).toBeGreaterThan(5);
    }
    const forbidden = {
      key,
      token,
      basic: Buffer.from(`${key}:${token}`).toString('base64'),
      'endpoint secret': hook!.secret.replace('whsec_', ''),
      'query of the webhook URL': 'S3cr3tInQuery',
      'header of the merchant’s choice': 'S3cr3tInHeader',
      'internal token': internalToken,
      'operator token': operatorToken,
      'secrets key': secretsKey,
      'database password': new URL(product.workingDatabaseUrl).password,
      'password of the database’s owner': new URL(product.databaseUrl).password,
      'broker credentials': new URL(product.brokerUrls['order-state']).password,
      name: person.customer.name,
      phone: person.customer.phone,
      street: person.street,
      complement: person.complement,
    };
    expect(findLeaks(lines, forbidden)).toEqual([]);
    // It was sent, and the receiver said it back.
    expect(endpoint.requests.some(({ headers }) => headers['authorization'] === 'Bearer S3cr3tInHeader')).toBe(true);
    // The search itself finds an existing text.
    expect(findLeaks(lines, { message: 'service.started' })).toHaveLength(1);
  });
});
