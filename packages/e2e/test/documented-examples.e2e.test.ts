import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { exchanges } from '@delivery/contracts';
import {
  type Answer,
  buildOrder,
  callJson,
  type CourierSystem,
  type EndpointServer,
  expectSuccess,
  type Merchant,
  pollUntil,
  type Product,
  publishMessages,
  startEndpointServer,
  startProduct,
} from '@delivery/test-support';
import { type DocumentedRequest, readContractDocument } from '../src/contract-document.js';

const merchantApi = readContractDocument('openapi.json');
const operatorApi = readContractDocument('operator-openapi.json');

let product: Product;
let endpoint: EndpointServer;
let refusing: EndpointServer;
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
  endpoint = await startEndpointServer();
  refusing = await startEndpointServer();
  refusing.respondWith(() => ({ status: 500 }));
});
afterAll(() => product.close());
afterAll(() => Promise.all([endpoint.close(), refusing.close()]));

const idOf = (answer: Answer): string => String(expectSuccess(answer)['id']);
const firstIdOf = (answer: Answer): string | undefined => {
  const [first] = expectSuccess(answer)['data'] as { id: string }[];
  return first?.id;
};

/** So many merchants are new here that one may have to be heard of first, by the directory's next look. */
const createMerchant = async (wanted?: Parameters<Product['createMerchant']>[0]): Promise<Merchant> => {
  const merchant = await product.createMerchant(wanted);
  return pollUntil('the merchant is known', async () =>
    (await merchant.call('/v1/session')).status === 401 ? undefined : merchant,
  );
};
const createOrder = async (merchant: Merchant) => idOf(await merchant.create(buildOrder()));
const createEndpoint = async (merchant: Merchant) =>
  idOf(await merchant.call('/v1/webhook-endpoints', { method: 'POST', body: { url: 'https://example.com/hook' } }));

const createTill = async (merchant: Merchant) =>
  idOf(await merchant.call('/v1/webhook-endpoints', { method: 'POST', body: { type: 'pull' } }));

/** A merchant whose order is ready, and whose server has taken all its webhooks. */

const createDelivery = async (merchant: Merchant) => {
  expectSuccess(await merchant.ready(await createOrder(merchant)));
  return pollUntil('a delivered webhook', async () =>
    firstIdOf(await merchant.call('/v1/webhook-deliveries?state=delivered')),
  );
};
/** A webhook of an order that is ready, which the merchant's server has refused. */
const createRefusedDelivery = async (merchant: Merchant) => {
  expectSuccess(await merchant.ready(await createOrder(merchant)));
  return pollUntil('a refused webhook', async () => {
    const { data } = expectSuccess(await merchant.call('/v1/webhook-deliveries?state=waiting'));
    return (data as { id: string; attempt_count: number }[]).find(({ attempt_count: count }) => count > 0)?.id;
  });
};
const createReplay = async (merchant: Merchant) => {
  const path = `/v1/webhook-deliveries/${await createDelivery(merchant)}/replay`;
  return idOf(await merchant.call(path, { method: 'POST' }));
};

/** An order whose courier has reported a problem, its first. */
const createOrderWithProblem = async (merchant: Merchant): Promise<string> => {
  const { call } = await product.createCourierSystem({ merchants: [merchant.id] });
  const id = await createOrder(merchant);
  expectSuccess(await merchant.ready(id));
  const post = (path: string, body?: object) => call(`/courier/v1/deliveries/${id}/${path}`, { method: 'POST', body });
  expectSuccess(await post('accept'));
  expect(expectSuccess(await post('problems', { kind: 'customer_absent' }))).toMatchObject({ problem_id: 1 });
  return id;
};

/** An order whose courier is on the way to the customer, and has reported a position. */
const createSeenOrder = async (merchant: Merchant): Promise<string> => {
  const { call } = await product.createCourierSystem({ merchants: [merchant.id] });
  const id = await createOrder(merchant);
  expectSuccess(await merchant.ready(id));
  const post = (path: string, body?: object) => call(`/courier/v1${path}`, { method: 'POST', body });
  expectSuccess(await post(`/deliveries/${id}/accept`));
  for (const status of ['on_route_to_pickup', 'on_route_to_delivery'])
    expectSuccess(await post(`/deliveries/${id}/status`, { status }));
  expectSuccess(await post('/positions', { positions: [{ delivery_id: id, latitude: -23.56, longitude: -46.65 }] }));
  return id;
};

/** Replaces the example's deliveries by existing ones. */
const withDeliveries = async (merchant: Merchant, body: unknown): Promise<unknown> =>
  typeof body === 'object' && body !== null && 'delivery_ids' in body
    ? { ...body, delivery_ids: [await createDelivery(merchant)] }
    : body;

/** The kind of id that `{id}` of a path stands for. */
const provideId = (merchant: Merchant, path: string): Promise<string> => {
  if (!path.includes('{id}')) return Promise.resolve('');
  if (path.endsWith('/position')) return createSeenOrder(merchant);
  if (path.includes('{problem_id}')) return createOrderWithProblem(merchant);
  if (/^\/v1\/(external-orders|sandbox\/orders)\//.test(path)) return createOrder(merchant);
  if (/^\/v1\/webhook-endpoints\/.*\/(messages|ack)$/.test(path)) return createTill(merchant);
  if (/^\/v1\/(sandbox\/)?webhook-endpoints\//.test(path)) return createEndpoint(merchant);
  if (path.endsWith('/send-now')) return createRefusedDelivery(merchant);
  return path.startsWith('/v1/webhook-replays/') ? createReplay(merchant) : createDelivery(merchant);
};

/** A delivery must have been refused before it can be sent now. */
const serverFor = ({ path }: DocumentedRequest): string => (path.endsWith('/send-now') ? refusing : endpoint).url;

const named = (requests: readonly DocumentedRequest[]) => requests.map((request) => [request.title, request] as const);

const courierSystems = '/operator/v1/courier-systems';

describe('each documented request of the merchant API', () => {
  // No token begins or ends a session, sees people or a platform: services/intake-api/test/auth/session.int.test.ts does.
  const ofSessions = /^\/v1\/(people|session\/platform)/;
  const byCredentials = merchantApi.requests.filter(
    ({ path, method }) => !ofSessions.test(path) && (!path.startsWith('/v1/session') || method === 'GET'),
  );
  const provideStore = async (merchant: Merchant) => {
    const body = merchantApi.requests.find(({ id }) => id === 'putStore')?.body as object;
    expectSuccess(await merchant.call('/v1/stores/main', { method: 'PUT', body }));
    return 'main';
  };

  const provideClient = async (merchant: Merchant) => {
    const answer = await merchant.call('/v1/oauth-clients', { method: 'POST', body: { name: 'till' } });
    return String(expectSuccess(answer)['client_id']);
  };

  it.concurrent.each(named(byCredentials))('succeeds, with an answer as documented: %s', async (_title, request) => {
    const mode = request.path.startsWith('/v1/sandbox/') ? 'sandbox' : 'live';
    const merchant = await createMerchant({ webhookUrl: serverFor(request), mode });
    const id = await provideId(merchant, request.path);
    const query = request.query.includes('q') ? `?q=${await createOrder(merchant)}` : '';
    const ref = request.path.includes('{ref}') ? await provideStore(merchant) : '';
    const client = request.path.includes('{client_id}') ? await provideClient(merchant) : '';
    const known = { id, ref, client_id: client, problem_id: '1', reference: 'kitchen' };
    const path = Object.entries(known).reduce(
      (filled, [name, value]) => filled.replace(`{${name}}`, value),
      request.path,
    );
    const answer = await merchant.call(path + query, {
      method: request.method,
      body: await withDeliveries(merchant, request.body),
    });
    expectSuccess(answer);
    expect(merchantApi.findAnswerFaults(request.id, answer)).toEqual([]);
  });
});

describe('each webhook', () => {
  it('has the documented body and headers, of every event', async () => {
    const own = await startEndpointServer();
    const merchant = await createMerchant({ webhookUrl: own.url });
    const orderId = await createOrder(merchant);
    expectSuccess(await merchant.ready(orderId));
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

describe('each documented request of the operator API', () => {
  const provideOrder = async () => {
    const merchant = await createMerchant();
    const orderId = await createOrder(merchant);
    expectSuccess(await merchant.ready(orderId));
    return orderId;
  };
  const provideToken = async (merchantId: string) => {
    const { tokens } = expectSuccess(await product.operator.call(`/operator/v1/merchants/${merchantId}`));
    return (tokens as { id: string }[])[0]!.id;
  };
  const provideDeadLetter = async () => {
    const messageId = randomUUID();
    const message = { exchange: exchanges.orders, routingKey: 'order.submitted', body: 'not JSON', messageId };
    await publishMessages(product.rabbitmqUrl, [message]);
    return pollUntil(
      'a dead letter',
      async () => (await product.operator.deadLetters()).find(({ message_id: id }) => id === messageId)?.id,
    );
  };
  /** As if the database took too long for it: written where such a message waits, to be tried again much later. */
  const provideSetAside = async (merchant: Merchant) => {
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
  const provideFinalOrder = async () => {
    const merchant = await createMerchant();
    const orderId = await createOrder(merchant);
    expectSuccess(await product.operator.status(orderId, 'canceled'));
    return orderId;
  };
  const provideSession = async () => {
    const body = { token: product.operator.token };
    const signedIn = await product.operator.call('/operator/v1/session', { method: 'POST', body });
    const [cookie = ''] = (signedIn.headers.get('set-cookie') ?? '').split(';');
    const listed = await callJson(`${product.url('order-state')}/operator/v1/sessions`, { headers: { cookie } });
    const sessions = expectSuccess(listed)['data'] as { id: string; current: boolean }[];
    return String(sessions.find(({ current }) => current)?.id);
  };
  const providePortalSession = async ({ id, key, token }: Merchant) => {
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ key, token }),
    };
    expect((await fetch(`${product.url('intake-api')}/v1/session`, init)).status).toBe(200);
    return String(firstIdOf(await product.operator.call(`/operator/v1/merchants/${id}/portal-sessions`)));
  };
  const provideErasure = async () => {
    const body = { ...asked, order_id: await provideFinalOrder() };
    return idOf(await product.operator.call('/operator/v1/erasures', { method: 'POST', body }));
  };
  /** The requester and the reason, as in the document's own example. */
  const asked = operatorApi.requests.find(({ title }) => title === 'requestErasure: order')?.body as object;
  const provideExternalId = async (merchant: Merchant) => {
    const order = buildOrder();
    expectSuccess(await merchant.create(order));
    return order.external_id;
  };

  const systems = new Map<string, CourierSystem>();
  const provideCourierSystem = async ({ id }: Merchant) => {
    const known = systems.get(id) ?? (await product.createCourierSystem({ merchants: [id] }));
    systems.set(id, known);
    return known;
  };
  const provideCourierToken = async (merchant: Merchant) => {
    const path = `${courierSystems}/${(await provideCourierSystem(merchant)).id}/tokens`;
    return idOf(await product.operator.call(path, { method: 'POST' }));
  };

  const platforms = new Map<string, { id: string; tokenId: string }>();
  const providePlatform = async ({ id: merchantId }: Merchant) => {
    const known = platforms.get(merchantId);
    if (known) return known;
    const { id, tokens } = await product.createPlatform({ name: `Pedidos ${merchantId}` });
    const made = { id, tokenId: String(tokens[0]?.id) };
    platforms.set(merchantId, made);
    return made;
  };

  const fill = async (merchant: Merchant, request: DocumentedRequest): Promise<string> => {
    const { path, query } = request;
    const values: Record<string, () => Promise<string>> = {
      merchant_id: () => Promise.resolve(merchant.id),
      owner_id: () => Promise.resolve(merchant.id),
      order_id: () => (path.includes('{problem_id}') ? createOrderWithProblem(merchant) : provideOrder()),
      problem_id: () => Promise.resolve('1'),
      token_id: async () => {
        if (path.includes('platforms')) return (await providePlatform(merchant)).tokenId;
        return path.includes('courier') ? provideCourierToken(merchant) : provideToken(merchant.id);
      },
      platform_id: async () => (await providePlatform(merchant)).id,
      courier_system_id: async () => (await provideCourierSystem(merchant)).id,
      endpoint_id: () => Promise.resolve(merchant.endpoint!.id),
      delivery_id: async () =>
        path.endsWith('/send-now') ? createRefusedDelivery(merchant) : createDelivery(merchant),
      replay_id: () => createReplay(merchant),
      dead_letter_id: provideDeadLetter,
      set_aside_id: () => provideSetAside(merchant),
      erasure_id: provideErasure,
      person_id: async () => {
        const body = { email: 'rui@example.com', role: 'full', language: 'en' };
        return idOf(await product.operator.call(`/operator/v1/owners/${merchant.id}/people`, { method: 'POST', body }));
      },
      client_id: async () => {
        const path = `/operator/v1/merchants/${merchant.id}/oauth-clients`;
        const answer = await product.operator.call(path, { method: 'POST', body: { name: 'till' } });
        return String(expectSuccess(answer)['client_id']);
      },
      session_id: () => (path.includes('portal') ? providePortalSession(merchant) : provideSession()),
      external_id: () => provideExternalId(merchant),
      q: () => createOrder(merchant),
    };
    let filled = path;
    for (const [, name = ''] of path.matchAll(/\{(\w+)\}/g))
      filled = filled.replace(`{${name}}`, await values[name]!());
    const parameters = new URLSearchParams();
    for (const name of query) parameters.set(name, await values[name]!());
    return parameters.size > 0 ? `${filled}?${parameters.toString()}` : filled;
  };
  /** With existing ids in place of the example's. */
  const fillBody = async (merchant: Merchant, request: DocumentedRequest): Promise<unknown> => {
    const { body } = request;
    if (typeof body !== 'object' || body === null) return body;
    if ('order_id' in body) return { ...body, order_id: await provideFinalOrder() };
    if ('merchants' in body && Array.isArray(body.merchants))
      return { ...body, mode: 'live', merchants: [merchant.id] };
    if ('scopes' in body && 'name' in body) return { ...body, name: `Pedidos of ${merchant.id}` };
    if ('dead_letter_id' in body) return { ...body, dead_letter_id: await provideDeadLetter() };
    return withDeliveries(merchant, body);
  };

  const session = '/operator/v1/session';
  /** Without the redirects to the identity provider: they need a configured one, and order-state's tests cover them. */
  const byBearer = operatorApi.requests.filter(({ path }) => path !== session && !path.startsWith(`${session}/oidc`));

  it('succeeds, with an answer as documented: those of a session, by cookie', async () => {
    const call = async (id: string, method: string, headers: Record<string, string>, body?: object) => {
      const url = product.url('order-state') + session;
      const response = await fetch(url, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
      const answer = { status: response.status, headers: response.headers, text: await response.text() };
      expect(answer.status).toBe(method === 'DELETE' ? 204 : 200);
      expect([id, operatorApi.findAnswerFaults(id, answer)]).toEqual([id, []]);
      return response.headers.get('set-cookie') ?? '';
    };
    const json = { 'content-type': 'application/json' };
    const [cookie = ''] = (await call('signIn', 'POST', json, { token: product.operator.token })).split(';');
    await call('getSession', 'GET', { cookie });
    expect(await call('signOut', 'DELETE', { cookie, 'sec-fetch-site': 'same-origin' })).toContain('Max-Age=0');
  });

  it.concurrent.each(named(byBearer))('succeeds, with an answer as documented: %s', async (_title, request) => {
    const merchant = await createMerchant({ webhookUrl: serverFor(request) });
    const answer = await product.operator.call(await fill(merchant, request), {
      method: request.method,
      body: await fillBody(merchant, request),
    });
    expectSuccess(answer);
    expect(operatorApi.findAnswerFaults(request.id, answer)).toEqual([]);
  });
});
