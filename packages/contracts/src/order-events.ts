import { z } from 'zod';
import { operationalBodySchema, operationalEventSchema } from './operational-events.js';
import { instantSchema, orderIdSchema } from './primitives.js';
import { refusalCodeSchema } from './verdict.js';
import {
  deliveryRequestedBodySchema,
  requestedBodySchema,
  requestedEvents,
  statusChangedBodySchema,
  trackingUrlAddedBodySchema,
} from './webhook.js';

/** A delivery of an event; `webhook_id` is the header `webhook-id`. */
export const eventDeliverySchema = z.object({ id: z.uuid(), endpoint_id: z.uuid(), webhook_id: z.string() });

const emitted = {
  sequence: z.int().min(1),
  at: instantSchema,
  /** One for each endpoint that asked for the event. */
  deliveries: z.array(eventDeliverySchema),
};

/** The event, with the webhook's body as it was or will be sent. */
export const statusChangedEventSchema = z.object({
  ...emitted,
  event: z.literal('status_changed'),
  body: statusChangedBodySchema,
});
export const deliveryRequestedEventSchema = z.object({
  ...emitted,
  event: z.literal('delivery_requested'),
  body: deliveryRequestedBodySchema,
});
export const trackingUrlAddedEventSchema = z.object({
  ...emitted,
  event: z.literal('tracking_url_added'),
  body: trackingUrlAddedBodySchema,
});
export const requestedEventSchema = z.object({ ...emitted, event: z.enum(requestedEvents), body: requestedBodySchema });
export const emittedEventSchema = z.discriminatedUnion('event', [
  statusChangedEventSchema,
  deliveryRequestedEventSchema,
  trackingUrlAddedEventSchema,
  requestedEventSchema,
]);

const inFeed = {
  /** Give it as `after`, and the feed goes on behind this event. */
  cursor: z.string(),
  order_id: orderIdSchema,
  sequence: z.int().min(1),
  at: instantSchema,
};

/** An event among all of a merchant's, with the webhook's body as it was or will be sent. */
export const feedStatusChangedSchema = z.object({
  ...inFeed,
  event: z.literal('status_changed'),
  body: statusChangedBodySchema,
});
export const feedDeliveryRequestedSchema = z.object({
  ...inFeed,
  event: z.literal('delivery_requested'),
  body: deliveryRequestedBodySchema,
});
export const feedTrackingUrlAddedSchema = z.object({
  ...inFeed,
  event: z.literal('tracking_url_added'),
  body: trackingUrlAddedBodySchema,
});
export const feedRequestedSchema = z.object({ ...inFeed, event: z.enum(requestedEvents), body: requestedBodySchema });
/** `order_id`: the `id` of the body. No order has it. */
export const feedOperationalSchema = z.object({
  ...inFeed,
  event: operationalEventSchema,
  body: operationalBodySchema,
});
export const feedEventSchema = z.discriminatedUnion('event', [
  feedStatusChangedSchema,
  feedDeliveryRequestedSchema,
  feedTrackingUrlAddedSchema,
  feedRequestedSchema,
  feedOperationalSchema,
]);

/** A page of the feed has no last one: `next_cursor` is where the next read goes on, also when nothing was there. */
export const feedPageSchema = z.object({
  data: z.array(feedEventSchema),
  next_cursor: z.string(),
  /** The next page is there already, though it may be an empty one where a filter was given. */
  has_more: z.boolean(),
});

export const refusedCommandSchema = z.object({
  /** The order's last sequence when the command was refused: its place among the events. */
  after_sequence: z.int().min(0),
  /** The type of the message that was refused. */
  refused: z.string(),
  code: refusalCodeSchema.nullable(),
  detail: z.string().nullable(),
  at: instantSchema,
});

/** One event that was emitted, or one command that was refused, of an order. In timeline order. */
export const orderEventEntrySchema = z.union([emittedEventSchema, refusedCommandSchema]);
