import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type EndpointServer, startEndpointServer } from '@delivery/test-support';
import { createClient, type DeliveryClient, type Feed, type List } from '../src/index.js';
import { collect } from './collect.js';
import { newOrder } from './new-order.js';

const openApi = JSON.parse(readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<string, Record<string, { operationId: string }>>;
};
/** A program sends its credentials with each call. */
const ofPagesAlone = [
  ...['listPeople', 'invitePerson', 'changePerson', 'removePerson'],
  ...['signIn', 'askForLink', 'listMerchants', 'signOut'],
];
const documented = Object.entries(openApi.paths)
  .flatMap(([path, calls]) =>
    Object.entries(calls).map(([method, { operationId }]) => ({
      operationId,
      request: `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, '1')}${operationId === 'searchOrders' ? '?q=1' : ''}`,
    })),
  )
  .filter(({ operationId, request }) => !ofPagesAlone.includes(operationId) && !request.includes('/session/platform/'));

const first = async (list: Pick<List<unknown>, 'pages'> | Feed): Promise<void> => {
  for await (const _ of list.pages()) return;
};
const settings = { url: 'https://hooks.example.com/orders' };
const store = { name: 'Padaria', phone: '1130001000', address: newOrder().address };
/** Each call of the document, by the client. */
const calls: Record<string, (client: DeliveryClient) => Promise<unknown>> = {
  createOrder: ({ orders }) => orders.create(newOrder()),
  validateOrder: ({ orders }) => orders.validate(newOrder()),
  listOrders: ({ orders }) => first(orders.list()),
  getOrder: ({ orders }) => orders.get('1'),
  markOrderReady: ({ orders }) => orders.markReady('1'),
  changeOrder: ({ orders }) => orders.change('1', { items: null }),
  cancelOrder: ({ orders }) => orders.cancel('1'),
  answerProblem: ({ orders }) => orders.answerProblem('1', 1, { action: 'retry' }),
  listOrderEvents: ({ orders }) => first(orders.listEvents('1')),
  getOrderLanes: ({ orders }) => orders.lanes('1'),
  getOrderPosition: ({ orders }) => orders.position('1'),
  getOrderTimes: ({ orders }) => orders.times(),
  searchOrders: ({ orders }) => orders.search('1'),
  getSummary: (client) => client.summary(),
  getSession: (client) => client.session(),
  listEvents: ({ events }) => first(events.list()),
  getSandboxOrder: ({ sandbox }) => sandbox.order('1'),
  advanceSandboxOrder: ({ sandbox }) => sandbox.advance('1'),
  injectFault: ({ sandbox }) => sandbox.injectFault('1', 'gap'),
  getContacts: ({ contacts }) => contacts.get(),
  putContacts: ({ contacts }) => contacts.replace([{ email: 'ana@shop.example', language: 'en' }]),
  listOwnActivity: ({ activity }) => first(activity.list()),
  getSettings: ({ settings }) => settings.get(),
  changeSettings: ({ settings }) => settings.change({ time_zone: 'America/Sao_Paulo' }),
  listOAuthClients: ({ oauthClients }) => oauthClients.list(),
  createOAuthClient: ({ oauthClients }) => oauthClients.create('till'),
  deleteOAuthClient: ({ oauthClients }) => oauthClients.delete('1'),
  listStores: ({ stores }) => first(stores.list()),
  getStore: ({ stores }) => stores.get('1'),
  putStore: ({ stores }) => stores.put('1', store),
  deleteStore: ({ stores }) => stores.delete('1'),
  listWebhookEndpoints: ({ endpoints }) => first(endpoints.list()),
  createWebhookEndpoint: ({ endpoints }) => endpoints.create(settings),
  ensureWebhookEndpoint: ({ endpoints }) => endpoints.ensure('1', settings),
  getWebhookEndpoint: ({ endpoints }) => endpoints.get('1'),
  updateWebhookEndpoint: ({ endpoints }) => endpoints.update('1', { events: null }),
  deleteWebhookEndpoint: ({ endpoints }) => endpoints.delete('1'),
  testWebhookEndpoint: ({ endpoints }) => endpoints.test('1'),
  rotateWebhookSecret: ({ endpoints }) => endpoints.rotateSecret('1'),
  getWebhookKeys: ({ endpoints }) => endpoints.keys('1'),
  enableWebhookEndpoint: ({ endpoints }) => endpoints.enable('1'),
  getWaitingWebhooks: ({ endpoints }) => endpoints.waiting('1'),
  catchUpWebhookEndpoint: ({ endpoints }) => endpoints.catchUp('1'),
  getWebhookEndpointHistory: ({ endpoints }) => endpoints.history('1'),
  disableWebhookEndpoint: ({ endpoints }) => endpoints.disable('1'),
  pullWebhooks: ({ endpoints }) => endpoints.messages('1'),
  ackWebhooks: ({ endpoints }) => endpoints.ack('1', ['m']),
  listWebhookDeliveries: ({ deliveries }) => first(deliveries.list()),
  getWebhookDelivery: ({ deliveries }) => deliveries.get('1'),
  getWebhookDeliveryRequests: ({ deliveries }) => deliveries.requests('1'),
  sendWebhookDeliveryNow: ({ deliveries }) => deliveries.sendNow('1'),
  replayWebhookDelivery: ({ deliveries }) => deliveries.replay('1'),
  previewWebhookReplay: ({ replays }) => replays.preview({ delivery_ids: ['1'] }),
  createWebhookReplay: ({ replays }) =>
    replays.create({ since: '2026-01-31T18:00:00Z', until: '2026-01-31T19:00:00Z' }),
  listWebhookReplays: ({ replays }) => first(replays.list()),
  getWebhookReplay: ({ replays }) => replays.get('1'),
};

let server: EndpointServer;
let client: DeliveryClient;
beforeAll(async () => {
  server = await startEndpointServer();
  client = createClient({ baseUrl: server.origin, key: 'key_1', token: 'tok_1' });
});
afterAll(() => server.close());

describe('the client', () => {
  it('[P21] has every call of openapi.json, and no other', () => {
    expect(Object.keys(calls).sort()).toEqual(documented.map(({ operationId }) => operationId).sort());
  });

  it.each(documented)('sends $operationId as $request', async ({ operationId, request }) => {
    server.respondWith(() => ({ body: '{"data":[],"next_cursor":null}' }));
    await calls[operationId]?.(client);
    const { method, path } = server.requests.at(-1)!;
    expect(`${method} ${path}`).toBe(request);
  });
});

describe('an order of a sandbox merchant', () => {
  it('is created with the story that it is to go through, and without one by default', async () => {
    server.respondWith(() => ({ status: 201, body: '{"id":"1"}' }));
    await client.orders.create(newOrder(), { sandbox: { scenario: 'late', speed: 60, seed: 'monday' } });
    const reported = { 'sandbox-scenario': 'late', 'sandbox-speed': '60', 'sandbox-seed': 'monday' };
    expect(server.requests.at(-1)!.headers).toMatchObject(reported);
    await client.orders.create(newOrder());
    expect(Object.keys(server.requests.at(-1)!.headers).filter((name) => name.startsWith('sandbox-'))).toEqual([]);
  });
});

describe('events', () => {
  const pages: Record<string, object> = {
    '': { data: [1, 2], next_cursor: 'b', has_more: true },
    b: { data: [], next_cursor: 'c', has_more: true },
    c: { data: [3], next_cursor: 'd', has_more: false },
  };
  beforeEach(() =>
    server.respondWith(({ path }) => {
      const after = new URL(path, server.origin).searchParams.get('after') ?? '';
      return { body: JSON.stringify(pages[after]) };
    }),
  );

  it('are listed up to now, over empty pages, and say where to go on', async () => {
    expect(await collect(client.events.list({ events: ['status_changed', 'order_changed'] }, { pageSize: 7 }))).toEqual(
      [1, 2, 3],
    );
    expect(server.requests.at(-1)!.path).toBe('/v1/events?events=status_changed%2Corder_changed&limit=7&after=c');
    const cursors = (await collect(client.events.list({}, { after: 'b' }).pages())).map((page) => page.next_cursor);
    expect(cursors).toEqual(['c', 'd']);
  });

  it('are followed from one page to the next, each with its wait, until the loop is left', async () => {
    const seen: unknown[] = [];
    let cursor: string | undefined;
    for await (const page of client.events.follow({}, { after: 'b', wait: 7 }).pages()) {
      seen.push(...page.data);
      cursor = page.next_cursor;
      if (seen.length > 0) break;
    }
    expect([seen, cursor]).toEqual([[3], 'd']);
    expect(server.requests.at(-1)!.path).toBe('/v1/events?after=c&wait=7');
  });
});

describe('a list', () => {
  const pages: Record<string, object> = {
    '': { data: [1, 2], next_cursor: 'b' },
    b: { data: [], next_cursor: 'c' },
    c: { data: [3], next_cursor: null },
  };
  const servePages = (cursorName: string) =>
    server.respondWith(({ path }) => {
      const cursor = new URL(path, server.origin).searchParams.get(cursorName) ?? '';
      return { body: JSON.stringify(pages[cursor]) };
    });

  it('is every entry of every page, an empty one among them', async () => {
    servePages('cursor');
    expect(await collect(client.orders.list())).toEqual([1, 2, 3]);
    expect(await collect(client.orders.list({}, { cursor: 'c' }))).toEqual([3]);
    servePages('after');
    expect(await collect(client.orders.listEvents('1'))).toEqual([1, 2, 3]);
    expect(await collect(client.orders.listEvents('1', { after: 'b' }))).toEqual([3]);
  });

  it('reads a page only when it is asked for, and begins anew each time', async () => {
    servePages('cursor');
    const list = client.orders.list();
    const before = server.requests.length;
    await first(list);
    await first(list);
    expect(server.requests.length - before).toBe(2);
  });
});
