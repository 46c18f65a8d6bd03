import { z } from 'zod';
import {
  clientAddressHeader,
  eventFeedPollSchema,
  merchantIdSchema,
  merchantListQuerySchema,
  messageQuerySchema,
  pageQuerySchema,
  type PlatformScope,
  type ProblemCode,
  usageExportQuerySchema,
  usageQuerySchema,
} from '@delivery/contracts';
import { answerIfChanged, checkContentType, parseJsonBody, ProblemError } from '@delivery/http-edge';
import { type FeedDeps, pollPlatformFeed } from '../feed/poll-feed.js';
import { pickQuery } from '../http/pick-query.js';
import type { MerchantCalls } from '../order-state/merchant-calls.js';
import { passThrough } from '../order-state/pass-through.js';
import { type PollDeps, pollMessages } from '../pull/poll-messages.js';
import type { PlatformCall, PlatformSpec, RunPlatformPoll } from './call.js';
import { namesOf, passedHeaders, passPlatformCall, readStoreRef, webhookRoutes } from './pass-routes.js';

type PlatformRoute = Pick<PlatformSpec, 'method' | 'path'> & { query?: readonly string[]; hasBody?: true };

const merchant = '/merchants/:merchant_id';
const store = `${merchant}/stores/:store_ref`;

/** Below `/platform/v1`, as below the platform at order-state. */
const routes: Readonly<Partial<Record<PlatformScope, readonly PlatformRoute[]>>> = {
  'merchants:read': [
    { method: 'GET', path: '/summary' },
    { method: 'GET', path: '/tokens' },
    { method: 'GET', path: '/usage', query: namesOf(usageQuerySchema) },
    { method: 'GET', path: '/usage/export', query: namesOf(usageExportQuerySchema) },
    { method: 'GET', path: '/merchants', query: namesOf(merchantListQuerySchema) },
    { method: 'GET', path: merchant },
    { method: 'GET', path: `${merchant}/usage` },
    { method: 'GET', path: `${merchant}/stores`, query: namesOf(pageQuerySchema) },
    { method: 'GET', path: store },
    { method: 'GET', path: `${merchant}/portal-sessions` },
  ],
  'merchants:write': [
    { method: 'POST', path: '/merchants', hasBody: true },
    { method: 'PATCH', path: merchant, hasBody: true },
    { method: 'POST', path: `${merchant}/tokens` },
    { method: 'DELETE', path: `${merchant}/tokens/:token_id` },
    { method: 'PUT', path: store, hasBody: true },
    { method: 'DELETE', path: store },
    { method: 'DELETE', path: `${merchant}/portal-sessions/:session_id` },
    { method: 'POST', path: '/portal-links', hasBody: true },
    { method: 'POST', path: '/rotate-key', hasBody: true },
    { method: 'POST', path: '/tokens', hasBody: true },
    { method: 'DELETE', path: '/tokens/:token_id' },
  ],
  'webhooks:read': [{ method: 'GET', path: '/contacts' }],
  'webhooks:write': [{ method: 'PUT', path: '/contacts', hasBody: true }],
};

const prefix = '/platform/v1';

export type PlatformCallDeps = { orderState: MerchantCalls; feed: FeedDeps; polling: PollDeps };

/** Every call of the platforms' API. */
export const listPlatformCalls = ({ orderState, feed, polling }: PlatformCallDeps): PlatformSpec[] => [
  ...merchantCalls(orderState),
  {
    ...reading,
    path: `${prefix}/events`,
    query: namesOf(eventFeedPollSchema),
    waits: true,
    handle: pollPlatformFeed(feed),
  },
  {
    // What it takes no other poll gets for a time, so this is no mere reading.
    ...reading,
    scope: 'webhooks:write',
    path: `${prefix}/webhook-endpoints/:id/messages`,
    query: namesOf(messageQuerySchema),
    waits: true,
    takes: true,
    handle: pollPlatformMessages(polling),
  },
  ...webhookRoutes.map((route): PlatformSpec => ({
    api: 'platform',
    scope: route.method === 'GET' ? 'webhooks:read' : 'webhooks:write',
    method: route.method,
    path: `/platform${route.path}`,
    ...(route.query && { query: route.query }),
    handle: passPlatformCall(orderState, route),
  })),
];

const reading = { api: 'platform', scope: 'webhooks:read', method: 'GET' } as const;

const pollPlatformMessages = (polling: PollDeps): RunPlatformPoll => {
  const poll = pollMessages(polling);
  return (call) => poll({ ...call, callerId: call.ownerId });
};

const merchantCalls = (orderState: MerchantCalls): PlatformSpec[] =>
  Object.entries(routes).flatMap(([scope, ofScope]) =>
    ofScope.map((route): PlatformSpec => ({
      api: 'platform',
      scope: scope as PlatformScope,
      method: route.method,
      path: prefix + route.path,
      ...(route.query && { query: route.query }),
      handle: pass(orderState, route),
    })),
  );

/** order-state answers, and knows alone which merchants are the platform's. A read carries an `ETag`. */
const pass =
  (orderState: MerchantCalls, { method, path, query = [], hasBody }: PlatformRoute): PlatformSpec['handle'] =>
  async (call) => {
    const target = path.replaceAll(/:(\w+)/g, (_, name: string) => readParam(call, name));
    const isRead = method === 'GET';
    const body = hasBody && passedBody(call);
    const answer = await passThrough(orderState, {
      callerId: call.callerId,
      below: 'platforms',
      method,
      rest: `/${call.mode}${target}${pickQuery(call.query, query)}`,
      ...(body && { body }),
      headers: { ...passedHeaders(call), ...(isRead ? {} : { [clientAddressHeader]: call.addressOf() }) },
    });
    return isRead ? answerIfChanged(call.headers, answer) : answer;
  };

const passedBody = ({ headers, body }: PlatformCall): Buffer => {
  checkContentType(headers);
  return Buffer.from(parseJsonBody(body).text);
};

const params: Readonly<Record<string, { schema: z.ZodType<string>; code: ProblemCode; what: string }>> = {
  merchant_id: { schema: merchantIdSchema, code: 'merchant_not_found', what: 'merchant' },
  token_id: { schema: z.guid(), code: 'token_not_found', what: 'token' },
  session_id: { schema: z.guid(), code: 'session_not_found', what: 'session' },
};

/** @throws ProblemError for a text that cannot be an id, and that would be another path at order-state */
const readParam = (call: PlatformCall, name: string): string => {
  if (name === 'store_ref') return readStoreRef(call.params[name], name);
  const param = params[name];
  const parsed = param?.schema.safeParse(call.params[name]);
  if (parsed?.success) return parsed.data;
  throw new ProblemError(param?.code ?? 'route_not_found', `There is no such ${param?.what ?? name}.`);
};
