import { z } from 'zod';
import { endpointHeaderSchema, endpointHeaderViewSchema } from './endpoint-header.js';
import { endpointSettings, eventFilterOf } from './endpoint-settings.js';
import { endpointSignatureSchema, signatureFields, signingSecretSchema } from './endpoint-signature.js';
import { faultResultSchema, pendingFaultSchema } from './injected-fault.js';
import { oauthClientIdSchema } from './merchant-settings.js';
import { deliveryStateSchema, orderStatusSchema, orderTimesFields } from './order-fields.js';
import { orderSummarySchema } from './order-view.js';
import {
  attemptErrorCodeSchema,
  endpointReferenceSchema,
  instantSchema,
  orderIdSchema,
  parseUrl,
  utcDateTimeSchema,
} from './primitives.js';
import { webhookEventSchema } from './webhook.js';

/** How a list goes on. */
export const nextCursorOf = {
  pages: '`null` on the last page. For the next one give it as `cursor`.',
  events: '`null` on the last page. For the next one give it as `after`.',
  endpoints: 'Always `null`: there are at most 25.',
} as const;

/** Every list of the HTTP APIs. */
export const listSchema = <T extends z.ZodType>(entry: T, nextCursor: string = nextCursorOf.pages) =>
  z.object({ data: z.array(entry), next_cursor: z.string().nullable().describe(nextCursor) });

/** One order in a list, newest first by `created_at`. */
export const orderListEntrySchema = orderSummarySchema.extend({ created_at: instantSchema, ...orderTimesFields });
export type OrderListEntry = z.infer<typeof orderListEntrySchema>;

/** The URL of an endpoint for display: values of its query may be secrets. */
export const maskedUrlSchema = z
  .string()
  .nullable()
  .describe('Values of the query are masked. `null`: a pull endpoint.');

const webhookUrlMax = 2048;

/** As it is stored, percent-encoded: a character of Chinese becomes nine. */
const lengthOfUrl = (text: string): number => parseUrl(text)?.href.length ?? text.length;

/** The URL itself is judged apart: a refused one is 422 and says why. */
export const webhookUrlSchema = z
  .string()
  .min(1)
  .max(webhookUrlMax)
  .refine((text) => lengthOfUrl(text) <= webhookUrlMax, {
    error: `expected at most ${webhookUrlMax} characters once it is percent-encoded`,
  });

export const endpointTypes = ['push', 'pull'] as const;
export const endpointTypeSchema = z
  .enum(endpointTypes)
  .describe('`push`: webhooks are posted to its URL. `pull`: they wait until they are fetched.');
export type EndpointType = z.infer<typeof endpointTypeSchema>;

/** In whose words webhooks are posted. `open_delivery`: those of the standard of ABRASEL. */
export const endpointFormats = ['standard_webhooks', 'open_delivery'] as const;
export const endpointFormatSchema = z.enum(endpointFormats);
export type EndpointFormat = z.infer<typeof endpointFormatSchema>;

export const endpointHealths = ['ok', 'paced', 'narrowed', 'not_fetching', 'breaker_open', 'disabled'] as const;
export const endpointHealthSchema = z
  .enum(endpointHealths)
  .describe(
    '`paced`: what is due waits for `max_per_second` alone. `narrowed`: it did not answer lately, so less is ' +
      'sent at once. `not_fetching`: a pull endpoint from which nothing fetches. `breaker_open`: it does not ' +
      'answer, so one at a time is tried. `disabled`: it is disabled or deleted, and nothing is sent.',
  );
export type EndpointHealth = z.infer<typeof endpointHealthSchema>;

/** The rule for absent fields in bodies about endpoints of any owner. */
export const leftOutOf = {
  creation: 'A field that can be `null` can also be absent.',
  changes: 'Absent fields stay as they are.',
  ensuring:
    'An absent setting becomes `null`, except `enabled`, `header` and `oauth_client_id`, which stay; a new ' +
    'endpoint is then enabled and has none.',
} as const;

const headerMeaning =
  'One more header of every webhook, such as `Authorization`. `null`: none. Its value is kept sealed and never shown.';

const endpointFields = {
  url: webhookUrlSchema
    .nullish()
    .describe('Absolute https URL of a public host, without user-info and fragment; only push endpoints have one.'),
  header: endpointHeaderSchema.nullish().describe(headerMeaning),
  ...z.object(endpointSettings).partial().shape,
};

const fieldsOfExisting = {
  type: endpointTypeSchema.optional().describe('It stays as it is: another one is refused.'),
  enabled: z
    .boolean()
    .optional()
    .describe('`false`: what comes is held; `true`: what was held goes out, in order. Absent: as it is.'),
  oauth_client_id: oauthClientIdSchema
    .optional()
    .describe('Only with format `open_delivery`: another client, whose secret signs from now on. Absent: unchanged.'),
  ...endpointFields,
  header: endpointFields.header.describe(
    `${headerMeaning} For a URL of another origin it has to be given again, or \`null\`.`,
  ),
};

export const endpointChangesSchema = z.strictObject(fieldsOfExisting).describe(leftOutOf.changes);
export type EndpointChanges = z.infer<typeof endpointChangesSchema>;

export const createEndpointSchema = z
  .strictObject({
    type: endpointTypeSchema.default('push').describe('It stays for ever.'),
    format: endpointFormatSchema
      .default('standard_webhooks')
      .describe(
        '`open_delivery`, for push endpoints: the events of ABRASEL’s standard, signed with the secret of ' +
          '`oauth_client_id`. It never changes.',
      ),
    oauth_client_id: oauthClientIdSchema
      .nullish()
      .describe('Required with format `open_delivery`: the client whose secret signs.'),
    signature: endpointSignatureSchema.default('hmac-sha256'),
    ...endpointFields,
    enabled: z
      .boolean()
      .default(true)
      .describe('`false`: it begins disabled; webhooks are held until it is enabled. Tests are sent all the same.'),
  })
  .describe(leftOutOf.creation);

export type CreateEndpointBody = z.infer<typeof createEndpointSchema>;

export const ensureEndpointSchema = createEndpointSchema
  .extend({ enabled: fieldsOfExisting.enabled, signature: endpointSignatureSchema.optional() })
  .describe(leftOutOf.ensuring);

/** The result of one attempt. */
export const attemptResult = {
  at: instantSchema,
  duration_ms: z.number(),
  status_code: z.int().nullable(),
  error_code: attemptErrorCodeSchema,
  error_detail: z
    .string()
    .nullable()
    .describe('For people: details such as an address, the target of a redirect, or the rule of HTTP that was broken.'),
  response_excerpt: z.string().nullable().describe('At most 1 KB, control characters escaped.'),
};

/** One test webhook. */
export const endpointTestSchema = z
  .object({ webhook_id: z.string(), ...attemptResult })
  .describe('It went well when `error_code` is `null`.');
export type EndpointTest = z.infer<typeof endpointTestSchema>;

/** The event of a test, of those that the owner of the endpoint has. */
export const testedEventOf = <Event extends string>(eventSchema: z.ZodType<Event>) =>
  eventSchema
    .optional()
    .describe(
      'The event of the example, even if the endpoint does not name it. Absent: the first event of the endpoint. ' +
        'Not for the format `open_delivery`.',
    );
export const testEndpointSchema = z.strictObject({ event: testedEventOf(webhookEventSchema) });

export const endpointTestStartedSchema = z
  .object({ webhook_id: z.string() })
  .describe('Under way: read the endpoint’s `last_test`.');
export type EndpointTestStarted = z.infer<typeof endpointTestStartedSchema>;

export const endpointViewSchema = z.object({
  id: z.uuid(),
  reference: endpointReferenceSchema.nullable().describe('Under which it was made. `null`: under none.'),
  type: endpointTypeSchema,
  format: endpointFormatSchema.describe(
    'The format of the body: of the webhooks in this reference or, for merchants’ endpoints only, of Open Delivery.',
  ),
  oauth_client_id: oauthClientIdSchema
    .nullable()
    .describe('The client whose secret signs, with format `open_delivery`. `null`: another format.'),
  url: maskedUrlSchema,
  header: endpointHeaderViewSchema.nullable().describe('The one that was chosen, its value masked; `null`: none.'),
  ...signatureFields,
  ...endpointSettings,
  // Without the pattern of requests, which some generators of clients do not know.
  name: z.string().nullable(),
  paced: z.boolean().describe('Due webhooks wait only because of `max_per_second`.'),
  last_fetched_at: instantSchema
    .nullable()
    .describe('Only for pull endpoints: when it was last polled, to the minute. `null`: never.'),
  not_fetching: z
    .boolean()
    .describe(
      'Only for enabled pull endpoints: it was never polled, or messages have waited for two minutes without a poll.',
    ),
  waiting: z.int().describe('Deliveries that wait for it, held ones too, counted to 10,000.'),
  status: z.enum(['active', 'disabled']),
  disabled_reason: z
    .string()
    .nullable()
    .describe(
      '`requested`, `operator` (the service’s support), `gone` (it answered 410) or `failing` (five days without ' +
        'success). If its courier’s system or platform is disabled: `system_disabled`, `platform_disabled`.',
    ),
  created_at: instantSchema,
  last_test: endpointTestSchema.nullable().describe('The result of the newest test webhook; `null`: none has ended.'),
  fault: pendingFaultSchema
    .nullable()
    .describe('In the sandbox: the fault that was requested and is still to come; `null`: none.'),
  last_fault: faultResultSchema
    .nullable()
    .describe('In the sandbox: the result of the newest fault; `null`: none was sent.'),
});
export type EndpointView = z.infer<typeof endpointViewSchema>;

/** Answer of creation and of rotate-secret: the only ones that show a secret. */
export const endpointWithSecretSchema = endpointViewSchema.extend({ secret: signingSecretSchema });
export type EndpointWithSecret = z.infer<typeof endpointWithSecretSchema>;

/** A call by reference answers these beside the endpoint. */
export const ensuredFields = {
  changed: z.array(z.string()).describe('The settings that this call has changed. `[]`: none, or the endpoint is new.'),
  secret: endpointWithSecretSchema.shape.secret
    .optional()
    .describe('Only a new endpoint has it: shown in this answer and never again. Signs the webhooks.'),
};
export const ensuredEndpointSchema = endpointViewSchema.extend(ensuredFields);

export const deliveryViewSchema = z
  .object({
    id: z.uuid(),
    order_id: orderIdSchema.describe(
      'The order; for an event about an endpoint the `id` of its body, which no order has.',
    ),
    display_id: z
      .string()
      .nullable()
      .describe('The order’s, as given at creation. `null`: the event is about an endpoint.'),
    endpoint_id: z.uuid(),
    event: webhookEventSchema,
    status: orderStatusSchema.nullable().describe('The new status, if the event is `status_changed`.'),
    sequence: z.int().min(1),
    webhook_id: z.string().describe('The header `webhook-id`. A replay has the id of the delivery that it repeats.'),
    state: deliveryStateSchema.describe(
      '`held`: its endpoint is disabled. `exhausted`: every attempt failed. `skipped`: the endpoint was deleted.',
    ),
    attempt_count: z.int().min(0),
    next_attempt_at: instantSchema.nullable().describe('`null` unless it waits for its time.'),
    last_error_code: attemptErrorCodeSchema,
    last_status_code: z
      .int()
      .nullable()
      .describe('The HTTP status of the last attempt if it failed. `null`: it succeeded, or there was no answer.'),
    created_at: instantSchema,
    settled_at: instantSchema.nullable(),
    replay_id: z.uuid().nullable().describe('Not null: this is the repeat of another delivery, sent by that replay.'),
  })
  .describe('One event for one endpoint.');
export type DeliveryView = z.infer<typeof deliveryViewSchema>;

export const attemptViewSchema = z.object({
  attempt: z.int().min(1),
  ...attemptResult,
  replay_id: z.uuid().nullable().describe('Not null: made by a replay.'),
});
export type AttemptView = z.infer<typeof attemptViewSchema>;

export const deliveryWithAttemptsSchema = deliveryViewSchema.extend({ attempts: z.array(attemptViewSchema) });
export type DeliveryWithAttempts = z.infer<typeof deliveryWithAttemptsSchema>;

export const replayableStates = ['delivered', 'exhausted'] as const;

/** Deliveries that one call sends again by their ids, at most. */
export const replayedAtOnceMax = 200;

type Replayed = Partial<Record<'delivery_ids' | 'since' | 'until' | 'states' | 'endpoint_id' | 'events', unknown>>;

const isRangeOrNamed = ({ delivery_ids: ids, since, until, states, endpoint_id, events }: Replayed): boolean =>
  ids === undefined
    ? since !== undefined && until !== undefined
    : [since, until, states, endpoint_id, events].every((value) => value === undefined || value === null);

/** Settled deliveries to send again: a range, created from `since` on and before `until`, or those that are named. */
export const replayOf = <Events extends z.ZodType>(events: Events) =>
  z
    .strictObject({
      since: utcDateTimeSchema.optional(),
      until: utcDateTimeSchema.optional(),
      states: z
        .array(z.enum(replayableStates))
        .min(1)
        .max(8)
        .transform((states) => [...new Set(states)])
        .nullish()
        .describe('Absent: those that were given up, `exhausted`.'),
      endpoint_id: z.guid().toLowerCase().nullish().describe('Only those to this endpoint. Absent: to every endpoint.'),
      events: events.describe('Only these events. Absent: every event.'),
      delivery_ids: z
        .array(z.guid().toLowerCase())
        .min(1)
        .max(replayedAtOnceMax)
        .transform((ids) => [...new Set(ids)])
        .optional()
        .describe('These deliveries. Those that cannot be sent again now are left out.'),
    })
    .refine(isRangeOrNamed, 'expected since and until, or delivery_ids alone')
    .refine(({ since = '', until = '' }) => !(Date.parse(since) >= Date.parse(until)), {
      path: ['until'],
      error: 'expected a time after since',
    })
    .describe('`since` and `until`, or `delivery_ids`.');
export const createReplaySchema = replayOf(eventFilterOf(webhookEventSchema).nullish());
export type CreateReplay = z.infer<typeof createReplaySchema>;

export const replayViewSchema = z.object({
  id: z.uuid(),
  status: z.enum(['running', 'completed']),
  delivery_id: z
    .uuid()
    .nullable()
    .describe('The one delivery that is sent again; `null`: a range, or several that were named.'),
  since: instantSchema.nullable().describe('`null`: deliveries were named.'),
  until: instantSchema.nullable(),
  states: z.array(z.enum(replayableStates)).nullable(),
  endpoint_id: z.uuid().nullable().describe('`null`: to every endpoint.'),
  events: z.array(webhookEventSchema).nullable().describe('`null`: every event.'),
  /** As counted when the replay began, and once all are queued as many as these. */
  total: z.int().min(0).nullable().describe('Deliveries to send again; `null`: not counted yet.'),
  /** A few at a time, so that live events find room between. */
  queued: z.int().min(0).describe('How many of them have been queued.'),
  settled: z.int().min(0).describe('How many of the queued ones have ended.'),
  created_at: instantSchema,
  completed_at: instantSchema.nullable(),
});
export type ReplayView = z.infer<typeof replayViewSchema>;
