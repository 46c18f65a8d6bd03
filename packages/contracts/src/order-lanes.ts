import { z } from 'zod';
import {
  attemptResult,
  endpointHealthSchema,
  endpointTypeSchema,
  maskedUrlSchema,
  orderListEntrySchema,
} from './management-api.js';
import { deliveryStateSchema, orderStatusSchema } from './order-fields.js';
import { instantSchema, orderIdSchema } from './primitives.js';

/** Without customers' data. */
export const orderCommandSchema = z
  .object({
    at: instantSchema,
    id: z.string(),
    type: z.string(),
    outcome: z
      .enum(['applied', 'unchanged', 'refused', 'parked'])
      .describe('`unchanged`: it was so already. `parked`: it waits for the order, and is applied then.'),
    code: z.string().nullable(),
    detail: z.string().nullable(),
    after_sequence: z.int().nullable().describe('The last sequence of the order then: its place among the events.'),
  })
  .describe('Commands about the order, from you or a courier, and their results.');
export type OrderCommand = z.infer<typeof orderCommandSchema>;

/** An event, as a place in time. `status`: the order's, from then on. */
export const orderHappeningSchema = z.object({
  at: instantSchema,
  sequence: z.int(),
  event: z.string(),
  status: orderStatusSchema,
});
export type OrderHappening = z.infer<typeof orderHappeningSchema>;

const waitReasons = [
  '`predecessor`: the one before it in its lane is not settled.',
  '`retry`: its next attempt is due `until`.',
  '`held`: the endpoint is disabled, or deleted.',
  '`probe`: the endpoint does not answer; one at a time is tried, next at `until` (`null`: one is under way).',
  '`window`: as many are under way as its answers allow at once.',
  '`pace`: `max_per_second` allows the next one at `until`, or `null`: when one under way has its result.',
  '`release`, `publish`: it is about to go.',
  '`answer`: it is being sent.',
  '`fetch`: its pull endpoint has not fetched it.',
  '`ack`: it was fetched and is not acked; at `until` it comes again.',
].join(' ');

/** Why a delivery is not settled. */
export const waitReasonSchema = z.object({
  reason: z
    .enum(['predecessor', 'retry', 'held', 'probe', 'window', 'pace', 'release', 'fetch', 'ack', 'publish', 'answer'])
    .describe(waitReasons),
  sequence: z.int().nullable().describe('With `predecessor`: the first one in the lane that is not settled.'),
  until: instantSchema.nullable(),
  detail: z
    .string()
    .nullable()
    .describe('With `held`: why the endpoint is disabled, or `deleted`: what waits for it is about to be skipped.'),
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
  waits_for: waitReasonSchema.nullable().describe('`null`: it is settled.'),
  received_at: instantSchema
    .nullable()
    .describe('When what caused the event was received; `null`: it is not known any more.'),
  applied_at: instantSchema
    .nullable()
    .describe('When what caused the event was applied; `null`: it is not known any more.'),
  created_at: instantSchema,
  released_at: instantSchema.nullable().describe('The last time that it was given to be sent.'),
  settled_at: instantSchema.nullable(),
  attempts: z.array(z.object({ attempt: z.int(), ...attemptResult })),
});
export type LaneDelivery = z.infer<typeof laneDeliverySchema>;

export const laneEndpointSchema = z.object({
  id: z.uuid(),
  type: endpointTypeSchema,
  name: z.string().nullable(),
  url: maskedUrlSchema,
  status: z.enum(['active', 'disabled', 'deleted']),
  disabled_reason: z.string().nullable(),
  health: endpointHealthSchema,
});

/** One endpoint's deliveries of an order, in the order in which they go out; each replay's behind them. */
export const laneSchema = z.object({ endpoint: laneEndpointSchema, deliveries: z.array(laneDeliverySchema) });

/** The history of an order, and its deliveries to each endpoint. */
export const orderLanesSchema = z.object({
  order: orderListEntrySchema,
  commands: z.array(orderCommandSchema),
  events: z.array(orderHappeningSchema),
  lanes: z.array(laneSchema),
  truncated: z.boolean().describe('There was more than one answer shows: the newest is left out.'),
});
export type OrderLanes = z.infer<typeof orderLanesSchema>;

/** The field by which an order was found. */
export const foundBySchema = z
  .enum(['id', 'webhook_id', 'external_id', 'display_id', 'phone'])
  .describe('`webhook_id`: the order that the webhook is about. `phone`: the phone number of its customer.');

/** An endpoint that a search may mean. */
export const foundEndpointSchema = z.object({ id: z.uuid(), name: z.string().nullable(), url: maskedUrlSchema });

/** Where a search finds nothing: orders that retention took. That is all that is known of them. */
export const purgedOrdersSchema = z
  .array(z.object({ id: orderIdSchema, purged_on: z.iso.date().describe('A day of UTC.') }))
  .describe('Where nothing is found: what was asked for, by its id or `external_id`, and is kept no longer.');
