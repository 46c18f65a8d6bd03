import { z } from 'zod';
import { attemptResult, endpointHealthSchema, endpointTypeSchema, orderListEntrySchema } from './management-api.js';
import { instantSchema, orderIdSchema } from './primitives.js';
import { deliveryStateSchema, orderStatusSchema } from './status-schemas.js';

/** A command to an order, and its outcome. No customer's data. */
export const orderCommandSchema = z.object({
  at: instantSchema,
  id: z.string(),
  type: z.string(),
  /** `parked`: it came before the order or waits for its row, and is applied once that is there and free. */
  outcome: z.enum(['applied', 'unchanged', 'refused', 'parked']),
  code: z.string().nullable(),
  detail: z.string().nullable(),
  /** The order's last sequence then: its place among the events. */
  after_sequence: z.int().nullable(),
});
export type OrderCommand = z.infer<typeof orderCommandSchema>;

/** An event, as a place in time. `status`: the order's, from then on. */
export const orderHappeningSchema = z.object({
  at: instantSchema,
  sequence: z.int(),
  event: z.string(),
  status: orderStatusSchema,
});
export type OrderHappening = z.infer<typeof orderHappeningSchema>;

/**
 * Why a delivery is not settled. `predecessor`: the one before it in its lane is not. `retry`: its next attempt is due
 * `until`. `held`: the endpoint is disabled or deleted. `probe`: the endpoint did not answer, and one delivery at a time is tried, next at
 * `until`. `window`: as many as may be in flight are. `pace`: its endpoint's `max_per_second` lets the next one go at `until`.
 * `release`: it is about to go. `fetch`: its endpoint is one of type `pull`, and has not fetched it. `ack`: it was fetched, and is
 * not acknowledged; at `until` it may be fetched again. `publish`: released, and not confirmed by
 * the broker yet. `answer`: handed to the dispatchers, which post it.
 */
export const waitReasonSchema = z.object({
  reason: z.enum([
    'predecessor',
    'retry',
    'held',
    'probe',
    'window',
    'pace',
    'release',
    'fetch',
    'ack',
    'publish',
    'answer',
  ]),
  /** With `predecessor`: the first one in the lane that is not settled. */
  sequence: z.int().nullable(),
  until: instantSchema.nullable(),
  /** With `held`: why the endpoint is disabled, or `deleted`. */
  detail: z.string().nullable(),
});
export type WaitReason = z.infer<typeof waitReasonSchema>;

export const laneDeliverySchema = z.object({
  id: z.uuid(),
  webhook_id: z.string(),
  sequence: z.int(),
  event: z.string(),
  state: deliveryStateSchema,
  replay_id: z.uuid().nullable(),
  attempt_count: z.int(),
  /** `null`: it is settled. */
  waits_for: waitReasonSchema.nullable(),
  /** When the event's cause was received, and when it was applied in Postgres. `null`: not known any more. */
  received_at: instantSchema.nullable(),
  applied_at: instantSchema.nullable(),
  created_at: instantSchema,
  /** The last time. */
  released_at: instantSchema.nullable(),
  settled_at: instantSchema.nullable(),
  attempts: z.array(z.object({ attempt: z.int(), ...attemptResult })),
});
export type LaneDelivery = z.infer<typeof laneDeliverySchema>;

export const laneEndpointSchema = z.object({
  id: z.uuid(),
  type: endpointTypeSchema,
  name: z.string().nullable(),
  /** Values of the query are masked. `null` where it is `pull`. */
  url: z.string().nullable(),
  status: z.enum(['active', 'disabled', 'deleted']),
  disabled_reason: z.string().nullable(),
  health: endpointHealthSchema,
});

/** One endpoint's deliveries of an order, in the order in which they go out; each replay's behind them. */
export const laneSchema = z.object({ endpoint: laneEndpointSchema, deliveries: z.array(laneDeliverySchema) });

/** What happened to an order, and its way to each of its endpoints. */
export const orderLanesSchema = z.object({
  order: orderListEntrySchema,
  commands: z.array(orderCommandSchema),
  events: z.array(orderHappeningSchema),
  lanes: z.array(laneSchema),
  /** There was more than one answer shows. */
  truncated: z.boolean(),
});
export type OrderLanes = z.infer<typeof orderLanesSchema>;

/** The field by which an order was found. `webhook_id`: the order that the webhook is about. `phone`: its customer's. */
export const foundBySchema = z.enum(['id', 'webhook_id', 'external_id', 'display_id', 'phone']);

/** An endpoint that a search may mean. Values of the URL's query are masked; `null` where it is `pull`. */
export const foundEndpointSchema = z.object({ id: z.uuid(), name: z.string().nullable(), url: z.string().nullable() });

/** An order that retention took, and on which day (of UTC): that is all that is known of it. */
export const purgedOrderSchema = z.object({ id: orderIdSchema, purged_on: z.iso.date() });
