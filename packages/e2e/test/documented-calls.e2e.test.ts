import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import pg from 'pg';
import { exchanges, type OrderStatus } from '@delivery/contracts';
import {
  type Answer,
  buildOrder,
  callJson,
  type EndpointServer,
  expectSuccess,
  type Merchant,
  pollUntil,
  type Product,
  publishMessages,
  purgeOrder,
  startEndpointServer,
  startProduct,
} from '@delivery/test-support';
import type { KnownValues } from '../src/arbitrary-value.js';
import { type ContractDocument, type DocumentedRequest, readContractDocument } from '../src/contract-document.js';
import { type GeneratedCall, type GeneratedRequest, generateRequests } from '../src/generated-requests.js';

/** Equal in each run, so that what one run passes the next one does; another by FC_SEED. */
const seed = Number(process.env['FC_SEED'] ?? 20_261_125);
const runsPerCall = Number(process.env['GENERATED_CALLS'] ?? 12);

const merchantApi = readContractDocument('openapi.json');
const operatorApi = readContractDocument('operator-openapi.json');
const openDelivery = readContractDocument('open-delivery-openapi.json');

let product: Product;
let server: EndpointServer;
beforeAll(async () => {
  product = await startProduct({
    env: {
      'order-state': {
        PUBLIC_URL: 'http://delivery.test',
        SMTP_URL: 'smtp://127.0.0.1:9',
        MAIL_FROM: 'ops@delivery.test',
      },
    },
  });
  // The path says what the endpoint's server answers.
  server = await startEndpointServer({
    respond: ({ path }) => {
      if (path.startsWith('/abort')) return { status: 500, headers: { 'webhook-delivery': 'abort-message' } };
      return { status: path.startsWith('/fail') ? 500 : 200 };
    },
  });
});
afterAll(() => product.close());
afterAll(() => server.close());

const idOf = (answer: Answer): string => String(expectSuccess(answer)['id']);
const entriesOf = (answer: Answer) =>
  expectSuccess(answer)['data'] as { id: string; webhook_id: string; state: string; attempt_count: number }[];
/** A read that a slow machine makes late is 503. */
const untilInTime = (ask: () => Promise<Answer>): Promise<Answer> =>
  pollUntil('an answer in time', async () => {
    const answer = await ask();
    return answer.status === 503 ? undefined : answer;
  });
const post = (body?: object) => ({ method: 'POST', body });
const callOperator = (path: string, body?: object) => product.operator.call(`/operator/v1${path}`, post(body));

/** So many merchants are new here that one may have to be heard of first, by the directory's next look. */
const createMerchant = async (wanted?: Parameters<Product['createMerchant']>[0]): Promise<Merchant> => {
  const merchant = await product.createMerchant(wanted);
  return pollUntil('the merchant is known', async () =>
    (await merchant.call('/v1/session')).status === 401 ? undefined : merchant,
  );
};
const createOrder = async (merchant: Merchant, order = buildOrder()) => idOf(await merchant.create(order));
const createReadyOrder = async (merchant: Merchant, order = buildOrder()): Promise<string> => {
  const id = await createOrder(merchant, order);
  expectSuccess(await merchant.ready(id));
  return id;
};
const createEndpoint = async (merchant: Merchant, body: object): Promise<string> =>
  idOf(await merchant.call('/v1/webhook-endpoints', post(body)));

const createDelivery = async (merchant: Merchant) => {
  await createReadyOrder(merchant);
  return pollUntil(
    'a delivered webhook',
    async () => entriesOf(await merchant.call('/v1/webhook-deliveries?state=delivered'))[0]?.id,
  );
};
/** A webhook of an order that is ready, which the merchant's server has refused. */
const createRefusedDelivery = async (merchant: Merchant) => {
  await createReadyOrder(merchant);
  return pollUntil('a refused webhook', async () => {
    const waiting = entriesOf(await merchant.call('/v1/webhook-deliveries?state=waiting'));
    return waiting.find(({ attempt_count: count }) => count > 0)?.id;
  });
};
const replay = async (merchant: Merchant, deliveryId: string) =>
  idOf(await merchant.call(`/v1/webhook-deliveries/${deliveryId}/replay`, post()));

const createDeadLetter = async () => {
  const messageId = randomUUID();
  const message = { exchange: exchanges.orders, routingKey: 'order.submitted', body: 'not JSON', messageId };
  await publishMessages(product.rabbitmqUrl, [message]);
  return pollUntil(
    'a dead letter',
    async () => (await product.operator.deadLetters()).find(({ message_id: id }) => id === messageId)?.id,
  );
};

const createClient = async ({ call }: Merchant): Promise<{ id: string; secret: string }> => {
  const made = expectSuccess(await call('/v1/oauth-clients', post({ name: 'till' })));
  return { id: String(made['client_id']), secret: String(made['client_secret']) };
};

/** An order that a courier's system has accepted, and what it reports of the order. */
const createOrderInHand = async (merchant: Merchant, reports: readonly [path: string, body: object][]) => {
  const { call } = await product.createCourierSystem({ merchants: [merchant.id] });
  const id = await createReadyOrder(merchant);
  for (const [path, body] of [['accept', {}] as const, ...reports])
    expectSuccess(await call(`/courier/v1/deliveries/${id}/${path}`, post(body)));
  return { id, call };
};

/** An order whose courier has reported a problem, its first. */
const createOrderWithProblem = async (merchant: Merchant): Promise<string> =>
  (await createOrderInHand(merchant, [['problems', { kind: 'customer_absent' }]])).id;

/** An order whose courier is on the way to the customer, and has reported a position. */
const createSeenOrder = async (merchant: Merchant): Promise<string> => {
  const way = ['on_route_to_pickup', 'on_route_to_delivery'].map(
    (status) => ['status', { status }] as [string, object],
  );
  const { id, call } = await createOrderInHand(merchant, way);
  const position = { delivery_id: id, latitude: -23.56, longitude: -46.65 };
  expectSuccess(await call('/courier/v1/positions', post({ positions: [position] })));
  return id;
};

/** As if the database took too long for a message: written where such a message waits, to be tried again much later. */
const createSetAside = async (merchant: Merchant) => {
  const message = {
    ...{ schema_version: 1, id: randomUUID(), type: 'order.ready_requested', merchant_id: merchant.id, payload: {} },
    ...{ order_id: await createOrder(merchant), occurred_at: new Date().toISOString() },
  };
  const client = new pg.Client(product.databaseUrl);
  await client.connect();
  try {
    const { rows } = await client.query<{ position: string }>(
      `insert into parked_commands (id, order_id, message, waits_for_lock, next_try_at, slow_reason, parked_at)
       values ($1, $2, $3, true, now() + interval '1 hour', 'SQLSTATE 57014', now()) returning position`,
      [message.id, message.order_id, JSON.stringify(message)],
    );
    return `command-${rows[0]!.position}`;
  } finally {
    await client.end();
  }
};
const createFinalOrder = async () => {
  const orderId = await createOrder(await createMerchant());
  expectSuccess(await product.operator.status(orderId, 'canceled'));
  return orderId;
};
const createErasure = async (orderId: string) =>
  idOf(await callOperator('/erasures', { order_id: orderId, by: 'support', reason: 'asked for' }));

const createSession = async () => {
  const signedIn = await callOperator('/session', { token: product.operator.token });
  const [cookie = ''] = (signedIn.headers.get('set-cookie') ?? '').split(';');
  const listed = await callJson(`${product.url('order-state')}/operator/v1/sessions`, { headers: { cookie } });
  const sessions = expectSuccess(listed)['data'] as { id: string; current: boolean }[];
  return String(sessions.find(({ current }) => current)?.id);
};
const createPortalSession = async ({ id, key, token }: Merchant) => {
  const begun = await callJson(`${product.url('intake-api')}/v1/session`, post({ key, token }));
  expect(begun.status).toBe(200);
  return String(entriesOf(await product.operator.call(`/operator/v1/merchants/${id}/portal-sessions`))[0]?.id);
};

/** Remembers what was made for a merchant when it was first asked for. */
const rememberFor = <T>(make: (merchant: Merchant) => Promise<T>) => {
  const known = new Map<string, Promise<T>>();
  return (merchant: Merchant): Promise<T> => {
    const made = known.get(merchant.id) ?? make(merchant);
    known.set(merchant.id, made);
    return made;
  };
};
const courierSystemOf = rememberFor(({ id }) => product.createCourierSystem({ merchants: [id] }));
const platformOf = rememberFor(({ id }) => product.createPlatform({ name: `Pedidos ${id}` }));

/** The kind of id that `{id}` of a merchants' path stands for. */
const provideId = async (merchant: Merchant, path: string): Promise<string> => {
  if (path.endsWith('/position')) return createSeenOrder(merchant);
  if (path.includes('{problem_id}')) return createOrderWithProblem(merchant);
  if (/^\/v1\/(external-orders|sandbox\/orders)\//.test(path)) return createOrder(merchant);
  if (/^\/v1\/webhook-endpoints\/.*\/(messages|ack)$/.test(path)) return createEndpoint(merchant, { type: 'pull' });
  if (/^\/v1\/(sandbox\/)?webhook-endpoints\//.test(path))
    return createEndpoint(merchant, { url: 'https://example.com/hook' });
  if (path.endsWith('/send-now')) return createRefusedDelivery(merchant);
  const delivery = await createDelivery(merchant);
  return path.startsWith('/v1/webhook-replays/') ? replay(merchant, delivery) : delivery;
};

const provideToken = async (merchant: Merchant, path: string): Promise<string> => {
  if (path.includes('platforms')) return String((await platformOf(merchant)).tokens[0]?.id);
  if (path.includes('courier'))
    return idOf(await callOperator(`/courier-systems/${(await courierSystemOf(merchant)).id}/tokens`));
  const { tokens } = expectSuccess(await product.operator.call(`/operator/v1/merchants/${merchant.id}`));
  return (tokens as { id: string }[])[0]!.id;
};

/** The path and the required query, with ids of things that exist. */
const fill = async (merchant: Merchant, { path, query }: DocumentedRequest): Promise<string> => {
  const values: Record<string, () => Promise<string>> = {
    id: () => provideId(merchant, path),
    merchant_id: () => Promise.resolve(merchant.id),
    owner_id: () => Promise.resolve(merchant.id),
    order_id: () => (path.includes('{problem_id}') ? createOrderWithProblem(merchant) : createReadyOrder(merchant)),
    problem_id: () => Promise.resolve('1'),
    reference: () => Promise.resolve('kitchen'),
    ref: async () => {
      const body = merchantApi.requests.find(({ id }) => id === 'putStore')?.body;
      expectSuccess(await merchant.call('/v1/stores/main', { method: 'PUT', body }));
      return 'main';
    },
    token_id: () => provideToken(merchant, path),
    platform_id: async () => (await platformOf(merchant)).id,
    courier_system_id: async () => (await courierSystemOf(merchant)).id,
    endpoint_id: () => Promise.resolve(merchant.endpoint!.id),
    delivery_id: () => (path.endsWith('/send-now') ? createRefusedDelivery(merchant) : createDelivery(merchant)),
    replay_id: async () => replay(merchant, await createDelivery(merchant)),
    dead_letter_id: createDeadLetter,
    set_aside_id: () => createSetAside(merchant),
    erasure_id: async () => createErasure(await createFinalOrder()),
    person_id: async () => {
      const body = { email: 'rui@example.com', role: 'full', language: 'en' };
      return idOf(await callOperator(`/owners/${merchant.id}/people`, body));
    },
    client_id: async () => (await createClient(merchant)).id,
    session_id: () => (path.includes('portal') ? createPortalSession(merchant) : createSession()),
    external_id: async () => {
      const order = buildOrder();
      await createOrder(merchant, order);
      return order.external_id;
    },
    q: () => createOrder(merchant),
  };
  let filled = path;
  for (const [, name = ''] of path.matchAll(/\{(\w+)\}/g)) filled = filled.replace(`{${name}}`, await values[name]!());
  const parameters = new URLSearchParams();
  for (const name of query) parameters.set(name, await values[name]!());
  return parameters.size > 0 ? `${filled}?${parameters.toString()}` : filled;
};

/** With existing ids in place of the example's. */
const fillBody = async (merchant: Merchant, { body }: DocumentedRequest): Promise<unknown> => {
  if (typeof body !== 'object' || body === null) return body;
  if ('order_id' in body) return { ...body, order_id: await createFinalOrder() };
  if ('merchants' in body && Array.isArray(body.merchants)) return { ...body, mode: 'live', merchants: [merchant.id] };
  if ('scopes' in body && 'name' in body) return { ...body, name: `Pedidos of ${merchant.id}` };
  if ('dead_letter_id' in body) return { ...body, dead_letter_id: await createDeadLetter() };
  return 'delivery_ids' in body ? { ...body, delivery_ids: [await createDelivery(merchant)] } : body;
};

const session = '/operator/v1/session';
/** No token begins or ends a session, sees people or a platform: services/intake-api/test/auth/session.int.test.ts does. */
const isByCredentials = ({ path, method }: DocumentedRequest): boolean =>
  !/^\/v1\/(people|session\/platform)/.test(path) && (!path.startsWith('/v1/session') || method === 'GET');
/** Without the redirects to the identity provider: they need a configured one, and order-state's tests cover them. */
const isByBearer = ({ path }: DocumentedRequest): boolean => path !== session && !path.startsWith(`${session}/oidc`);

describe('each documented request', () => {
  const requests = [
    ...merchantApi.requests.filter(isByCredentials).map((request) => ['merchant', request, merchantApi] as const),
    ...operatorApi.requests.filter(isByBearer).map((request) => ['operator', request, operatorApi] as const),
  ].map(([caller, request, document]) => [`${caller} ${request.title}`, caller, request, document] as const);

  it.concurrent.each(requests)(
    'succeeds, with an answer as documented: %s',
    async (_title, caller, request, document) => {
      const { method, path } = request;
      const merchant = await createMerchant({
        // A delivery must have been refused before it can be sent now.
        webhookUrl: server.origin + (path.endsWith('/send-now') ? '/fail' : '/good'),
        mode: path.startsWith('/v1/sandbox/') ? 'sandbox' : 'live',
      });
      const { call } = caller === 'merchant' ? merchant : product.operator;
      const [filled, body] = [await fill(merchant, request), await fillBody(merchant, request)];
      const answer = await untilInTime(() => call(filled, { method, body }));
      expectSuccess(answer);
      expect(document.findAnswerFaults(request.id, answer)).toEqual([]);
    },
  );

  it('succeeds, with an answer as documented: those of an operator’s session, by cookie', async () => {
    const call = async (id: string, method: string, headers: Record<string, string>, body?: object) => {
      const answer = await callJson(product.url('order-state') + session, { method, headers, body });
      expect(answer.status).toBe(method === 'DELETE' ? 204 : 200);
      expect([id, operatorApi.findAnswerFaults(id, answer)]).toEqual([id, []]);
      return answer.headers.get('set-cookie') ?? '';
    };
    const [cookie = ''] = (await call('signIn', 'POST', {}, { token: product.operator.token })).split(';');
    await call('getSession', 'GET', { cookie });
    expect(await call('signOut', 'DELETE', { cookie, 'sec-fetch-site': 'same-origin' })).toContain('Max-Age=0');
  });
});

describe('each webhook', () => {
  it('has the documented body and headers, of every event', async () => {
    const own = await startEndpointServer();
    const orderId = await createReadyOrder(await createMerchant({ webhookUrl: own.url }));
    expectSuccess(await product.operator.status(orderId, 'on_route_to_pickup'));
    expectSuccess(await product.operator.trackingUrl(orderId, 'https://track.example.com/1'));
    const requests = await own.waitFor(4);
    await own.close();
    const events = requests.map(({ json }) => String(json()['event']));
    expect(new Set(events)).toEqual(new Set(['status_changed', 'delivery_requested', 'tracking_url_added']));
    requests.forEach(({ headers, json }, at) => {
      const event = events[at] ?? '';
      expect(merchantApi.findWebhookFaults(event, json())).toEqual([]);
      const wanted = merchantApi.webhookHeaders(event);
      expect(wanted.length).toBeGreaterThan(5);
      expect(Object.keys(headers)).toEqual(expect.arrayContaining(wanted));
    });
  });
});

/** The way to each status, after `ready`. */
const ways: Partial<Record<OrderStatus, readonly OrderStatus[]>> = {
  ready: [],
  canceled: ['canceled'],
  ...Object.fromEntries(
    (['on_route_to_pickup', 'at_pickup', 'on_route_to_delivery', 'at_delivery'] as const).map((status, index, all) => [
      status,
      all.slice(0, index + 1),
    ]),
  ),
  delivery_failed: ['on_route_to_pickup', 'on_route_to_delivery', 'delivery_failed'],
  delivered: ['on_route_to_pickup', 'on_route_to_delivery', 'delivered'],
  returned: ['on_route_to_pickup', 'on_route_to_delivery', 'delivery_failed', 'returned'],
};

type World = Awaited<ReturnType<typeof buildWorld>>;

/** A merchant's endpoints, orders, deliveries and replays in every state that they can be in, beside others'. */
const buildWorld = async () => {
  const merchant = await createMerchant({ webhookUrl: `${server.url}/good`, mode: 'sandbox' });
  const [other, empty] = [await createMerchant({ webhookUrl: `${server.url}/other` }), await createMerchant()];
  const [failing, deleted, disabled, pulled] = [
    await createEndpoint(merchant, { url: `${server.origin}/abort` }),
    await createEndpoint(merchant, { url: `${server.origin}/fail-and-deleted` }),
    await createEndpoint(merchant, { url: `${server.origin}/paced-and-disabled`, max_per_second: 1 }),
    await createEndpoint(merchant, { type: 'pull' }),
  ];
  const orders = new Map<string, string>();
  const externalIds: string[] = [];
  for (const [status, way] of Object.entries(ways)) {
    const order = buildOrder();
    const id = await createReadyOrder(merchant, order);
    for (const step of way) expectSuccess(await product.operator.status(id, step));
    await product.operator.trackingUrl(id, 'https://track.example.com/1');
    orders.set(status, id);
    externalIds.push(order.external_id);
  }
  // Deliveries wait for endpoints that are deleted and disabled, and a poll has taken some.
  await pollUntil('an attempt that failed', async () => {
    const { body } = await merchant.call(`/v1/webhook-endpoints/${deleted}`);
    return (body['consecutive_failures'] as number | undefined) !== 0 ? true : undefined;
  });
  expectSuccess(await merchant.call(`/v1/webhook-endpoints/${deleted}`, { method: 'DELETE' }));
  expectSuccess(await merchant.call(`/v1/webhook-endpoints/${disabled}/disable`, post()));
  expectSuccess(await merchant.call(`/v1/webhook-endpoints/${pulled}/messages?limit=3`));
  const off = await createEndpoint(merchant, { url: `${server.origin}/off`, enabled: false });
  const purged = await createReadyOrder(merchant);
  await pollUntil('the order to be kept', async () => (await merchant.get(purged)).status === 200 || undefined);
  await purgeOrder(product.databaseUrl, purged, '2026-01-01');
  const open = await createReadyOrder(merchant);
  const courierSystem = await product.createCourierSystem({ mode: 'sandbox' });
  await pollUntil('the system has a delivery', async () => {
    const { status } = await courierSystem.call(`/courier/v1/deliveries/${open}/accept`, post());
    return status === 200 || undefined;
  });
  for (const one of [merchant, other]) await createReadyOrder(one);
  const exhausted = () => merchant.call('/v1/webhook-deliveries?state=exhausted');
  await pollUntil('a delivery that is given up', async () => entriesOf(await exhausted())[0]);
  const deliveries = entriesOf(await merchant.call('/v1/webhook-deliveries?limit=100'));
  const platform = await product.createPlatform({ name: 'Lojas' });
  const added = await platform.call('/platform/v1/merchants', post({ name: 'Pizzaria' }));
  const { id: client_id, secret: client_secret } = await createClient(merchant);
  return {
    merchant,
    courierSystem,
    platform,
    accessToken: await pollUntil('an access token', async () => {
      const { status, body } = await askToken({ grant_type: 'client_credentials', client_id, client_secret });
      return status === 200 ? String(body['access_token']) : undefined;
    }),
    merchants: [merchant.id, other.id, empty.id, String(expectSuccess(added)['merchant_id'])],
    endpoints: [merchant.endpoint!.id, failing, deleted, disabled, pulled, off, other.endpoint!.id],
    orders: [open, ...orders.values(), purged],
    externalIds,
    deliveries,
    replays: [await replay(merchant, deliveries.find(({ state }) => state === 'delivered')!.id)],
    tokens: [await provideToken(empty, '')],
    deadLetters: [await createDeadLetter()],
    erasures: [await createErasure(orders.get('delivered')!)],
  };
};

/** The answer is as the document says. */
const askToken = async (form: Record<string, string>): Promise<Answer> => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const sent = { method: 'POST', headers, body: new URLSearchParams(form).toString() };
  const answer = await callJson(`${product.url('intake-api')}/oauth/token`, sent);
  expect(openDelivery.findAnswerFaults('getToken', answer)).toEqual([]);
  return answer;
};

const unknownIds = ['019b7f4c-02aa-7f31-8d55-6b1f0e9c4a77', '0'.repeat(24)];

/** Existing values, by the name under which a call asks for them. */
const knownFor =
  ({ merchant, orders, externalIds, deliveries, ...world }: World) =>
  ({ path }: { path: string }): KnownValues => {
    const deliveryIds = deliveries.map(({ id }) => id);
    const webhookIds = deliveries.map(({ webhook_id }) => webhook_id);
    const values: Record<string, readonly unknown[]> = {
      order_id: orders,
      external_id: externalIds,
      orderId: [...unknownIds, ...externalIds],
      q: [...orders, ...externalIds],
      endpoint_id: world.endpoints,
      merchant_id: world.merchants,
      owner_id: world.merchants,
      delivery_id: deliveryIds,
      delivery_ids: [deliveryIds.slice(0, 1), deliveryIds.slice(0, 50)],
      webhook_id: webhookIds,
      ids: [webhookIds.slice(0, 1), webhookIds],
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
      key: [merchant.key],
      token: [merchant.token, product.operator.token],
    };
    // `{id}` of the merchants' paths is an order's, an endpoint's, a delivery's or a replay's.
    const idsOf = (): readonly string[] => {
      if (/\/(courier|external-orders|sandbox\/orders)\//.test(path)) return orders;
      if (path.includes('/webhook-endpoints/')) return world.endpoints;
      return path.includes('/webhook-replays/') ? world.replays : deliveryIds;
    };
    values['id'] = [...idsOf(), ...unknownIds];
    return (name) => (Object.hasOwn(values, name) ? values[name] : undefined);
  };

type Send = (request: GeneratedRequest) => Promise<Answer>;

/** The faults of the answers to a call: each kind once, with the first request that showed it. */
const findFaults = async (call: GeneratedCall, document: ContractDocument, send: Send): Promise<string[]> => {
  const faults = new Map<string, string>();
  for (const request of fc.sample(call.requests, { seed, numRuns: runsPerCall })) {
    const answer = await untilInTime(() => send(request));
    const found = document.findAnswerFaults(call.id, answer);
    if (answer.status >= 500) found.push('is a fault of the service');
    for (const fault of found) {
      const kind = `${call.id} ${answer.status} ${fault}`;
      if (!faults.has(kind)) faults.set(kind, `${kind}: ${answer.text} to ${JSON.stringify(request)}`);
    }
  }
  return [...faults.values()];
};

describe('generated calls, beside things in every state', () => {
  let world: World;
  beforeAll(async () => {
    world = await buildWorld();
  });

  it.each<[document: string, send: Send]>([
    ['openapi.json', ({ path, ...call }) => world.merchant.call(path, call)],
    ['courier-openapi.json', ({ path, ...call }) => world.courierSystem.call(path, call)],
    ['platform-openapi.json', ({ path, ...call }) => world.platform.call(path, call)],
    [
      'open-delivery-openapi.json',
      ({ path, headers, ...call }) =>
        callJson(`${product.url('intake-api')}/open-delivery/1.7.1${path}`, {
          ...call,
          headers: { ...headers, authorization: `Bearer ${world.accessToken}` },
        }),
    ],
    ['operator-openapi.json', ({ path, ...call }) => product.operator.call(path, call)],
  ])('have an answer that their document describes, and never a 5xx: %s', async (name, send) => {
    const document = readContractDocument(name);
    const waiting = generateRequests(name, knownFor(world)).values();
    const faults: string[] = [];
    const work = async () => {
      for (const call of waiting) faults.push(...(await findFaults(call, document, send)));
    };
    await Promise.all(Array.from({ length: 4 }, work));
    expect(faults).toEqual([]);
  });

  it('leave the ledger balanced, and a token is given for credentials alone', async () => {
    expect((await product.operator.audit()).balanced).toBe(true);
    expect((await askToken({ grant_type: 'password' })).status).toBe(400);
    expect((await askToken({ grant_type: 'client_credentials' })).status).toBe(401);
  });
});
