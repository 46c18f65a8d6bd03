import {
  clientAddressHeader,
  deliveryListQuerySchema,
  historyQuerySchema,
  type MerchantMode,
  oauthClientIdSchema,
  orderEventListQuerySchema,
  orderListQuerySchema,
  pageQuerySchema,
  previewTokenHeader,
  type ProblemCode,
  searchQuerySchema,
  storeRefSchema,
} from '@delivery/contracts';
import {
  type Answer,
  answerIfChanged,
  checkContentType,
  parseJsonBody,
  ProblemError,
  type Route,
} from '@delivery/http-edge';
import { pickQuery } from '../http/pick-query.js';
import type { MerchantCalls } from '../order-state/merchant-calls.js';
import { type PassedCall, passThrough } from '../order-state/pass-through.js';
import type { CallLimit } from './admit-call.js';
import type { AdmittedCall, Call, CourierSpec, PlatformSpec, RunCall } from './call.js';
import { ownOrderId } from './request-transition.js';

/** A call that order-state answers: reads and management. Below the merchant at order-state it has the same path, but `/orders`. */
export type PassRoute = Pick<Route<Call>, 'method' | 'path' | 'query'> & {
  /** The kind of resource that it names; decides the answer where the text cannot be an id. */
  resource?: 'order' | 'endpoint' | 'delivery' | 'replay' | 'store' | 'oauth_client';
  hasBody?: boolean;
  /** The body that an empty one stands for. Absent: there must be one. */
  emptyBody?: string;
  /** For merchants of this mode alone: to others it is not there. Absent: for all. */
  mode?: MerchantMode;
  /** Default `other`. */
  limit?: CallLimit;
};

export const namesOf = ({ shape }: { shape: object }): readonly string[] => Object.keys(shape);

const order = { resource: 'order', path: '/v1/external-orders/:id' } as const;
const sandboxOrder = { resource: 'order', path: '/v1/sandbox/orders/:id', mode: 'sandbox' } as const;
const client = { resource: 'oauth_client', path: '/v1/oauth-clients/:client_id' } as const;
const store = { resource: 'store', path: '/v1/stores/:ref' } as const;
const endpoint = { resource: 'endpoint', path: '/v1/webhook-endpoints/:id' } as const;
const delivery = { resource: 'delivery', path: '/v1/webhook-deliveries/:id' } as const;
const orEmpty = { hasBody: true, emptyBody: '{}' } as const;

export const passRoutes: readonly PassRoute[] = [
  { method: 'GET', path: '/v1/external-orders', query: namesOf(orderListQuerySchema) },
  { method: 'GET', ...order },
  { method: 'GET', ...order, path: `${order.path}/lanes` },
  { method: 'GET', ...order, path: `${order.path}/events`, query: namesOf(orderEventListQuerySchema) },
  { method: 'GET', path: '/v1/search', query: namesOf(searchQuerySchema) },
  { method: 'GET', path: '/v1/summary' },
  { method: 'GET', ...sandboxOrder },
  { method: 'POST', ...sandboxOrder, path: `${sandboxOrder.path}/advance`, ...orEmpty },
  {
    method: 'POST',
    path: '/v1/sandbox/webhook-endpoints/:id/inject-fault',
    resource: 'endpoint',
    mode: 'sandbox',
    hasBody: true,
  },
  { method: 'GET', path: '/v1/contacts' },
  { method: 'PUT', path: '/v1/contacts', hasBody: true },
  { method: 'GET', path: '/v1/settings' },
  { method: 'PATCH', path: '/v1/settings', hasBody: true },
  { method: 'GET', path: '/v1/oauth-clients' },
  { method: 'POST', path: '/v1/oauth-clients', hasBody: true },
  { method: 'DELETE', ...client },
  { method: 'GET', path: '/v1/stores', query: namesOf(pageQuerySchema) },
  { method: 'GET', ...store },
  { method: 'PUT', ...store, hasBody: true },
  { method: 'DELETE', ...store },
  { method: 'GET', path: '/v1/webhook-endpoints' },
  { method: 'POST', path: '/v1/webhook-endpoints', hasBody: true },
  { method: 'GET', ...endpoint },
  { method: 'GET', ...endpoint, path: `${endpoint.path}/history`, query: namesOf(historyQuerySchema) },
  { method: 'PUT', ...endpoint, hasBody: true },
  { method: 'PATCH', ...endpoint, hasBody: true },
  { method: 'DELETE', ...endpoint },
  ...['rotate-secret', 'enable', 'enable/preview', 'disable'].map((action): PassRoute => ({
    method: 'POST',
    ...endpoint,
    path: `${endpoint.path}/${action}`,
  })),
  ...['catch-up', 'catch-up/preview', 'test'].map((action): PassRoute => ({
    method: 'POST',
    ...endpoint,
    path: `${endpoint.path}/${action}`,
    ...orEmpty,
  })),
  { method: 'POST', ...endpoint, path: `${endpoint.path}/ack`, hasBody: true, limit: 'pull' },
  // Before those whose path has an id in the same place.
  { method: 'POST', path: '/v1/webhook-deliveries/replay', hasBody: true },
  { method: 'POST', path: '/v1/webhook-deliveries/replay/preview', hasBody: true },
  { method: 'POST', path: '/v1/webhook-replays/preview', hasBody: true },
  { method: 'GET', path: '/v1/webhook-deliveries', query: namesOf(deliveryListQuerySchema) },
  { method: 'GET', ...delivery },
  { method: 'GET', ...delivery, path: `${delivery.path}/requests` },
  { method: 'POST', ...delivery, path: `${delivery.path}/replay` },
  { method: 'POST', ...delivery, path: `${delivery.path}/send-now` },
  { method: 'GET', path: '/v1/webhook-replays', query: namesOf(pageQuerySchema) },
  { method: 'POST', path: '/v1/webhook-replays', hasBody: true },
  { method: 'GET', path: '/v1/webhook-replays/:id', resource: 'replay' },
];

/** A read carries an `ETag`, and is answered 304 to a client that has the same, for clients that poll. */
export const passCall = (orderState: MerchantCalls, route: PassRoute): RunCall => {
  const pass = passOn(orderState, 'merchants', route);
  return async (call) => {
    if (route.mode && route.mode !== call.merchant.mode) throw notForLive();
    return pass({ ...call, resourceId: resourceId(call, route) });
  };
};

/** The calls about webhooks, which couriers' systems and platforms have as merchants have them. */
export const webhookRoutes = passRoutes.filter(({ path }) => path.startsWith('/v1/webhook-'));

export const passCourierCall = (orderState: MerchantCalls, route: PassRoute): CourierSpec['handle'] => {
  const pass = passOn(orderState, 'couriers', route);
  return (call) => pass({ ...call, resourceId: webhookResourceId(call, route) });
};

export const passPlatformCall = (orderState: MerchantCalls, route: PassRoute): PlatformSpec['handle'] => {
  const pass = passOn(orderState, 'platforms', route);
  return (call) => pass({ ...call, resourceId: webhookResourceId(call, route) }, `/${call.mode}`);
};

const passOn = (orderState: MerchantCalls, below: PassedCall['below'], route: PassRoute) => {
  const target = route.path.replace('/v1', '').replace('/external-orders', '/orders');
  return async (call: AdmittedCall & { resourceId: string }, ofMode = ''): Promise<Answer> => {
    const body = passedBody(call, route);
    const answer = await passThrough(orderState, {
      callerId: call.callerId,
      below,
      method: route.method,
      rest: ofMode + target.replace(/:id|:ref|:client_id/, call.resourceId) + pickQuery(call.query, route.query ?? []),
      ...(body ? { body } : {}),
      headers: { ...passedHeaders(call), ...passedPreview(call), ...passedAddress(route, call) },
    });
    return route.method === 'GET' ? answerIfChanged(call.headers, answer) : answer;
  };
};

const notForLive = (): ProblemError =>
  new ProblemError(
    'route_not_found',
    'Only sandbox merchants have a sandbox: use credentials that begin with key_test_ and tok_test_.',
  );

/** The id by which the request is found in order-state's logs and traces. */
export const passedHeaders = ({
  requestId,
  traceparent,
}: Pick<Call, 'requestId' | 'traceparent'>): Record<string, string> => ({
  'x-request-id': requestId,
  ...(traceparent ? { traceparent } : {}),
});

/** The preview that the caller was shown, for order-state to compare. */
const passedPreview = ({ headers }: Pick<Call, 'headers'>): Record<string, string> => {
  const name = previewTokenHeader.toLowerCase();
  const token = headers[name];
  return token === undefined ? {} : { [name]: String(token) };
};

/** For the activity log: of changes alone. */
const passedAddress = ({ method }: PassRoute, { addressOf }: Pick<Call, 'addressOf'>): Record<string, string> =>
  method === 'GET' ? {} : { [clientAddressHeader]: addressOf() };

const resourceId = (call: Call, route: PassRoute): string => {
  if (route.resource === 'order') return ownOrderId(call);
  if (route.resource === 'store') return readStoreRef(call.params['ref'], 'ref');
  return route.resource === 'oauth_client' ? ownClientId(call) : webhookResourceId(call, route);
};

const webhookResourceId = (call: Pick<Call, 'params'>, { resource }: PassRoute): string =>
  resource === 'endpoint' || resource === 'delivery' || resource === 'replay' ? ownId(call, resource) : '';

/** @throws ProblemError `endpoint_not_found` for a text that cannot be an endpoint's id */
export const ownEndpointId = (call: Pick<Call, 'params'>): string => ownId(call, 'endpoint');

const ownId = ({ params }: Pick<Call, 'params'>, resource: keyof typeof plurals): string => {
  const id = params['id'];
  if (id !== undefined && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return id;
  const code: ProblemCode = `${resource}_not_found`;
  throw new ProblemError(code, `None of your webhook ${plurals[resource]} has this id.`);
};

/** @throws ProblemError that says what a name of a store looks like, which its owner chooses */
export const readStoreRef = (text: string | undefined, name: string): string => {
  const ref = storeRefSchema.safeParse(text);
  if (ref.success) return ref.data;
  throw new ProblemError('invalid_parameter', `${name}: ${String(ref.error.issues[0]?.message)}.`);
};

const ownClientId = ({ params }: Call): string => {
  const id = oauthClientIdSchema.safeParse(params['client_id']);
  if (id.success) return id.data;
  throw new ProblemError('oauth_client_not_found', 'None of your OAuth clients has this id.');
};

const plurals = { endpoint: 'endpoints', delivery: 'deliveries', replay: 'replays' } as const;

/** Checked as every body is, then sent on byte by byte: order-state alone knows the meaning of its fields. */
const passedBody = (
  { headers, body }: Pick<Call, 'headers' | 'body'>,
  { hasBody, emptyBody }: PassRoute,
): Buffer | undefined => {
  if (!hasBody) return undefined;
  if (body.length === 0 && emptyBody !== undefined) return Buffer.from(emptyBody);
  checkContentType(headers);
  return Buffer.from(parseJsonBody(body).text);
};
