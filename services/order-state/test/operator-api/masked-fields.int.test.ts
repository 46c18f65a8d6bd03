import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { type OperatorRole, platformOwnerId } from '@delivery/contracts';
import { type Call, operatorCalls } from '@delivery/contracts/calls';
import {
  cookiesOf,
  goToProvider,
  type Jar,
  startIdentityProvider,
  type TestIdentityProvider,
  visit,
} from '@delivery/test-support/identity-provider';
import { insertDeadLetters } from '../../src/dead-letters/queries.js';
import { createIdentityProvider } from '../../src/operator-api/identity-provider.js';
import { accept } from '../support/courier-world.js';
import { givePlatformCalls } from '../support/ledger-world.js';
import { messageOf } from '../support/messages.js';
import {
  type Apis,
  createCourierSystem,
  createMerchant,
  operatorReadToken,
  operatorToken,
  orderContent,
  requestReady,
  startApis,
  submitOrder,
} from '../support/start-apis.js';

const redirectUri = 'http://console.example.com/operator/v1/session/oidc/callback';

let provider: TestIdentityProvider;
let apis: Apis;
let ids: Awaited<ReturnType<typeof arrange>>;
beforeAll(async () => {
  provider = await startIdentityProvider(redirectUri);
  const { issuer, clientId, clientSecret } = provider;
  const settings = { issuer, clientId, clientSecret, redirectUri, rolesClaim: 'roles', scope: 'openid email' };
  apis = await startApis({ identityProvider: createIdentityProvider(settings) });
  ids = await arrange();
});
afterAll(() => apis.stop());
afterAll(() => provider.close());

/** The place of each recognisable text, by the text. */
const sown = new Map<string, string>();

/** A text that occurs nowhere else. Phones are made of digits alone. */
const sow = (place: string): string => {
  const text = place.endsWith('phone') ? `551190000${1_000 + sown.size}` : `word-${sown.size}-word`;
  sown.set(text, place);
  return text;
};

const sowAll = (value: unknown, place: string): unknown => {
  if (typeof value === 'string') return sow(place);
  if (Array.isArray(value)) return value.map((one) => sowAll(one, place));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, sowAll(one, `${place}.${name}`)]));
};

const placesIn = (text: string): string[] =>
  [...new Set([...sown].flatMap(([word, place]) => (text.includes(word) ? [place] : [])))].sort();

/** Redirects to the identity provider and back have no body. */
const reads = Object.values<Call>(operatorCalls).filter(({ method, answers }) => method === 'GET' && !(302 in answers));

/** Every text of an order that may name a person or a home. */
const personal = () => {
  const { customer, address, items } = orderContent('');
  const { country, coordinates, ...place } = address;
  const line = { description: '', notes: '' };
  const whole = { ...place, neighborhood: '', zip_code: '', complement: '' };
  return {
    customer: sowAll(customer, 'customer'),
    address: { ...Object.assign({}, sowAll(whole, 'address')), country, coordinates },
    items: items.map(({ quantity }) => ({
      ...Object.assign({}, sowAll(line, 'items')),
      quantity,
      sub_items: [{ ...Object.assign({}, sowAll(line, 'items.sub_items')), quantity }],
    })),
    extras: sowAll({ origin: '', localizer: '' }, 'extras'),
  };
};

/** An order with a word in each place that may hold a person's data, and receivers that repeat words. */
const arrange = async () => {
  const url = 'https://hooks.example.com/orders';
  const { merchant_id: merchantId, webhook_endpoint } = await createMerchant(apis, {
    webhook_url: url,
    mode: 'sandbox',
    events: ['status_changed', 'tracking_url_added', 'courier_assigned'],
  });
  const courierSystemId = await createCourierSystem(apis, [merchantId], 'sandbox');
  const noted = { body: { url: 'https://hooks.example.com/couriers' } };
  expect((await apis.internal('POST', `/couriers/${courierSystemId}/webhook-endpoints`, noted)).status).toBe(201);
  const { body: merchant } = await apis.operator('GET', `/merchants/${merchantId}`);
  const platformId = String(merchant.platform.id);
  await givePlatformCalls(apis.pool, merchantId);
  const toldPlatform = { body: { url: 'https://hooks.example.com/platform' } };
  const ofPlatform = `/platforms/${platformId}/sandbox/webhook-endpoints`;
  expect((await apis.internal('POST', ofPlatform, toldPlatform)).status).toBe(201);
  const externalId = 'reader-1';
  const externalData = JSON.stringify({ note: sow('external_data') });
  const orderId = await submitOrder(apis, merchantId, externalId, { externalData });
  await apis.pool.query('update orders set content = (content::jsonb || $2::jsonb)::json where id = $1', [
    orderId,
    JSON.stringify(personal()),
  ]);
  await requestReady(apis, merchantId, orderId);
  await apis.applyMessage(accept(courierSystemId, orderId));
  const named = { courier: { name: sow('courier.name'), phone: sow('courier.phone'), vehicle: 'car' } };
  const naming = { type: 'courier.reported', courier_system_id: courierSystemId, payload: named };
  await apis.applyMessage(messageOf(orderId, naming));
  const trackingUrl = `https://couriers.example.com/${sow('tracking_url')}`;
  await report(orderId, 'tracking-url', { tracking_url: trackingUrl });
  await report(orderId, 'status', { status: 'on_route_to_pickup' });
  await report(orderId, 'status', {
    status: 'on_route_to_delivery',
    reason: { code: 'late', message: sow('reason.message') },
  });
  await apis.pool.query(
    `insert into all_attempts (delivery_id, generation, attempt, at, duration_ms, status_code, response_excerpt, error_detail, partition_day)
     select d.id, 1, 1, now(), 12, 500, $2, $3, o.partition_day
     from all_webhook_deliveries d join orders o on o.id = d.order_id where d.order_id = $1`,
    [orderId, sow('attempts.response_excerpt'), sow('attempts.error_detail')],
  );
  const endpointId = webhook_endpoint?.id ?? '';
  await apis.pool.query(
    `update endpoints set last_test = json_build_object('webhook_id', 'msg_1', 'at', $3::text,
       'status_code', 500, 'error_code', 'http_500', 'duration_ms', 1, 'response_excerpt', $2::text, 'error_detail', $4::text) where id = $1`,
    [endpointId, sow('last_test.response_excerpt'), new Date().toISOString(), sow('last_test.error_detail')],
  );
  for (const owner of [merchantId, platformOwnerId(platformId, 'sandbox')]) {
    const contacts = { contacts: [{ email: `${sow('contacts.email')}@example.com`, language: 'pt' }] };
    expect((await apis.operator('PUT', `/owners/${owner}/contacts`, { body: contacts })).status).toBe(200);
    await apis.pool.query(`insert into people (owner_id, email, role, invited_at) values ($1, $2, 'full', now())`, [
      owner,
      sow('people.email'),
    ]);
  }
  const because = { by: 'Ana', reason: 'asked' };
  const range = { since: new Date(Date.now() - 60_000).toISOString(), until: new Date().toISOString() };
  /** The order's last delivery to an owner of webhooks, and a replay of that one's. */
  const toldTo = async (ownerId: string) => {
    const { rows } = await apis.pool.query<{ id: string }>(
      'select id from all_webhook_deliveries where order_id = $1 and owner_id = $2 order by id desc',
      [orderId, ownerId],
    );
    const replay = await apis.operator('POST', `/owners/${ownerId}/webhook-replays`, {
      body: { ...range, ...because },
    });
    expect([replay.status, replay.text]).toEqual([202, expect.any(String)]);
    return { owner_id: ownerId, delivery_id: rows[0]?.id ?? '', replay_id: String(replay.body.id) };
  };
  const letter = {
    queue: 'order-state.orders',
    messageId: 'm-1',
    type: null,
    reason: 'no',
    detail: null,
    properties: {},
  };
  const message = {
    order_id: orderId,
    payload: { customer: { name: sow('dead letter') }, items: [sow('dead letter')] },
  };
  await insertDeadLetters(apis.pool, [{ ...letter, body: Buffer.from(JSON.stringify(message)), atMs: Date.now() }]);
  const letters = await apis.operator('GET', '/dead-letters');
  const erased = await submitOrder(apis, merchantId, 'reader-2');
  const erasure = await apis.operator('POST', '/erasures', { body: { ...because, order_id: erased, force: true } });
  expect([erasure.status, erasure.text]).toEqual([201, expect.any(String)]);
  return {
    externalId,
    params: {
      merchant_id: merchantId,
      dead_letter_id: String(letters.body.data[0].id),
      erasure_id: String(erasure.body.id),
      order_id: orderId,
      endpoint_id: endpointId,
      courier_system_id: courierSystemId,
      platform_id: platformId,
    },
    noted: {
      merchant: await toldTo(merchantId),
      courier: await toldTo(courierSystemId),
      platform: await toldTo(platformOwnerId(platformId, 'sandbox')),
    },
  };
};

const report = async (orderId: string, what: string, body: object): Promise<void> => {
  const answer = await apis.operator('POST', `/orders/${orderId}/${what}`, { body });
  expect([what, answer.status, answer.text]).toEqual([what, 200, expect.any(String)]);
};

const queries: Readonly<Record<string, (ids: { externalId: string }) => string>> = {
  '/operator/v1/orders': ({ externalId }) => `?external_id=${externalId}`,
  '/operator/v1/search': ({ externalId }) => `?q=${externalId}`,
};

const signInAs = async (...roles: OperatorRole[]) => {
  const place = { origin: apis.url, redirectUri };
  provider.signInAs({ sub: roles.join(), email: 'ana@example.com', roles });
  const jar: Jar = new Map();
  await visit(jar, await goToProvider(jar, provider.issuer, place), place);
  return { cookie: cookiesOf(jar) };
};

const withToken = (token: string) => Promise.resolve({ authorization: `Bearer ${token}` });

type Caller = { headers: () => Promise<Record<string, string>>; sees: 'all' | string[] };

/** Each caller with the places that it may be shown; `all`: every place that any answer shows. */
const callers: Readonly<Record<string, Caller>> = {
  'the token': { headers: () => withToken(operatorToken), sees: 'all' },
  'the reading token': { headers: () => withToken(operatorReadToken), sees: [] },
  look: { headers: () => signInAs('look'), sees: [] },
  act: { headers: () => signInAs('act'), sees: [] },
  administer: { headers: () => signInAs('administer'), sees: ['contacts.email', 'people.email'] },
  customers_data: { headers: () => signInAs('customers_data'), sees: 'all' },
};

const attempts = ['attempts.error_detail', 'attempts.response_excerpt'];
const sentBody = ['external_data', 'tracking_url'];

/** The places that each call shows to a caller with `customers_data`. A call that is not here shows none. */
const shownBy: Readonly<Record<string, readonly string[]>> = {
  '/endpoints/{endpoint_id}': ['last_test.error_detail', 'last_test.response_excerpt'],
  '/merchants/{merchant_id}': ['last_test.error_detail', 'last_test.response_excerpt'],
  '/orders/{order_id}/customer': [
    'address.city',
    'address.complement',
    'address.neighborhood',
    'address.number',
    'address.state',
    'address.street',
    'address.zip_code',
    'customer.name',
    'customer.phone',
    'external_data',
    'items.description',
    'items.notes',
    'reason.message',
    'tracking_url',
  ],
  '/orders/{order_id}/lanes': attempts,
  '/orders/{order_id}/timeline': ['tracking_url'],
  '/owners/merchant/contacts': ['contacts.email'],
  '/owners/platform/contacts': ['contacts.email'],
  '/owners/merchant/people': ['people.email'],
  '/owners/platform/people': ['people.email'],
  '/owners/merchant/webhook-deliveries/{delivery_id}': attempts,
  '/owners/platform/webhook-deliveries/{delivery_id}': attempts,
  '/owners/courier/webhook-deliveries/{delivery_id}': attempts,
  '/owners/merchant/webhook-deliveries/{delivery_id}/requests?customer_data=shown': sentBody,
  '/owners/platform/webhook-deliveries/{delivery_id}/requests?customer_data=shown': sentBody,
};

/** Each call that reads, about what `arrange` has made, for each owner, and once more where customers' data is asked for. */
const targetsOf = ({ params, noted, externalId }: typeof ids): { path: string; target: string }[] =>
  reads.flatMap(({ path }) => {
    const isOwners = path.includes('{owner_id}');
    const owners = Object.entries(noted).filter(([kind]) => kind !== 'courier' || !/\/(contacts|people)$/.test(path));
    return (isOwners ? owners : [['', {}] as const]).flatMap(([kind, ofOwner]) => {
      const known: Record<string, string> = { ...params, ...ofOwner };
      const below = path.replace('/operator/v1', '').replace('{owner_id}', kind);
      const target = path.replaceAll(/\{(\w+)\}/g, (_all, parameter: string) => known[parameter] ?? '');
      const targets = [{ path: below, target: target + (queries[path]?.({ externalId }) ?? '') }];
      const asking = '?customer_data=shown';
      return path.endsWith('/requests') ? [...targets, { path: below + asking, target: target + asking }] : targets;
    });
  });

describe('Roles', () => {
  it.each(Object.entries(callers))(
    '[P8] %s: what a customer, a courier or a receiver wrote is shown as far as they go, by each call that reads',
    async (_name, { headers: headersOf, sees }) => {
      const headers = await headersOf();
      const isSeen = (place: string) => sees === 'all' || sees.includes(place);
      const found: Record<string, string[]> = {};
      for (const { path, target } of targetsOf(ids)) {
        const answer = await fetch(apis.url + target, { headers });
        const isAsking = path === '/orders/{order_id}/customer' || path.includes('?customer_data=shown');
        const ofCookie = path === '/session' && !('cookie' in headers) ? 401 : 200;
        expect([path, answer.status]).toEqual([path, isAsking && sees !== 'all' ? 403 : ofCookie]);
        const places = placesIn(await answer.text());
        if (places.length > 0) found[path] = places;
      }
      const expected = Object.entries(shownBy).map(([path, places]) => [path, places.filter(isSeen)] as const);
      expect(found).toEqual(Object.fromEntries(expected.filter(([, places]) => places.length > 0)));
    },
  );

  it('is shown that a text is masked, and not that it is absent', async () => {
    const { merchant } = ids.noted;
    const path = `/owners/${merchant.owner_id}/webhook-deliveries/${merchant.delivery_id}`;
    const read = await apis.operator('GET', path, { headers: await withToken(operatorReadToken) });
    const { attempts } = z
      .object({
        attempts: z.array(z.object({ response_excerpt: z.string().nullable(), error_detail: z.string().nullable() })),
      })
      .parse(read.body);
    expect(attempts).toEqual([{ response_excerpt: '(masked)', error_detail: '(masked)' }]);
  });

  it('is shown a masked address in the declared shape of a contact', async () => {
    const headers = await withToken(operatorReadToken);
    const read = await apis.operator('GET', `/owners/${ids.noted.merchant.owner_id}/contacts`, { headers });
    expect(read.body).toMatchObject({ contacts: [{ email: '(masked)', language: 'pt' }] });
  });
});
