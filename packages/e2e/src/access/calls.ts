import { type ApiName, apis, type Call, isObject, type NamedSchemas } from '@delivery/contracts/calls';
import { readContractDocument } from '../contract-document.js';

/** Whose API a call belongs to. A till speaks Open Delivery, with a merchant's credentials. */
export const audiences = ['merchant', 'till', 'platform', 'courier', 'operator'] as const;
export type Audience = (typeof audiences)[number];

/** A declared call, as far as access to it goes. */
export type AccessCall = Pick<Call, 'id' | 'method' | 'path' | 'isOpen'> & {
  audience: Audience;
  /** An open call that answers a caller with a token otherwise. */
  knowsTokens?: boolean;
  /**
   * By audience: the right that the call needs, of a portal session, a platform's token or an operator.
   */
  rights: Readonly<Partial<Record<Audience, string>>>;
  /** The first body that its document shows. */
  exampleBody: unknown;
  /** Where it names types of events: a parameter of its query, or `body`. */
  eventsIn: string | undefined;
  /** Values of its path, none of which exists in the product under test. */
  unknown: Readonly<Record<string, string>>;
};

/** A poll takes its messages from every other poll, so it does not merely read. */
const isReading = ({ id, method, isRead }: Call): boolean => isRead ?? (method === 'GET' && id !== 'pullWebhooks');

const webhookTags = [
  'Activity',
  'Events',
  'Contacts',
  'Sandbox',
  'Webhook endpoints',
  'Webhook deliveries',
  'Webhook replays',
];

const rightOf: Readonly<Record<ApiName, (call: Call) => string>> = {
  merchant: (call) => {
    if (call.tag === 'People') return 'people';
    return isReading(call) ? 'read' : 'full';
  },
  platform: (call) =>
    `${webhookTags.includes(call.tag) ? 'webhooks' : 'merchants'}:${isReading(call) ? 'read' : 'write'}`,
  courier: () => 'courier',
  operator: ({ role }) => role ?? 'session',
};

const apiNames = ['merchant', 'platform', 'courier', 'operator'] as const;

const rightsOf = ({ method, path }: Call): AccessCall['rights'] =>
  Object.fromEntries(
    apiNames.flatMap((api) =>
      Object.values(apis[api].calls)
        .filter((call) => call.method === method && call.path === path)
        .map((call) => [api, rightOf[api](call)]),
    ),
  );

const eventsIn = ({ query, body }: Call, schemas: NamedSchemas): string | undefined => {
  const schema = body && schemas[body.schema];
  if (schema && 'shape' in schema && isObject(schema.shape) && 'events' in schema.shape) return 'body';
  return Object.keys(query?.shape ?? {}).find((name) => name === 'event' || name === 'events');
};

const callsOf = (audience: ApiName): AccessCall[] =>
  Object.values(apis[audience].calls).map((call) => ({
    ...call,
    audience,
    rights: rightsOf(call),
    eventsIn: eventsIn(call, apis[audience].schemas),
    exampleBody: Object.values(call.body?.examples ?? {})[0]?.value,
    unknown: unknownOf(call),
  }));

/** The documents' examples have the form of ids, and were never given to anything here. */
const unknownOf = ({ path, parameters = [] }: Call): AccessCall['unknown'] =>
  Object.fromEntries(
    namesIn(path).map((name) => {
      const example = parameters.find((parameter) => parameter['name'] === name)?.['example'];
      if (typeof example !== 'string') throw new Error(`${path}: ${name} has no example`);
      return [name, example];
    }),
  );

const namesIn = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

const openTillCalls = ['getToken', 'logisticsAvailability'];

/** Its document is the declaration. */
const tillCalls = (): AccessCall[] => {
  const { requests } = readContractDocument('open-delivery-openapi.json');
  const firsts = new Map(requests.toReversed().map((request) => [request.id, request]));
  return [...firsts.values()].toReversed().map(({ id, method, path, body }) => ({
    audience: 'till',
    id,
    method: method === 'GET' ? 'GET' : 'POST',
    path: `/open-delivery/1.7.1${path}`,
    ...(openTillCalls.includes(id) && { isOpen: true }),
    ...(id === 'logisticsAvailability' && { knowsTokens: true }),
    rights: { till: method === 'GET' ? 'read' : 'full' },
    eventsIn: undefined,
    exampleBody: body,
    unknown: { orderId: 'unknown' },
  }));
};

/** Every declared call of the public APIs, in the order of their documents: shared ones once for each owner. */
export const accessCalls: readonly AccessCall[] = apiNames.flatMap((api) => [
  ...callsOf(api),
  ...(api === 'merchant' ? tillCalls() : []),
]);

/** @param values of the path, by the names of its parameters */
export const fillPath = (path: string, values: Readonly<Record<string, string>>): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? name));

/** The `code` of a problem; an answer that is no problem has none. */
export const codeOf = (text: string): string | undefined => {
  const body: unknown = text.startsWith('{') ? JSON.parse(text) : {};
  return isObject(body) && typeof body['code'] === 'string' ? body['code'] : undefined;
};
