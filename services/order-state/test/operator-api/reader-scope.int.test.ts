import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { platformOwnerId } from '@delivery/contracts';
import { insertDeadLetters } from '../../src/dead-letters/queries.js';
import {
  type Apis,
  createMerchant,
  type Json,
  operatorReadToken,
  requestReady,
  startApis,
  submitOrder,
} from '../support/start-apis.js';

/** The text that no read-only answer may hold. Sown below into every place that may hold a customer's data. */
const word = 'CANARY';

let apis: Apis;
beforeAll(async () => {
  apis = await startApis();
});
afterAll(() => apis.stop());

type Schema = {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  additionalProperties?: Schema | boolean;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
};
type Operation = { responses: Record<string, { content?: Record<string, { schema: Schema }> }> };

const document = JSON.parse(
  readFileSync(new URL('../../../../docs/operator-openapi.json', import.meta.url), 'utf8'),
) as {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};
/** Redirects to the identity provider and back have no body. */
const isRedirect = ({ responses }: Operation): boolean => '302' in responses;
const reads = Object.entries(document.paths).flatMap(([path, { get }]) =>
  get && !isRedirect(get) ? [{ path, get }] : [],
);

/** Every member that may hold any text, as `parent/name`. */
const textsOf = (schema: Schema, name: string, parent: string, above: readonly string[] = []): string[] => {
  if (schema.$ref !== undefined) {
    const ref = schema.$ref.split('/').at(-1) ?? '';
    return above.includes(ref) ? [] : textsOf(document.components.schemas[ref] ?? {}, name, parent, [...above, ref]);
  }
  const { properties = {}, items, additionalProperties, anyOf = [], oneOf = [], allOf = [] } = schema;
  const below = [
    ...[...anyOf, ...oneOf, ...allOf].flatMap((one) => textsOf(one, name, parent, above)),
    ...Object.entries(properties).flatMap(([member, one]) => textsOf(one, member, name, above)),
    ...(items ? textsOf(items, name, parent, above) : []),
    ...(typeof additionalProperties === 'object' ? textsOf(additionalProperties, '*', name, above) : []),
  ];
  const isText = [schema.type].flat().includes('string') && !closed.some((keyword) => keyword in schema);
  return isText ? [...below, `${parent}/${name}`] : below;
};
const closed = ['enum', 'x-extensible-enum', 'const', 'format', 'pattern'];

/** Refused to read-only callers, so its answer is left out. */
const refused = '/operator/v1/orders/{order_id}/customer';

/** Known by its cookie alone. */
const session = '/operator/v1/session';

/** Fields that this service, a merchant or an operator wrote, and no customer or courier. */
const clear = [
  'attempts/error_code',
  'headers/*',
  // Of a sent request: without customers' data unless `customer_data=shown`, which is refused.
  '/body',
  'data/address',
  'data/code',
  'data/detail',
  'data/disabled_reason',
  'data/display_id',
  'data/error_code',
  'data/event',
  'data/external_id',
  'header/name',
  // Always the same text, in the place of its value.
  'header/value',
  'data/id',
  'kept/what',
  'kept/why',
  'data/last_error_code',
  'data/merchant_name',
  'data/message_id',
  'data/name',
  'platform/name',
  'data/queue',
  'data/reason',
  'data/requested_by',
  'data/state',
  'data/time_zone',
  'data/type',
  'data/url',
  'data/webhook_id',
  'data/what',
  '/disabled_reason',
  'held_endpoints/disabled_reason',
  'deliveries/event',
  'waits_for/detail',
  'deliveries/webhook_id',
  'endpoint/disabled_reason',
  'endpoint/url',
  'last_error/error_code',
  '/last_error_code',
  'last_fault/error_code',
  'last_fault/webhook_id',
  'last_test/error_code',
  'last_test/webhook_id',
  'log/reason',
  'log/what',
  '/name',
  '/next_cursor',
  'order/display_id',
  'order/external_id',
  'order/merchant_name',
  'order/merchant_time_zone',
  '/requested_by',
  '/time_zone',
  'tokens/last_four',
  '/url',
  'webhook_endpoints/disabled_reason',
  'webhook_endpoints/url',
  '/webhook_id',
];
/** The same, of one call alone. */
const clearIn: Readonly<Record<string, readonly string[]>> = {
  '/operator/v1/activity': ['actor/name', 'subject/id', 'subject/name', 'subject/type'],
  // `/`: the text of the CSV, with the same members as the entries of the JSON.
  '/operator/v1/activity/export': [
    '/',
    '/address',
    '/detail',
    '/merchant_name',
    '/reason',
    'actor/name',
    'subject/id',
    'subject/name',
    'subject/type',
  ],
  '/operator/v1/merchants': ['data/reference'],
  '/operator/v1/set-aside': ['data/merchant_id'],
  '/operator/v1/merchants/{merchant_id}': ['/reference', 'webhook_endpoints/name'],
  // Where couriers fetch orders.
  '/operator/v1/merchants/{merchant_id}/stores': [
    'address/state',
    'address/city',
    'address/neighborhood',
    'address/street',
    'address/number',
    'address/zip_code',
    'address/complement',
  ],
  // The code is free of customers' data by contract; the text beside it is not shown. Couriers' systems are companies.
  '/operator/v1/orders/{order_id}/lanes': [
    'courier_system/name',
    'endpoint/name',
    'given_back_by/name',
    'order/reason_code',
  ],
  '/operator/v1/session': ['/person'],
  '/operator/v1/session/options': ['oidc/name', 'oidc/url'],
  '/operator/v1/sessions': ['data/person'],
  '/operator/v1/search': ['endpoints/merchant_name', 'endpoints/name', 'endpoints/url', 'merchants/name'],
  '/operator/v1/status': [
    'concerns/queue',
    'concerns/service',
    'concerns/work',
    'held_endpoints/merchant_name',
    'held_endpoints/name',
    'held_endpoints/url',
    'open_breakers/merchant_name',
    'open_breakers/name',
    'open_breakers/url',
    'replicas/name',
    'replicas/stalled',
    'replicas/version',
  ],
  '/operator/v1/usage': ['data/reference'],
  // As of the activity's.
  '/operator/v1/usage/export': ['/', '/reference'],
};
const masked = ['response_excerpt', 'error_detail', 'tracking_url'];

/** An order with the word wherever a customer's data can be, and a merchant whose endpoint repeats it. */
const arrange = async () => {
  const url = 'https://hooks.example.com/orders';
  const { merchant_id: merchantId, webhook_endpoint } = await createMerchant(apis, {
    webhook_url: url,
    mode: 'sandbox',
  });
  const body = { name: 'Rui e Filhos', mode: 'sandbox', merchants: [merchantId] };
  const system = await apis.operator('POST', '/courier-systems', { body });
  expect(system.status).toBe(201);
  const courierSystemId = String(system.body.id);
  const told = { body: { url: 'https://hooks.example.com/couriers' } };
  expect((await apis.internal('POST', `/couriers/${courierSystemId}/webhook-endpoints`, told)).status).toBe(201);
  const { body: merchant } = await apis.operator('GET', `/merchants/${merchantId}`);
  const platformId = String(merchant.platform.id);
  await apis.pool.query(
    'update platforms set version = (select coalesce(max(version), 0) + 1000000 from platforms) where id = $1',
    [platformId],
  );
  const toldPlatform = { body: { url: 'https://hooks.example.com/platform' } };
  const ofPlatform = `/platforms/${platformId}/sandbox/webhook-endpoints`;
  expect((await apis.internal('POST', ofPlatform, toldPlatform)).status).toBe(201);
  const externalId = 'reader-1';
  const externalData = JSON.stringify({ note: word });
  const orderId = await submitOrder(apis, merchantId, externalId, { externalData });
  await apis.pool.query(
    `update orders set content = replace(replace(content::text, 'Pizza', $2), 'Augusta', $2)::json where id = $1`,
    [orderId, word],
  );
  await requestReady(apis, merchantId, orderId);
  const trackingUrl = `https://couriers.example.com/${word}`;
  await report(orderId, 'tracking-url', { tracking_url: trackingUrl });
  await report(orderId, 'status', { status: 'on_route_to_pickup' });
  await report(orderId, 'status', { status: 'on_route_to_delivery', reason: { code: 'late', message: word } });
  await apis.pool.query(
    `insert into all_attempts (delivery_id, generation, attempt, at, duration_ms, status_code, response_excerpt, error_detail, partition_day)
     select d.id, 1, 1, now(), 12, 500, $2, $2, o.partition_day
     from all_deliveries d join orders o on o.id = d.order_id where d.order_id = $1`,
    [orderId, word],
  );
  const endpointId = webhook_endpoint?.id ?? '';
  await apis.pool.query(
    `update endpoints set last_test = json_build_object('webhook_id', 'msg_1', 'at', $3::text,
       'status_code', 500, 'error_code', 'http_500', 'duration_ms', 1, 'response_excerpt', $2::text, 'error_detail', $2::text) where id = $1`,
    [endpointId, word, new Date().toISOString()],
  );
  const because = { by: 'Ana', reason: 'asked' };
  const range = { since: new Date(Date.now() - 60_000).toISOString(), until: new Date().toISOString() };
  /** The order's delivery to an owner of webhooks, and a replay of that one's. */
  const toldTo = async (ownerId: string, path: string) => {
    const { rows } = await apis.pool.query<{ id: string }>(
      'select id from all_deliveries where order_id = $1 and merchant_id = $2',
      [orderId, ownerId],
    );
    const replay = await apis.operator('POST', `${path}/webhook-replays`, { body: { ...range, ...because } });
    expect([replay.status, replay.text]).toEqual([202, expect.any(String)]);
    return { delivery_id: rows[0]?.id ?? '', replay_id: String(replay.body.id) };
  };
  const letter = {
    queue: 'order-state.orders',
    messageId: 'm-1',
    type: null,
    reason: 'no',
    detail: null,
    properties: {},
  };
  const message = { order_id: orderId, payload: { customer: { name: word }, items: [word] } };
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
      mode: 'sandbox',
    },
    told: {
      merchants: await toldTo(merchantId, `/merchants/${merchantId}`),
      'courier-systems': await toldTo(courierSystemId, `/courier-systems/${courierSystemId}`),
      platforms: await toldTo(platformOwnerId(platformId, 'sandbox'), `/platforms/${platformId}/modes/sandbox`),
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

describe('The token that may only read', () => {
  it('[P8] is shown no text that a customer, a courier or a receiver wrote, by any call that reads', async () => {
    const ids = await arrange();
    const told: Readonly<Record<string, object>> = ids.told;
    const shown: Record<string, Json> = {};
    for (const { path } of reads) {
      const below = path.replace('/operator/v1', '');
      const params: Record<string, string> = { ...ids.params, ...told[below.split('/')[1] ?? ''] };
      const filled = below.replaceAll(/\{(\w+)\}/g, (_all, name: string) => params[name] ?? '');
      const target = `${filled}${queries[path]?.(ids) ?? ''}`;
      const all = await apis.operator('GET', target);
      const read = await apis.operator('GET', target, { headers: { authorization: `Bearer ${operatorReadToken}` } });
      expect([path, all.status]).toEqual([path, path === session ? 401 : 200]);
      shown[path] = { all: all.text.includes(word), read: read.text.includes(word) };
    }
    const places = Object.entries(shown);
    expect(places.filter(([, { read }]) => read).map(([path]) => path)).toEqual([]);
    // Sown where it says: with the other token the word is there.
    expect(
      places
        .filter(([, { all }]) => all)
        .map(([path]) => path)
        .sort(),
    ).toEqual([
      '/operator/v1/courier-systems/{courier_system_id}/webhook-deliveries/{delivery_id}',
      '/operator/v1/endpoints/{endpoint_id}',
      '/operator/v1/merchants/{merchant_id}',
      '/operator/v1/merchants/{merchant_id}/webhook-deliveries/{delivery_id}',
      '/operator/v1/orders/{order_id}/customer',
      '/operator/v1/orders/{order_id}/lanes',
      '/operator/v1/orders/{order_id}/timeline',
      '/operator/v1/platforms/{platform_id}/modes/{mode}/webhook-deliveries/{delivery_id}',
    ]);
  });

  it('is shown that a text is masked, and not that it is absent', async () => {
    const { params, told } = await arrange();
    const path = `/merchants/${params.merchant_id}/webhook-deliveries/${told.merchants.delivery_id}`;
    const read = await apis.operator('GET', path, { headers: { authorization: `Bearer ${operatorReadToken}` } });
    const { attempts } = z
      .object({
        attempts: z.array(z.object({ response_excerpt: z.string().nullable(), error_detail: z.string().nullable() })),
      })
      .parse(read.body);
    expect(attempts).toEqual([{ response_excerpt: '(masked)', error_detail: '(masked)' }]);
  });

  it('leaves no member of an answer undecided: each text is masked, or known to be no customer’s', () => {
    const texts = reads
      .filter(({ path }) => path !== refused)
      .flatMap(({ path, get }) =>
        Object.values(get.responses[200]?.content ?? {}).flatMap(({ schema }) =>
          textsOf(schema, '', '').map((text) => ({ path, text })),
        ),
      );
    const isDecided = ({ path, text }: { path: string; text: string }) =>
      clear.includes(text) || clearIn[path]?.includes(text) === true || masked.includes(text.split('/')[1] ?? '');
    expect(texts.filter((one) => !isDecided(one))).toEqual([]);
    expect(clear.filter((each) => !texts.some(({ text }) => text === each))).toEqual([]);
    for (const [place, members] of Object.entries(clearIn)) {
      const shown = texts.filter(({ path }) => path === place).map(({ text }) => text);
      expect([place, members.filter((each) => !shown.includes(each))]).toEqual([place, []]);
    }
  });
});
