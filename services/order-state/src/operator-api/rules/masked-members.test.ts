import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';

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

type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

const readDocument = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../../../../docs/${name}.json`, import.meta.url), 'utf8')) as Document;
const document = readDocument('operator-openapi');
const ownersDocuments = ['openapi', 'platform-openapi', 'courier-openapi'].map(readDocument);

/** Redirects to the identity provider and back have no body. */
const isRedirect = ({ responses }: Operation): boolean => '302' in responses;
/** The answer of an owner's call has the schema of the owner's document. */
const readsOf = (path: string, { get }: Record<string, Operation>) => {
  if (!get || isRedirect(get)) return [];
  if (!path.startsWith('/operator/v1/owners/')) return [{ path, get, document }];
  const ownPath = path.replace('/operator/v1/owners/{owner_id}', '/v1').replace(/\{\w+\}/, '{id}');
  const reads = ownersDocuments.flatMap((owners) => {
    const own = owners.paths[ownPath]?.['get'];
    return own ? [{ path, get: own, document: owners }] : [];
  });
  if (reads.length === 0) throw new Error(`no owner has ${ownPath}`);
  return reads;
};
const reads = Object.entries(document.paths).flatMap(([path, operations]) => readsOf(path, operations));

type Place = { name: string; parent: string; above: readonly string[] };

/** Every member that may hold any text, as `parent/name`. */
const textsOf = (document: Document, schema: Schema, { name, parent, above }: Place): string[] => {
  if (schema.$ref !== undefined) {
    const ref = schema.$ref.split('/').at(-1) ?? '';
    const schemas = document.components.schemas;
    return above.includes(ref) ? [] : textsOf(document, schemas[ref] ?? {}, { name, parent, above: [...above, ref] });
  }
  const { properties = {}, items, additionalProperties, anyOf = [], oneOf = [], allOf = [] } = schema;
  const alike = (one: Schema) => textsOf(document, one, { name, parent, above });
  const within = (one: Schema, member: string) => textsOf(document, one, { name: member, parent: name, above });
  const below = [
    ...[...anyOf, ...oneOf, ...allOf, ...(items ? [items] : [])].flatMap(alike),
    ...Object.entries(properties).flatMap(([member, one]) => within(one, member)),
    ...(typeof additionalProperties === 'object' ? within(additionalProperties, '*') : []),
  ];
  const isText = [schema.type].flat().includes('string') && !closed.some((keyword) => keyword in schema);
  return isText ? [...below, `${parent}/${name}`] : below;
};
const closed = ['enum', 'x-extensible-enum', 'const', 'format', 'pattern'];

/** Refused to read-only callers, so its answer is left out. */
const refused = '/operator/v1/orders/{order_id}/customer';

/** Fields that this service, a merchant or an operator wrote, and no customer or courier. */
const clear = [
  'attempts/error_code',
  'headers/*',
  // A sent request: without customers' data unless `customer_data=shown`, which is refused.
  '/body',
  'data/address',
  'data/code',
  'config/*',
  'data/version',
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
  '/display_id',
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
/** The author, subject and settings of a change, which are no customer’s. */
const activity = [
  'actor/name',
  'changes/after',
  'changes/before',
  'changes/name',
  'credential/id',
  'subject/id',
  'subject/name',
  'subject/type',
];
/** For one call only. */
const clearIn: Readonly<Record<string, readonly string[]>> = {
  // `/`: the text of the CSV, with the same members as the entries of the JSON.
  '/operator/v1/activity': ['/', ...activity],
  '/operator/v1/endpoints/{endpoint_id}/waiting': ['endpoints/url'],
  '/operator/v1/merchants': ['data/reference'],
  '/operator/v1/owners/{owner_id}/people': ['data/invited_by'],
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
  '/operator/v1/merchants/{merchant_id}/order-times': ['/', 'data/group'],
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
  '/operator/v1/usage': ['/', 'data/reference'],
};
const masked = ['email', 'response_excerpt', 'error_detail', 'tracking_url'];

it('leaves no member of an operator’s answer undecided: each text is masked, or known to be no customer’s', () => {
  const texts = reads
    .filter(({ path }) => path !== refused)
    .flatMap(({ path, get, document }) =>
      Object.values(get.responses[200]?.content ?? {}).flatMap(({ schema }) =>
        textsOf(document, schema, { name: '', parent: '', above: [] }).map((text) => ({ path, text })),
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
