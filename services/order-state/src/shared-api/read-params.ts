import { z } from 'zod';
import {
  courierSystemIdSchema,
  endpointReferenceSchema,
  isCourierSystem,
  isOwnOrderId,
  merchantIdSchema,
  type MerchantMode,
  merchantModes,
  merchantModeSchema,
  oauthClientIdSchema,
  orderIdSchema,
  type Outage,
  ownerIdSchema,
  type OwnerKind,
  platformOfOwner,
  platformOwnerId,
  type ProblemCode,
  problemIdParamSchema,
  setAsideIdSchema,
  storeRefSchema,
} from '@delivery/contracts';
import { type ApiRequest, createBuckets, ProblemError, temporarilyUnavailable } from '@delivery/http-edge';
import { hasWaitedInVain, isDatabaseAway, type Queryable } from '@delivery/postgres';
import { isOwner } from '../merchants/queries.js';
import { readPurgedOrders } from '../orders/queries/read-orders.js';
import { describePurged } from '../orders/rules/order.js';

/** A malformed id is answered like one that does not exist: there is no such thing. */
const readId = (schema: z.ZodType<string>, name: string, code: ProblemCode, what: string) => (request: ApiRequest) => {
  const parsed = schema.safeParse(request.params[name]);
  if (parsed.success) return parsed.data;
  throw notFound(code, what);
};

const notFound = (code: ProblemCode, what: string): ProblemError => new ProblemError(code, `There is no such ${what}.`);

const orderNotFound = () => notFound('order_not_found', 'order');
export const merchantNotFound = () => notFound('merchant_not_found', 'merchant');
export const courierSystemNotFound = () => notFound('courier_system_not_found', "courier's system");
export const platformNotFound = () => notFound('platform_not_found', 'platform');
export const deliveryNotOffered = () => notFound('order_not_found', 'delivery');
export const tokenNotFound = () => notFound('token_not_found', 'token');
export const deliveryNotFound = () => notFound('delivery_not_found', 'webhook delivery');
export const oauthClientNotFound = () => notFound('oauth_client_not_found', 'OAuth client');
export const personNotFound = () => notFound('person_not_found', 'person');
export const replayNotFound = () => notFound('replay_not_found', 'webhook replay');
export const storeNotFound = () => notFound('store_not_found', 'store');
export const erasureNotFound = () => notFound('erasure_not_found', 'erasure');
export const setAsideNotFound = () => notFound('set_aside_not_found', 'message set aside');
export const deadLetterNotFound = () => notFound('dead_letter_not_found', 'dead letter');
export const sessionNotFound = () => notFound('session_not_found', 'session');

export const readOrderId = readId(orderIdSchema, 'order_id', 'order_not_found', 'order');
export const readProblemId = (request: ApiRequest): number =>
  Number(readId(problemIdParamSchema, 'problem_id', 'problem_not_found', 'problem of this order')(request));
export const readMerchantId = readId(merchantIdSchema, 'merchant_id', 'merchant_not_found', 'merchant');
export const readCourierSystemId = readId(
  courierSystemIdSchema,
  'courier_system_id',
  'courier_system_not_found',
  "courier's system",
);
export const readPlatformId = readId(z.guid(), 'platform_id', 'platform_not_found', 'platform');
export const readMode = ({ params }: ApiRequest): MerchantMode => {
  const mode = merchantModeSchema.safeParse(params['mode']);
  if (mode.success) return mode.data;
  throw new ProblemError('invalid_parameter', `mode: expected one of ${merchantModes.join(', ')}.`);
};

/** For empty lists. @throws ProblemError `merchant_not_found` */
export const confirmMerchant = async (client: Queryable, merchantId: string): Promise<void> => {
  if (!(await isOwner(client, merchantId))) throw merchantNotFound();
};

/** The beginning of the path. Below a platform's merchant it is that merchant's. */
export const ownerKindOf = ({ params }: Pick<ApiRequest, 'params'>): OwnerKind => {
  if (params['courier_system_id'] !== undefined) return 'courier_system';
  return params['platform_id'] === undefined || params['merchant_id'] !== undefined ? 'merchant' : 'platform';
};
export const isOfSystem = (request: Pick<ApiRequest, 'params'>): boolean => ownerKindOf(request) === 'courier_system';

/** Whose webhooks the path is about. */
export const readOwnerId = (request: ApiRequest): string => {
  switch (ownerKindOf(request)) {
    case 'merchant':
      return readMerchantId(request);
    case 'courier_system':
      return readCourierSystemId(request);
    case 'platform':
      return platformOwnerId(readPlatformId(request), readMode(request));
  }
};
/**
 * A request below `/owners/{owner_id}`, with the id under the names that handlers of its kind of owner read.
 * @throws ProblemError `owner_not_found`
 */
export const withOwner = async <Identity>(
  client: Queryable,
  request: ApiRequest<Identity>,
): Promise<ApiRequest<Identity>> => {
  const { owner_id: given, ...params } = request.params;
  const id = ownerIdSchema.safeParse(given);
  if (!id.success || !(await isOwner(client, id.data)))
    throw new ProblemError('owner_not_found', 'owner_id: no merchant, platform or courier’s system has this id.');
  return { ...request, params: { ...params, ...ownerParamsOf(id.data) } };
};

const ownerParamsOf = (id: string): Readonly<Record<string, string>> => {
  if (isCourierSystem(id)) return { courier_system_id: id };
  const platform = platformOfOwner(id);
  return platform ? { platform_id: platform.id, mode: platform.mode } : { merchant_id: id };
};

export const readTokenId = readId(z.guid(), 'token_id', 'token_not_found', 'token');
export const readOauthClientId = readId(oauthClientIdSchema, 'client_id', 'oauth_client_not_found', 'OAuth client');
export const readEndpointId = readId(z.guid(), 'endpoint_id', 'endpoint_not_found', 'webhook endpoint');

export type Target = { ownerId: string; endpointId: string };
export const readTarget = (request: ApiRequest): Target => ({
  ownerId: readOwnerId(request),
  endpointId: readEndpointId(request),
});

export const readDeliveryId = readId(z.guid(), 'delivery_id', 'delivery_not_found', 'webhook delivery');
export const readReplayId = readId(z.guid(), 'replay_id', 'replay_not_found', 'webhook replay');
export const readReference = readId(endpointReferenceSchema, 'reference', 'endpoint_not_found', 'webhook endpoint');
export const readStoreRef = readId(storeRefSchema, 'store_ref', 'store_not_found', 'store');
export const readErasureId = readId(z.guid(), 'erasure_id', 'erasure_not_found', 'erasure');
export const readSessionId = readId(z.guid(), 'session_id', 'session_not_found', 'session');
export const readPersonId = readId(z.guid(), 'person_id', 'person_not_found', 'person');
export const readSetAsideId = readId(setAsideIdSchema, 'set_aside_id', 'set_aside_not_found', 'message set aside');
export const readDeadLetterId = readId(z.guid(), 'dead_letter_id', 'dead_letter_not_found', 'dead letter');

const hasYear = (text: string): boolean => !text.startsWith('0000');

// A cursor is text that a client can make: each of these is a time that Postgres can hold, which knows no year 0.

/** Milliseconds since the epoch. */
export const cursorMs = z.int().min(0).max(8.64e15);

/** A time in UTC as Postgres tells it to the microsecond. */
export const cursorTime = z.iso.datetime({ precision: 6 }).refine(hasYear);

export const cursorDay = z.iso.date().refine(hasYear);

/** Asked when an order is not there: retention took it, and it is said since when, or there never was one. */
export const orderMissingProblem = async (client: Queryable, orderId: string): Promise<ProblemError> => {
  const gone = (await readPurgedOrders(client, [orderId])).get(orderId);
  return gone ? new ProblemError('order_purged', describePurged(gone)) : orderNotFound();
};

/** For a merchant, who learns nothing about other merchants' orders. */
export const ownOrderMissingProblem = async (
  client: Queryable,
  merchantId: string,
  orderId: string,
): Promise<ProblemError> =>
  isOwnOrderId(merchantId, orderId) ? orderMissingProblem(client, orderId) : orderNotFound();

/** Maps any error of a request to the problem of its answer. The cause is only logged. */
export const toProblemError = (error: unknown, readOutage?: () => Outage): ProblemError => {
  if (error instanceof ProblemError) return error;
  // Express throws it for a path that is not valid percent-encoding.
  if (error instanceof URIError)
    return new ProblemError('invalid_parameter', 'The percent-encoding of the path is not valid.');
  if (hasWaitedInVain(error))
    return temporarilyUnavailable('Another operation on the same data has not finished. Try again.', error);
  if (isDatabaseAway(error)) {
    const problem = temporarilyUnavailable('The database is temporarily unavailable. Try again.', error);
    if (!readOutage) return problem;
    return new ProblemError(problem.code, problem.detail, { ...problem.extras, outage: readOutage() });
  }
  return new ProblemError('internal_error', 'An internal error occurred. It was logged with the request id.', {
    cause: error,
  });
};

/** How often a caller may do something, per replica: calls that write rows must be bounded. */
export type RateBound = {
  perMinute: number;
  /** The begin of the problem's sentence: the bounded action. */
  what: string;
};

/** @throws ProblemError `rate_limited`, with Retry-After, from the function that it returns */
export const createRateBound = ({ perMinute, what }: RateBound) => {
  const buckets = createBuckets(() => performance.now());
  return (callerId: string): void => {
    const { allowed, retryAfterSeconds } = buckets.take(callerId, perMinute);
    if (allowed) return;
    throw new ProblemError(
      'rate_limited',
      `${what} at most ${perMinute} times a minute. Try again in ${retryAfterSeconds} s.`,
      { headers: { 'retry-after': String(retryAfterSeconds) } },
    );
  };
};
