import { z } from 'zod';
import {
  endpointReferenceSchema,
  isOwnOrderId,
  merchantIdSchema,
  oauthClientIdSchema,
  orderIdSchema,
  problemIdParamSchema,
  storeRefSchema,
} from '@delivery/contracts';
import { ProblemError } from '@delivery/http-edge';
import { deliveryNotFound, orderNotFound } from '../publish/answer-outcome.js';
import type { AdmittedCall } from './call.js';

type CallWithIds = Pick<AdmittedCall, 'callerId' | 'params'>;

/**
 * The value of a parameter of a path. @throws ProblemError for a text that cannot be one, without a request to
 * order-state
 */
type ReadId = (call: CallWithIds, name: string) => string;

const readAs =
  (schema: z.ZodType<string>, refusal: () => ProblemError): ReadId =>
  ({ params }, name) => {
    const id = schema.safeParse(params[name]);
    if (id.success) return id.data;
    throw refusal();
  };

/** The id of one of the merchant's own orders. */
export const ownOrderId = ({ callerId, params }: CallWithIds): string => {
  const id = params['id'];
  if (id === undefined || !isOwnOrderId(callerId, id)) throw orderNotFound();
  return id;
};

const lowerCaseUuid = z.string().regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);

const ownWebhook = (resource: 'endpoint' | 'delivery' | 'replay', plural: string): ReadId =>
  readAs(lowerCaseUuid, () => new ProblemError(`${resource}_not_found`, `None of your webhook ${plural} has this id.`));

const accountId = (resource: 'merchant' | 'token' | 'session' | 'person', schema: z.ZodType<string>): ReadId =>
  readAs(schema, () => new ProblemError(`${resource}_not_found`, `There is no such ${resource}.`));

/** Its owner chooses it: the refusal says what it looks like. */
const chosen =
  (schema: z.ZodType<string>): ReadId =>
  ({ params }, name) => {
    const ref = schema.safeParse(params[name]);
    if (ref.success) return ref.data;
    throw new ProblemError('invalid_parameter', `${name}: ${String(ref.error.issues[0]?.message)}.`);
  };

const problemId = readAs(
  problemIdParamSchema,
  () => new ProblemError('problem_not_found', 'The order has no problem with this id.'),
);
const courierDeliveryId = readAs(orderIdSchema, deliveryNotFound);
const endpointId = ownWebhook('endpoint', 'endpoints');
export const ownEndpointId = (call: CallWithIds): string => endpointId(call, 'id');
export const ownProblemId = (call: CallWithIds): number => Number(problemId(call, 'problem_id'));
export const ownDeliveryId = (call: CallWithIds): string => courierDeliveryId(call, 'id');

/** By the word before it in a path. */
const idsOf: Readonly<Record<string, ReadId>> = {
  orders: ownOrderId,
  problems: problemId,
  'oauth-clients': readAs(
    oauthClientIdSchema,
    () => new ProblemError('oauth_client_not_found', 'None of your OAuth clients has this id.'),
  ),
  stores: chosen(storeRefSchema),
  'webhook-endpoints': endpointId,
  'by-reference': chosen(endpointReferenceSchema),
  'webhook-deliveries': ownWebhook('delivery', 'deliveries'),
  'webhook-replays': ownWebhook('replay', 'replays'),
  deliveries: courierDeliveryId,
  merchants: accountId('merchant', merchantIdSchema),
  tokens: accountId('token', z.guid()),
  people: accountId('person', z.guid()),
  'portal-sessions': accountId('session', z.guid()),
};

/** Writes the ids of a call into a declared path. @throws Error for a path with an id of which nothing is known */
export const pathFiller = (path: string): ((call: CallWithIds) => string) => {
  const ids = [...path.matchAll(/([\w-]+)\/\{(\w+)\}/g)].map(([, word = '', name = '']) => {
    const read = idsOf[word];
    if (!read) throw new Error(`${path}: which ids are behind ${word}?`);
    return { name, read };
  });
  return (call) => ids.reduce((filled, { name, read }) => filled.replace(`{${name}}`, () => read(call, name)), path);
};
