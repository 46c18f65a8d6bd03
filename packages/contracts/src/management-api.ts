import { z } from 'zod';
import { orderSummarySchema } from './order-view.js';
import { orderIdSchema } from './primitives.js';
import { refusalCodeSchema } from './verdict.js';
import { webhookEventSchema } from './webhook.js';

/** Every list of the HTTP APIs. `next_cursor` is `null` on the last page. */
export const listSchema = <T extends z.ZodType>(entry: T) =>
  z.object({ data: z.array(entry), next_cursor: z.string().nullable() });

/** One order in a list, newest first by `created_at`. */
export const orderListEntrySchema = orderSummarySchema.extend({ created_at: z.string() });
export type OrderListEntry = z.infer<typeof orderListEntrySchema>;

/** One event that was emitted, or one command that was refused, of an order. In timeline order. */
export const orderEventEntrySchema = z.union([
  z.object({
    sequence: z.int().min(1),
    event: webhookEventSchema,
    at: z.string(),
    /** The webhook's body as it was or will be sent. */
    body: z.record(z.string(), z.unknown()),
  }),
  z.object({
    /** The order's last sequence when the command was refused: its place among the events. */
    after_sequence: z.int().min(0),
    /** The type of the message that was refused. */
    refused: z.string(),
    code: refusalCodeSchema.nullable(),
    detail: z.string().nullable(),
    at: z.string(),
  }),
]);
export type OrderEventEntry = z.infer<typeof orderEventEntrySchema>;

/** The URL itself is judged apart: a refused one is 422 and says why. */
export const webhookUrlSchema = z.string().min(1).max(2048);

/** `null` or absent: every event. */
export const eventFilterSchema = z
  .array(webhookEventSchema)
  .min(1)
  .max(16)
  .transform((events) => [...new Set(events)])
  .nullish();

export const endpointSettingsSchema = z.object({ url: webhookUrlSchema, events: eventFilterSchema });
export type EndpointSettings = z.infer<typeof endpointSettingsSchema>;

export const endpointViewSchema = z.object({
  id: z.uuid(),
  /** Values of the query are masked: they may be secrets. */
  url: z.string(),
  /** `null`: every event. */
  events: z.array(webhookEventSchema).nullable(),
  status: z.enum(['active', 'disabled']),
  disabled_reason: z.string().nullable(),
  created_at: z.string(),
});
export type EndpointView = z.infer<typeof endpointViewSchema>;

/** Answer of creation and of rotate-secret: the only ones that show a secret. */
export const endpointWithSecretSchema = endpointViewSchema.extend({
  /** `whsec_` and base64 of 32 random bytes. */
  secret: z.string().startsWith('whsec_'),
});
export type EndpointWithSecret = z.infer<typeof endpointWithSecretSchema>;

export const deliveryStates = ['waiting', 'in_flight', 'delivered', 'exhausted', 'held', 'skipped'] as const;
export const deliveryStateSchema = z.enum(deliveryStates);

export const deliveryViewSchema = z.object({
  id: z.uuid(),
  order_id: orderIdSchema,
  endpoint_id: z.uuid(),
  event: webhookEventSchema,
  sequence: z.int().min(1),
  /** `held`: waiting for a disabled endpoint to be enabled. */
  state: deliveryStateSchema,
  attempt_count: z.int().min(0),
  /** When it may be tried (again); `null` unless it waits for nothing but time and room. */
  next_attempt_at: z.string().nullable(),
  last_error_code: z.string().nullable(),
  created_at: z.string(),
  settled_at: z.string().nullable(),
});
export type DeliveryView = z.infer<typeof deliveryViewSchema>;

export const attemptViewSchema = z.object({
  attempt: z.int().min(1),
  at: z.string(),
  duration_ms: z.number(),
  status_code: z.int().nullable(),
  error_code: z.string().nullable(),
  response_excerpt: z.string().nullable(),
});
export type AttemptView = z.infer<typeof attemptViewSchema>;

export const deliveryWithAttemptsSchema = deliveryViewSchema.extend({ attempts: z.array(attemptViewSchema) });
export type DeliveryWithAttempts = z.infer<typeof deliveryWithAttemptsSchema>;
