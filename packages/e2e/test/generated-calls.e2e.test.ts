import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { OrderStatus } from '@delivery/contracts';
import {
  type Answer,
  buildOrder,
  callJson,
  type EndpointServer,
  expectSuccess,
  type Merchant,
  type Platform,
  pollUntil,
  type Product,
  publishMessages,
  purgeOrder,
  startEndpointServer,
  startProduct,
} from '@delivery/test-support';
import type { KnownValues } from '../src/arbitrary-value.js';
import { type ContractDocument, readContractDocument } from '../src/contract-document.js';
import { type GeneratedCall, type GeneratedRequest, generateRequests } from '../src/generated-requests.js';

/** Equal in each run, so that what one run passes the next one does; another by FC_SEED. */
const seed = Number(process.env['FC_SEED'] ?? 20_261_125);
const runsPerCall = Number(process.env['GENERATED_CALLS'] ?? 12);

/** A failing webhook is given up within a second. */
const fewRetries = { WEBHOOK_RETRY_SCHEDULE: '100ms,200ms' };

const openDelivery = readContractDocument('open-delivery-openapi.json');

let product: Product;
let server: EndpointServer;
let world: World;
beforeAll(async () => {
  product = await startProduct({ env: { 'order-state': fewRetries } });
  // The path says what the endpoint's server answers.
  server = await startEndpointServer({
    respond: ({ path }) => (path.startsWith('/fail') ? { status: 500 } : { status: 200 }),
  });
  world = await buildWorld();
});
afterAll(() => product.close());
afterAll(() => server.close());

/** Merchants, endpoints, orders, deliveries and replays in every state that they can be in. */
type World = {
  merchant: Merchant;
  merchants: string[];
  endpoints: string[];
  orders: string[];
  externalIds: string[];
  deliveries: string[];
  webhookIds: string[];
  replays: string[];
  tokens: string[];
  deadLetters: string[];
  erasures: string[];
  courierSystem: { id: string; token: string };
  accessToken: string;
  platform: Platform;
};

const idOf = (answer: Answer): string => String(expectSuccess(answer)['id']);
const entriesOf = (answer: Answer) =>
  expectSuccess(answer)['data'] as { id: string; webhook_id: string; state: string }[];

const buildWorld = async (): Promise<World> => {
  const merchant = await product.createMerchant({ webhookUrl: `${server.url}/good`, mode: 'sandbox' });
  const other = await product.createMerchant({ webhookUrl: `${server.url}/other` });
  const empty = await product.createMerchant();
  const endpoints = await createEndpoints(merchant);
  const orders = await createOrders(merchant);
  await leaveOrdersBehind(merchant, endpoints, orders);
  const open = await createReadyOrder(merchant);
  const courierSystem = await createCourierSystem(open.id);
  await Promise.all([merchant, other].map((one) => createReadyOrder(one)));
  const exhausted = () => merchant.call('/v1/webhook-deliveries?state=exhausted');
  await pollUntil('a delivery that is given up', async () => entriesOf(await exhausted())[0]);
  const deliveries = entriesOf(await merchant.call('/v1/webhook-deliveries?limit=100'));
  const settled = deliveries.find(({ state }) => state === 'delivered')!;
  const replays = [idOf(await merchant.call(`/v1/webhook-deliveries/${settled.id}/replay`, { method: 'POST' }))];
  const message = { exchange: 'orders', routingKey: 'order.submitted', body: 'not JSON' };
  await publishMessages(product.rabbitmqUrl, [message]);
  const deadLetter = await pollUntil('a dead letter', async () => (await product.operator.deadLetters())[0]);
  const { tokens } = expectSuccess(await product.operator.call(`/operator/v1/merchants/${empty.id}`));
  const platform = await product.createPlatform({ name: 'Pedidos' });
  const added = { method: 'POST', body: { name: 'Pizzaria', webhook_url: `${server.url}/good` } };
  const { merchant_id: ofPlatform } = expectSuccess(await platform.call('/platform/v1/merchants', added));
  return {
    merchant,
    merchants: [merchant.id, other.id, empty.id, String(ofPlatform)],
    endpoints: [...endpoints, other.endpoint!.id],
    orders: [open.id, ...orders.map(({ id }) => id)],
    externalIds: orders.map(({ externalId }) => externalId),
    deliveries: deliveries.map(({ id }) => id),
    webhookIds: deliveries.map(({ webhook_id }) => webhook_id),
    replays,
    tokens: (tokens as { id: string }[]).map(({ id }) => id),
    deadLetters: [deadLetter.id],
    erasures: [await requestErasure(orders.find(({ status }) => status === 'delivered')!.id)],
    courierSystem,
    accessToken: await createAccessToken(merchant),
    platform,
  };
};

const createEndpoint = async (merchant: Merchant, body: object): Promise<string> =>
  idOf(await merchant.call('/v1/webhook-endpoints', { method: 'POST', body }));

const createEndpoints = async (merchant: Merchant): Promise<string[]> => [
  merchant.endpoint!.id,
  await createEndpoint(merchant, { url: `${server.origin}/fail` }),
  await createEndpoint(merchant, { url: `${server.origin}/fail-and-deleted` }),
  await createEndpoint(merchant, { url: `${server.origin}/paced-and-disabled`, max_per_second: 1 }),
  await createEndpoint(merchant, { type: 'pull' }),
];

const createReadyOrder = async (merchant: Merchant): Promise<{ id: string; externalId: string }> => {
  const order = buildOrder();
  const id = await pollUntil('the merchant is known', async () => {
    const answer = await merchant.create(order);
    return answer.status === 401 ? undefined : idOf(answer);
  });
  expectSuccess(await merchant.ready(id));
  return { id, externalId: order.external_id };
};

/** The way to each status, after `ready`. */
const ways: Partial<Record<OrderStatus, readonly OrderStatus[]>> = {
  ready: [],
  on_route_to_pickup: ['on_route_to_pickup'],
  at_pickup: ['at_pickup'],
  on_route_to_delivery: ['on_route_to_delivery'],
  at_delivery: ['at_delivery'],
  delivery_failed: ['on_route_to_delivery', 'delivery_failed'],
  delivered: ['on_route_to_delivery', 'delivered'],
  returned: ['on_route_to_delivery', 'delivery_failed', 'returned'],
  canceled: ['canceled'],
};

const createOrders = async (merchant: Merchant) => {
  const orders: { id: string; externalId: string; status: string }[] = [];
  for (const [status, way] of Object.entries(ways)) {
    const order = await createReadyOrder(merchant);
    for (const step of way.includes('canceled') ? way : ['on_route_to_pickup' as const, ...way])
      await product.operator.status(order.id, step);
    await product.operator.trackingUrl(order.id, 'https://track.example.com/1');
    orders.push({ ...order, status });
  }
  return orders;
};

/** Endpoints that are deleted and disabled with deliveries waiting, some of them taken by a poll; a purged order. */
const leaveOrdersBehind = async (merchant: Merchant, endpoints: string[], orders: { id: string }[]) => {
  const [, , deleted, disabled, pulled] = endpoints;
  await pollUntil('an attempt that failed', async () => {
    const { body } = await merchant.call(`/v1/webhook-endpoints/${deleted!}`);
    return (body['consecutive_failures'] as number | undefined) !== 0 ? true : undefined;
  });
  expectSuccess(await merchant.call(`/v1/webhook-endpoints/${deleted!}`, { method: 'DELETE' }));
  expectSuccess(await merchant.call(`/v1/webhook-endpoints/${disabled!}/disable`, { method: 'POST' }));
  expectSuccess(await merchant.call(`/v1/webhook-endpoints/${pulled!}/messages?limit=3`));
  endpoints.push(await createEndpoint(merchant, { url: `${server.origin}/off`, enabled: false }));
  const purged = await createReadyOrder(merchant);
  await pollUntil('the order to be kept', async () =>
    (await merchant.get(purged.id)).status === 200 ? true : undefined,
  );
  await purgeOrder(product.databaseUrl, purged.id, '2026-01-01');
  orders.push(purged);
};

const requestErasure = async (orderId: string): Promise<string> => {
  const body = { order_id: orderId, by: 'support', reason: 'asked for' };
  return idOf(await product.operator.call('/operator/v1/erasures', { method: 'POST', body }));
};

/** It has the order. */
const createCourierSystem = async (orderId: string): Promise<World['courierSystem']> => {
  const system = await product.createCourierSystem({ mode: 'sandbox' });
  await pollUntil('the system has a delivery', async () => {
    const { status } = await callAsCourier(system.token, `/courier/v1/deliveries/${orderId}/accept`, {
      method: 'POST',
    });
    return status === 200 || undefined;
  });
  return system;
};

const createAccessToken = async (merchant: Merchant): Promise<string> => {
  const body = { name: 'till' };
  const client = expectSuccess(await merchant.call('/v1/oauth-clients', { method: 'POST', body }));
  const credentials = { client_id: String(client['client_id']), client_secret: String(client['client_secret']) };
  return pollUntil('an access token', async () => {
    const { status, body: given } = await askToken({ grant_type: 'client_credentials', ...credentials });
    return status === 200 ? String(given['access_token']) : undefined;
  });
};

/** The answer is as the document says. */
const askToken = async (form: Record<string, string>): Promise<Answer> => {
  const answer = await callJson(`${product.url('intake-api')}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  });
  expect(openDelivery.findAnswerFaults('getToken', answer)).toEqual([]);
  return answer;
};

const callAsCourier = (token: string, path: string, call: Partial<GeneratedRequest>) =>
  callJson(`${product.url('intake-api')}${path}`, {
    ...call,
    headers: { ...call.headers, authorization: `Bearer ${token}` },
  });

const unknownIds = ['019b7f4c-02aa-7f31-8d55-6b1f0e9c4a77', '0'.repeat(24)];

/** Existing values, by the name under which a call asks for them. */
const knownByName = (): Record<string, readonly unknown[]> => ({
  order_id: world.orders,
  external_id: world.externalIds,
  orderId: [...unknownIds, ...world.externalIds],
  q: [...world.orders, ...world.externalIds],
  endpoint_id: world.endpoints,
  merchant_id: world.merchants,
  delivery_id: world.deliveries,
  delivery_ids: [world.deliveries.slice(0, 1), world.deliveries.slice(0, 50)],
  webhook_id: world.webhookIds,
  ids: [world.webhookIds.slice(0, 1), world.webhookIds],
  replay_id: world.replays,
  token_id: world.tokens,
  ref: ['main', 'unknown'],
  store_ref: ['main', 'unknown'],
  dead_letter_id: world.deadLetters,
  erasure_id: world.erasures,
  courier_system_id: [world.courierSystem.id],
  platform_id: [world.platform.id],
  // Polls end at once, and nothing is sent anywhere but here.
  wait: [0, 'x', 61],
  url: [`${server.origin}/new`, 'http://10.0.0.1/', 'ftp://example.com/', 'https://user:pass@127.0.0.1/x'],
  webhook_url: [`${server.origin}/new`, 'http://169.254.169.254/', 'x'],
  key: [world.merchant.key],
  token: [world.merchant.token, product.operator.token],
});

/** `{id}` of the merchants' paths is an order's, an endpoint's, a delivery's or a replay's. */
const idsOf = (path: string): readonly string[] => {
  if (path.includes('/courier/') || path.includes('/external-orders/') || path.includes('/sandbox/orders/'))
    return world.orders;
  if (path.includes('/webhook-endpoints/')) return world.endpoints;
  return path.includes('/webhook-replays/') ? world.replays : world.deliveries;
};

const knownFor = ({ path }: { path: string }): KnownValues => {
  const values: Record<string, readonly unknown[]> = { ...knownByName(), id: [...idsOf(path), ...unknownIds] };
  return (name) => (Object.hasOwn(values, name) ? values[name] : undefined);
};

type Send = (request: GeneratedRequest) => Promise<Answer>;

/** The faults of the answers to a call: each kind once, with the first request that showed it. */
const findFaults = async (call: GeneratedCall, document: ContractDocument, send: Send): Promise<string[]> => {
  const faults = new Map<string, string>();
  for (const request of fc.sample(call.requests, { seed, numRuns: runsPerCall })) {
    const answer = await send(request);
    const found = document.findAnswerFaults(call.id, answer);
    if (answer.status >= 500) found.push('is a fault of the service');
    for (const fault of found) {
      const kind = `${call.id} ${answer.status} ${fault}`;
      if (!faults.has(kind)) faults.set(kind, `${kind}: ${answer.text} to ${JSON.stringify(request)}`);
    }
  }
  return [...faults.values()];
};

/** A session's cookie or a revoked token must not decide what the other calls are answered. */
const findAllFaults = async (name: string, send: Send): Promise<string[]> => {
  const document = readContractDocument(name);
  const waiting = generateRequests(name, knownFor).values();
  const faults: string[] = [];
  const work = async () => {
    for (const call of waiting) faults.push(...(await findFaults(call, document, send)));
  };
  await Promise.all(Array.from({ length: 4 }, work));
  return faults;
};

describe('generated calls, beside things in every state', () => {
  it('have, for merchants, an answer that their document describes, and never a 5xx', async () => {
    const send: Send = ({ path, ...call }) => world.merchant.call(path, call);
    expect(await findAllFaults('openapi.json', send)).toEqual([]);
  });

  it('have, for couriers’ systems, an answer that their document describes, and never a 5xx', async () => {
    const send: Send = ({ path, ...call }) => callAsCourier(world.courierSystem.token, path, call);
    expect(await findAllFaults('courier-openapi.json', send)).toEqual([]);
  });

  it('have, for platforms, an answer that their document describes, and never a 5xx', async () => {
    const send: Send = ({ path, ...call }) => world.platform.call(path, call);
    expect(await findAllFaults('platform-openapi.json', send)).toEqual([]);
  });

  it('have, for tills that speak Open Delivery, an answer that their document describes, and never a 5xx', async () => {
    const send: Send = ({ path, ...call }) =>
      callJson(`${product.url('intake-api')}/open-delivery/1.7.1${path}`, {
        ...call,
        headers: { ...call.headers, authorization: `Bearer ${world.accessToken}` },
      });
    expect(await findAllFaults('open-delivery-openapi.json', send)).toEqual([]);
    expect((await askToken({ grant_type: 'password' })).status).toBe(400);
    expect((await askToken({ grant_type: 'client_credentials' })).status).toBe(401);
  });

  it('have, for operators, an answer that their document describes, and never a 5xx', async () => {
    const send: Send = ({ path, ...call }) => product.operator.call(path, call);
    expect(await findAllFaults('operator-openapi.json', send)).toEqual([]);
    expect((await product.operator.audit()).balanced).toBe(true);
  });
});
