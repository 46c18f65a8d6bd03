import { z } from 'zod';
import { endpointHeaderSchema, endpointHeaderViewSchema } from './endpoint-header.js';
import { faultResultSchema, pendingFaultSchema } from './injected-fault.js';
import { oauthClientIdSchema } from './oauth-clients.js';
import { orderTimesFields } from './order-due.js';
import { orderSummarySchema } from './order-view.js';
import { instantSchema, orderIdSchema, utcDateTimeSchema, visibleText } from './primitives.js';
import { deliveryStateSchema } from './status-schemas.js';
import { webhookEventSchema } from './webhook.js';

/** Every list of the HTTP APIs. `next_cursor` is `null` on the last page. */
export const listSchema = <T extends z.ZodType>(entry: T) =>
  z.object({ data: z.array(entry), next_cursor: z.string().nullable() });

/** One order in a list, newest first by `created_at`. */
export const orderListEntrySchema = orderSummarySchema.extend({ created_at: instantSchema, ...orderTimesFields });
export type OrderListEntry = z.infer<typeof orderListEntrySchema>;

/** The URL itself is judged apart: a refused one is 422 and says why. */
export const webhookUrlSchema = z.string().min(1).max(2048);

/** Names of the events that are meant. */
export const eventFilterOf = <Event extends string>(eventSchema: z.ZodType<Event>) =>
  z
    .array(eventSchema)
    .min(1)
    .max(32)
    .transform((events) => [...new Set(events)])
    .nullish();

/** `null` or absent: the standard events. */
export const eventFilterSchema = eventFilterOf(webhookEventSchema);

/** `push`: webhooks are posted to its URL. `pull`: they wait until they are fetched. */
export const endpointTypes = ['push', 'pull'] as const;
export const endpointTypeSchema = z.enum(endpointTypes);
export type EndpointType = z.infer<typeof endpointTypeSchema>;

/** In whose words webhooks are posted. `open_delivery`: those of the standard of ABRASEL. */
export const endpointFormats = ['standard_webhooks', 'open_delivery'] as const;
export const endpointFormatSchema = z.enum(endpointFormats);
export type EndpointFormat = z.infer<typeof endpointFormatSchema>;

/**
 * `narrowed`: it did not answer lately, less may be in flight; `not_fetching`: of type pull, and nothing fetches from it;
 * `breaker_open`: one probe at a time; `disabled`: all is held.
 */
export const endpointHealths = ['ok', 'paced', 'narrowed', 'not_fetching', 'breaker_open', 'disabled'] as const;
export const endpointHealthSchema = z.enum(endpointHealths);
export type EndpointHealth = z.infer<typeof endpointHealthSchema>;

export const endpointNameMax = 80;

const endpointFields = {
  /** For people. `null` or absent: none. */
  name: visibleText(endpointNameMax).nullish(),
  /** Of a push endpoint, and of no other. */
  url: webhookUrlSchema.nullish(),
  events: eventFilterSchema,
  /**
   * Of a push endpoint. `null`: none. Absent: none for a new endpoint, of one that is there its own, which cannot be read
   * back.
   */
  header: endpointHeaderSchema.nullish(),
  /** Of a push endpoint. `null` or absent: as many as it takes. */
  max_per_second: z.int().min(1).max(1000).nullish(),
};

const ofExisting = {
  /** It stays, and naming another is refused. */
  type: endpointTypeSchema.optional(),
  /** Absent: it stays as it is, also where all else is replaced. */
  enabled: z.boolean().optional(),
  /** Of format `open_delivery`, and of no other: its secret signs from now on. Absent: the client stays, as `enabled` does. */
  oauth_client_id: oauthClientIdSchema.optional(),
};

/** A replacement: an absent setting goes back to its default. */
export const endpointSettingsSchema = z.strictObject({ ...ofExisting, ...endpointFields });
export type EndpointSettings = z.infer<typeof endpointSettingsSchema>;

/** A partial change of an existing endpoint: absent settings stay as they are. `null` means the same as in a replacement. */
export const endpointChangesSchema = z.strictObject({ ...ofExisting, ...endpointFields });
export type EndpointChanges = z.infer<typeof endpointChangesSchema>;

/** `enabled: false`: it begins disabled, and its deliveries are held until it is enabled. */
export const createEndpointSchema = z.strictObject({
  type: endpointTypeSchema.default('push'),
  /** It stays. */
  format: endpointFormatSchema.default('standard_webhooks'),
  /** Of format `open_delivery`, and of no other: its secret signs. */
  oauth_client_id: oauthClientIdSchema.nullish(),
  ...endpointFields,
  enabled: z.boolean().default(true),
});

export type CreateEndpointBody = z.infer<typeof createEndpointSchema>;

/** What came of one attempt. */
export const attemptResult = {
  at: instantSchema,
  duration_ms: z.number(),
  status_code: z.int().nullable(),
  error_code: z.string().nullable(),
  error_detail: z.string().nullable(),
  response_excerpt: z.string().nullable(),
};

/** One test webhook. It went well when `error_code` is `null`. */
export const endpointTestSchema = z.object({
  webhook_id: z.string(),
  ...attemptResult,
});
export type EndpointTest = z.infer<typeof endpointTestSchema>;

/** Of which event the test is an example. Absent: of the first one that the endpoint names. */
export const testEndpointSchema = z.strictObject({ event: webhookEventSchema.optional() });

/** A test webhook is under way; `last_test` of the endpoint will show its result. */
export const endpointTestStartedSchema = z.object({ webhook_id: z.string() });
export type EndpointTestStarted = z.infer<typeof endpointTestStartedSchema>;

export const endpointViewSchema = z.object({
  id: z.uuid(),
  type: endpointTypeSchema,
  format: endpointFormatSchema,
  /** `null`: of another format. */
  oauth_client_id: oauthClientIdSchema.nullable(),
  name: z.string().nullable(),
  /** Values of the query are masked: they may be secrets. `null`: a pull endpoint. */
  url: z.string().nullable(),
  /** `null`: the standard events. */
  events: z.array(webhookEventSchema).nullable(),
  header: endpointHeaderViewSchema.nullable(),
  /** `null`: as many as it takes. */
  max_per_second: z.int().nullable(),
  /** Due deliveries wait for `max_per_second` alone. */
  paced: z.boolean(),
  /** Of a pull endpoint: when it was last asked for messages, to the minute. `null`: never, or a push endpoint. */
  last_fetched_at: instantSchema.nullable(),
  /** Of an active pull endpoint: nothing has ever fetched from it, or something waits and nothing did for two minutes. */
  not_fetching: z.boolean(),
  /** Deliveries that wait for it, held ones too, counted to 10,000. */
  waiting: z.int(),
  status: z.enum(['active', 'disabled']),
  disabled_reason: z.string().nullable(),
  created_at: instantSchema,
  /** The result of the newest test webhook; `null`: none has been sent, or none has ended. */
  last_test: endpointTestSchema.nullable(),
  /** Of a sandbox merchant: the fault that was asked for and is still to come; `null`: none. */
  fault: pendingFaultSchema.nullable(),
  /** The receiver's answer to the newest fault; `null`: none was sent. */
  last_fault: faultResultSchema.nullable(),
});
export type EndpointView = z.infer<typeof endpointViewSchema>;

/** Answer of creation and of rotate-secret: the only ones that show a secret. */
export const endpointWithSecretSchema = endpointViewSchema.extend({
  /** `whsec_` and base64 of 32 random bytes. */
  secret: z.string().startsWith('whsec_'),
});
export type EndpointWithSecret = z.infer<typeof endpointWithSecretSchema>;

export const deliveryViewSchema = z.object({
  id: z.uuid(),
  /** Of an event about an endpoint: the `id` of its body, which no order has. */
  order_id: orderIdSchema,
  endpoint_id: z.uuid(),
  event: webhookEventSchema,
  sequence: z.int().min(1),
  /** As the header `webhook-id` says; a replay has that of the delivery that it repeats. */
  webhook_id: z.string(),
  /** `held`: waiting for a disabled endpoint to be enabled. */
  state: deliveryStateSchema,
  attempt_count: z.int().min(0),
  /** When it may be tried (again); `null` unless it waits for nothing but time and room. */
  next_attempt_at: instantSchema.nullable(),
  last_error_code: z.string().nullable(),
  created_at: instantSchema,
  settled_at: instantSchema.nullable(),
  /** Not null: this is the repeat of another delivery, sent by that replay. */
  replay_id: z.uuid().nullable(),
});
export type DeliveryView = z.infer<typeof deliveryViewSchema>;

export const attemptViewSchema = z.object({
  attempt: z.int().min(1),
  ...attemptResult,
  /** Not null: this attempt was made by a replay of the delivery. */
  replay_id: z.uuid().nullable(),
});
export type AttemptView = z.infer<typeof attemptViewSchema>;

export const deliveryWithAttemptsSchema = deliveryViewSchema.extend({ attempts: z.array(attemptViewSchema) });
export type DeliveryWithAttempts = z.infer<typeof deliveryWithAttemptsSchema>;

export const replayableStates = ['delivered', 'exhausted'] as const;

/** Sends a range of settled deliveries again: those created from `since` on and before `until`. */
export const replayRangeOf = <Events extends z.ZodType>(events: Events) =>
  z
    .strictObject({
      since: utcDateTimeSchema,
      until: utcDateTimeSchema,
      /** Default: those that were given up. */
      states: z
        .array(z.enum(replayableStates))
        .min(1)
        .max(8)
        .transform((states) => [...new Set(states)])
        .nullish(),
      /** Default: to every endpoint. */
      endpoint_id: z.guid().toLowerCase().nullish(),
      /** Default: every event. */
      events,
    })
    .refine(({ since, until }) => Date.parse(since) < Date.parse(until), {
      path: ['until'],
      error: 'expected a time after since',
    });
export const createReplaySchema = replayRangeOf(eventFilterSchema);
export type CreateReplay = z.infer<typeof createReplaySchema>;

/** Deliveries that one call sends again, at most. */
export const replayedAtOnceMax = 200;

/** Sends these settled deliveries again; those of them that cannot be sent now are left out. */
export const replayDeliveriesSchema = z.strictObject({
  delivery_ids: z
    .array(z.guid().toLowerCase())
    .min(1)
    .max(replayedAtOnceMax)
    .transform((ids) => [...new Set(ids)]),
});

export const replayViewSchema = z.object({
  id: z.uuid(),
  status: z.enum(['running', 'completed']),
  /** The one delivery that is sent again; `null`: a range, or several that were named. */
  delivery_id: z.uuid().nullable(),
  /** `null`: deliveries were named. */
  since: instantSchema.nullable(),
  until: instantSchema.nullable(),
  states: z.array(z.enum(replayableStates)).nullable(),
  /** `null`: to every endpoint. */
  endpoint_id: z.uuid().nullable(),
  /** `null`: every event. */
  events: z.array(webhookEventSchema).nullable(),
  /** Deliveries to send again, as counted when the replay began, and once all are queued as many as these; `null`: not counted yet. */
  total: z.int().min(0).nullable(),
  /** Of those, how many have been queued: a few at a time, so that live events find room between. */
  queued: z.int().min(0),
  /** Of the queued ones, how many have come to an end. */
  settled: z.int().min(0),
  created_at: instantSchema,
  completed_at: instantSchema.nullable(),
});
export type ReplayView = z.infer<typeof replayViewSchema>;
