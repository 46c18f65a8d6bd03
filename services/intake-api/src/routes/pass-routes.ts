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

/** A call that order-state answers: reads and management. */
export type PassRoute = Pick<Route<Call>, 'method' | 'path' | 'query'> & {
  /** Path below the merchant at order-state, `:id` or `:ref` or `:client_id` included. */
  target: string;
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

const endpoint = { resource: 'endpoint' } as const;
const endpoints = '/webhook-endpoints';

export const passRoutes: readonly PassRoute[] = [
  {
    method: 'GET',
    path: '/v1/external-orders',
    target: '/orders',
    query: namesOf(orderListQuerySchema),
  },
  { method: 'GET', path: '/v1/external-orders/:id', target: '/orders/:id', resource: 'order' },
  { method: 'GET', path: '/v1/external-orders/:id/lanes', target: '/orders/:id/lanes', resource: 'order' },
  { method: 'GET', path: '/v1/search', target: '/search', query: namesOf(searchQuerySchema) },
  { method: 'GET', path: '/v1/summary', target: '/summary' },
  {
    method: 'GET',
    path: '/v1/external-orders/:id/events',
    target: '/orders/:id/events',
    resource: 'order',
    query: namesOf(orderEventListQuerySchema),
  },
  { method: 'GET', path: '/v1/sandbox/orders/:id', target: '/sandbox/orders/:id', resource: 'order', mode: 'sandbox' },
  {
    method: 'POST',
    path: '/v1/sandbox/orders/:id/advance',
    target: '/sandbox/orders/:id/advance',
    resource: 'order',
    mode: 'sandbox',
    hasBody: true,
    emptyBody: '{}',
  },
  {
    method: 'POST',
    path: `/v1/sandbox${endpoints}/:id/inject-fault`,
    target: `/sandbox${endpoints}/:id/inject-fault`,
    ...endpoint,
    mode: 'sandbox',
    hasBody: true,
  },
  { method: 'GET', path: '/v1/contacts', target: '/contacts' },
  { method: 'PUT', path: '/v1/contacts', target: '/contacts', hasBody: true },
  { method: 'GET', path: '/v1/oauth-clients', target: '/oauth-clients' },
  { method: 'POST', path: '/v1/oauth-clients', target: '/oauth-clients', hasBody: true },
  {
    method: 'DELETE',
    path: '/v1/oauth-clients/:client_id',
    target: '/oauth-clients/:client_id',
    resource: 'oauth_client',
  },
  { method: 'GET', path: '/v1/stores', target: '/stores', query: namesOf(pageQuerySchema) },
  { method: 'GET', path: '/v1/stores/:ref', target: '/stores/:ref', resource: 'store' },
  { method: 'PUT', path: '/v1/stores/:ref', target: '/stores/:ref', resource: 'store', hasBody: true },
  { method: 'DELETE', path: '/v1/stores/:ref', target: '/stores/:ref', resource: 'store' },
  { method: 'GET', path: `/v1${endpoints}`, target: endpoints },
  { method: 'POST', path: `/v1${endpoints}`, target: endpoints, hasBody: true },
  { method: 'GET', path: `/v1${endpoints}/:id`, target: `${endpoints}/:id`, ...endpoint },
  {
    method: 'GET',
    path: `/v1${endpoints}/:id/history`,
    target: `${endpoints}/:id/history`,
    ...endpoint,
    query: namesOf(historyQuerySchema),
  },
  { method: 'PUT', path: `/v1${endpoints}/:id`, target: `${endpoints}/:id`, ...endpoint, hasBody: true },
  { method: 'PATCH', path: `/v1${endpoints}/:id`, target: `${endpoints}/:id`, ...endpoint, hasBody: true },
  { method: 'DELETE', path: `/v1${endpoints}/:id`, target: `${endpoints}/:id`, ...endpoint },
  ...['rotate-secret', 'enable', 'enable/preview', 'disable'].map((action): PassRoute => {
    const target = `${endpoints}/:id/${action}`;
    return { method: 'POST', path: `/v1${target}`, target, ...endpoint };
  }),
  ...['catch-up', 'catch-up/preview', 'test'].map((action): PassRoute => {
    const target = `${endpoints}/:id/${action}`;
    return { method: 'POST', path: `/v1${target}`, target, ...endpoint, hasBody: true, emptyBody: '{}' };
  }),
  {
    method: 'POST',
    path: `/v1${endpoints}/:id/ack`,
    target: `${endpoints}/:id/ack`,
    ...endpoint,
    hasBody: true,
    limit: 'pull',
  },
  // Before those whose path has an id in the same place.
  { method: 'POST', path: '/v1/webhook-deliveries/replay', target: '/webhook-deliveries/replay', hasBody: true },
  {
    method: 'POST',
    path: '/v1/webhook-deliveries/replay/preview',
    target: '/webhook-deliveries/replay/preview',
    hasBody: true,
  },
  { method: 'POST', path: '/v1/webhook-replays/preview', target: '/webhook-replays/preview', hasBody: true },
  {
    method: 'GET',
    path: '/v1/webhook-deliveries',
    target: '/webhook-deliveries',
    query: namesOf(deliveryListQuerySchema),
  },
  { method: 'GET', path: '/v1/webhook-deliveries/:id', target: '/webhook-deliveries/:id', resource: 'delivery' },
  {
    method: 'GET',
    path: '/v1/webhook-deliveries/:id/requests',
    target: '/webhook-deliveries/:id/requests',
    resource: 'delivery',
  },
  ...['replay', 'send-now'].map((action): PassRoute => {
    const target = `/webhook-deliveries/:id/${action}`;
    return { method: 'POST', path: `/v1${target}`, target, resource: 'delivery' };
  }),
  { method: 'GET', path: '/v1/webhook-replays', target: '/webhook-replays', query: namesOf(pageQuerySchema) },
  { method: 'POST', path: '/v1/webhook-replays', target: '/webhook-replays', hasBody: true },
  { method: 'GET', path: '/v1/webhook-replays/:id', target: '/webhook-replays/:id', resource: 'replay' },
];

/** A read carries an `ETag`, and is answered 304 to a client that has the same, for clients that poll. */
export const passCall =
  (client: MerchantCalls, route: PassRoute): RunCall =>
  async (call) => {
    if (route.mode && route.mode !== call.merchant.mode) throw notForLive();
    return passOn(client, 'merchants', route, { ...call, resourceId: resourceId(call, route) });
  };

/** The calls about webhooks, which couriers' systems and platforms have as merchants have them. */
export const webhookRoutes = passRoutes.filter(({ target }) => target.startsWith('/webhook-'));

export const passCourierCall =
  (client: MerchantCalls, route: PassRoute): CourierSpec['handle'] =>
  (call) =>
    passOn(client, 'couriers', route, { ...call, resourceId: webhookResourceId(call, route) });

export const passPlatformCall =
  (client: MerchantCalls, route: PassRoute): PlatformSpec['handle'] =>
  (call) => {
    const target = `/${call.mode}${route.target}`;
    return passOn(client, 'platforms', { ...route, target }, { ...call, resourceId: webhookResourceId(call, route) });
  };

const passOn = async (
  client: MerchantCalls,
  below: PassedCall['below'],
  route: PassRoute,
  call: AdmittedCall & { resourceId: string },
): Promise<Answer> => {
  const target = route.target.replace(/:id|:ref|:client_id/, call.resourceId);
  const body = passedBody(call, route);
  const answer = await passThrough(client, {
    callerId: call.callerId,
    below,
    method: route.method,
    rest: target + pickQuery(call.query, route.query ?? []),
    ...(body ? { body } : {}),
    headers: { ...passedHeaders(call), ...passedPreview(call), ...passedAddress(route, call) },
  });
  return route.method === 'GET' ? answerIfChanged(call.headers, answer) : answer;
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
  if (route.resource === 'store') return ownStoreRef(call);
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

const ownStoreRef = ({ params }: Call): string => {
  const ref = storeRefSchema.safeParse(params['ref']);
  if (ref.success) return ref.data;
  throw new ProblemError('store_not_found', 'None of your stores has this ref.');
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
