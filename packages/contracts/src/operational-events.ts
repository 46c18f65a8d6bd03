import { z } from 'zod';
import { merchantIdSchema, orderIdSchema } from './primitives.js';

/** About a merchant's endpoints, or its calls, instead of its orders. Only for endpoints and readers that ask for them by name. */
export const operationalEvents = [
  'endpoint_failing',
  'endpoint_recovered',
  'endpoint_disabled',
  'endpoint_not_fetching',
  'endpoint_fetching',
  'delivery_exhausted',
  'rate_limited',
] as const;
export const operationalEventSchema = z.enum(operationalEvents);
export type OperationalEvent = z.infer<typeof operationalEventSchema>;

export const isOperational = (event: string): boolean => operationalEvents.some((name) => name === event);

/** Ids in a digest at most. */
export const digestIdsMax = 10;

const time = z.iso.datetime({ precision: 3 });
const head = {
  /** The same in all events about one endpoint, or the merchant, as an order's id is in those of the order. No order has it. */
  id: orderIdSchema,
  updated_at: time,
  since: time,
};
const common = {
  ...head,
  endpoint: z.strictObject({
    id: z.uuid(),
    name: z.string().nullable(),
    /** Of its URL; `null`: a pull endpoint. */
    origin: z.string().nullable(),
  }),
  /** Its page in the portal. Absent: the installation has told no address of the portal. */
  portal_url: z.string().optional(),
};

/** For a quarter of an hour none of at least three attempts was answered with 2xx. */
export const endpointFailingBodySchema = z.strictObject({
  ...common,
  event: z.literal('endpoint_failing'),
  error_code: z.string().nullable(),
});

export const endpointRecoveredBodySchema = z.strictObject({ ...common, event: z.literal('endpoint_recovered') });

/** By the system: it answered 410, or failed for five days. */
export const endpointDisabledBodySchema = z.strictObject({
  ...common,
  event: z.literal('endpoint_disabled'),
  disabled_reason: z.enum(['gone', 'failing']),
});

/** Of a pull endpoint: something has waited for a quarter of an hour, and nothing fetched it. */
export const endpointNotFetchingBodySchema = z.strictObject({ ...common, event: z.literal('endpoint_not_fetching') });

export const endpointFetchingBodySchema = z.strictObject({ ...common, event: z.literal('endpoint_fetching') });

/** At most one an hour and endpoint: how many have been given up since the first of them. */
export const deliveryExhaustedBodySchema = z.strictObject({
  ...common,
  event: z.literal('delivery_exhausted'),
  count: z.int().min(1),
  /** Of the first ones. */
  delivery_ids: z.array(z.uuid()).max(digestIdsMax),
  /** Of the last one. */
  error_code: z.string().nullable(),
});

/** Calls of one merchant that one limit refused with 429. */
const refusedByLimit = {
  /** As the answers name it. */
  limit: z.string().regex(/^[a-z_]{1,40}$/),
  count: z.int().min(1),
  first_at: time,
  last_at: time,
};

/** At most one an hour and merchant: what was refused since the first of them. */
export const rateLimitedBodySchema = z.strictObject({
  ...head,
  event: z.literal('rate_limited'),
  limits: z.array(z.strictObject(refusedByLimit)).min(1),
});

export const operationalBodySchema = z.discriminatedUnion('event', [
  endpointFailingBodySchema,
  endpointRecoveredBodySchema,
  endpointDisabledBodySchema,
  endpointNotFetchingBodySchema,
  endpointFetchingBodySchema,
  deliveryExhaustedBodySchema,
  rateLimitedBodySchema,
]);
export type OperationalBody = z.infer<typeof operationalBodySchema>;

/** Of a call; more are told by further ones. */
export const refusedCallsMax = 300;

/** From intake-api: what was refused since its last report. */
export const refusedCallsSchema = z.strictObject({
  refused: z.array(z.strictObject({ merchant_id: merchantIdSchema, ...refusedByLimit })).max(refusedCallsMax),
});
export type RefusedCalls = z.infer<typeof refusedCallsSchema>['refused'][number];
