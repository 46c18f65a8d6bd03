import { z } from 'zod';
import { operationalEvents } from './events.js';
import { attemptErrorCodeSchema, merchantIdSchema, orderIdSchema } from './primitives.js';

export const operationalEventSchema = z.enum(operationalEvents);

/** Ids in a digest at most. */
export const digestIdsMax = 10;

const time = z.iso.datetime({ precision: 3 });
const head = {
  id: orderIdSchema.describe(
    'Equal in all events about one endpoint, or about the merchant’s calls, like an order’s id. No order has it.',
  ),
  updated_at: time.describe('When it was found, UTC with milliseconds.'),
  since: time.describe('The start of the incident. In a digest: when the first of the counted events happened.'),
};
const common = {
  ...head,
  endpoint: z.strictObject({
    id: z.uuid(),
    name: z.string().nullable(),
    origin: z.string().nullable().describe('The origin of its URL; `null`: a pull endpoint.'),
  }),
  portal_url: z
    .string()
    .optional()
    .describe('Its page in the portal. Absent: the installation has none that it knows of.'),
};

export const endpointFailingBodySchema = z
  .strictObject({ ...common, event: z.literal('endpoint_failing'), error_code: attemptErrorCodeSchema })
  .describe('An endpoint has failed for a quarter of an hour, at least three times.');

export const endpointRecoveredBodySchema = z
  .strictObject({ ...common, event: z.literal('endpoint_recovered') })
  .describe('The endpoint has answered with 2xx again.');

export const endpointDisabledBodySchema = z
  .strictObject({
    ...common,
    event: z.literal('endpoint_disabled'),
    disabled_reason: z
      .enum(['gone', 'failing'])
      .describe('`gone`: it answered 410. `failing`: it failed for five days.'),
  })
  .describe('The system has disabled an endpoint: its webhooks are held.');

export const endpointNotFetchingBodySchema = z
  .strictObject({ ...common, event: z.literal('endpoint_not_fetching') })
  .describe('Something has waited for a pull endpoint for a quarter of an hour, and nothing fetched it.');

export const endpointFetchingBodySchema = z
  .strictObject({ ...common, event: z.literal('endpoint_fetching') })
  .describe('The pull endpoint is fetched from again.');

export const deliveryExhaustedBodySchema = z
  .strictObject({
    ...common,
    event: z.literal('delivery_exhausted'),
    count: z.int().min(1).describe('How many since then.'),
    delivery_ids: z.array(z.uuid()).max(digestIdsMax).describe('The first ten at most.'),
    /** The error of the last one. */
    error_code: attemptErrorCodeSchema,
  })
  .describe('Webhooks to an endpoint were given up, `exhausted`: at most one digest an hour and endpoint.');

/** Calls of one merchant that one limit refused with 429. */
const refusedByLimit = {
  limit: z
    .string()
    .regex(/^[a-z_]{1,40}$/)
    .describe('As the answers name it: in `RateLimit`.'),
  count: z.int().min(1).describe('How many calls it refused since then.'),
  first_at: time,
  last_at: time,
};

export const rateLimitedBodySchema = z
  .strictObject({
    ...head,
    event: z.literal('rate_limited'),
    limits: z.array(z.strictObject(refusedByLimit)).min(1),
  })
  .describe('Calls of the merchant were refused with 429: at most one digest an hour.');

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

/** The maximum per call. */
export const refusedCallsMax = 300;

/** From intake-api: what was refused since its last report. */
export const refusedCallsSchema = z.strictObject({
  refused: z.array(z.strictObject({ owner_id: merchantIdSchema, ...refusedByLimit })).max(refusedCallsMax),
});
export type RefusedCalls = z.infer<typeof refusedCallsSchema>['refused'][number];
