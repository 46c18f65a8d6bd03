import { z } from 'zod';
import { requestedEvents } from './events.js';
import { operationalBodySchema, operationalEventSchema } from './operational-events.js';
import { instantSchema, orderIdSchema } from './primitives.js';
import { refusalCodeSchema } from './verdict.js';
import {
  deliveryRequestedBodySchema,
  requestedBodySchema,
  statusChangedBodySchema,
  trackingUrlAddedBodySchema,
} from './webhook.js';

/** A delivery of an event; `webhook_id` is the header `webhook-id`. */
export const eventDeliverySchema = z.object({ id: z.uuid(), endpoint_id: z.uuid(), webhook_id: z.string() });

const emitted = {
  sequence: z.int().min(1),
  at: instantSchema,
  deliveries: z.array(eventDeliverySchema).describe('One for each endpoint that asked for the event.'),
};

/** Describes the body of a webhook within an event. */
const sent = <Body extends z.ZodType>(body: Body): Body =>
  body.describe('The body of its webhook, as it was or will be sent.');

export const statusChangedEventSchema = z.object({
  ...emitted,
  event: z.literal('status_changed'),
  body: sent(statusChangedBodySchema),
});
export const deliveryRequestedEventSchema = z.object({
  ...emitted,
  event: z.literal('delivery_requested'),
  body: sent(deliveryRequestedBodySchema),
});
export const trackingUrlAddedEventSchema = z.object({
  ...emitted,
  event: z.literal('tracking_url_added'),
  body: sent(trackingUrlAddedBodySchema),
});
export const requestedEventSchema = z.object({ ...emitted, event: z.enum(requestedEvents), body: requestedBodySchema });
export const emittedEventSchema = z
  .discriminatedUnion('event', [
    statusChangedEventSchema,
    deliveryRequestedEventSchema,
    trackingUrlAddedEventSchema,
    requestedEventSchema,
  ])
  .describe('An event that happened, with its place in the order and its deliveries.');

const inFeed = {
  cursor: z.string().describe('Give it as `after`, and the feed goes on behind this event.'),
  order_id: orderIdSchema,
  sequence: z.int().min(1).describe('Place of the event in its order, from 1: the `webhook-sequence`.'),
  at: instantSchema,
};

export const feedStatusChangedSchema = z.object({
  ...inFeed,
  event: z.literal('status_changed'),
  body: sent(statusChangedBodySchema),
});
export const feedDeliveryRequestedSchema = z.object({
  ...inFeed,
  event: z.literal('delivery_requested'),
  body: sent(deliveryRequestedBodySchema),
});
export const feedTrackingUrlAddedSchema = z.object({
  ...inFeed,
  event: z.literal('tracking_url_added'),
  body: sent(trackingUrlAddedBodySchema),
});
export const feedRequestedSchema = z.object({ ...inFeed, event: z.enum(requestedEvents), body: requestedBodySchema });
export const feedOperationalSchema = z.object({
  ...inFeed,
  order_id: orderIdSchema.describe('For an event about an endpoint the `id` of its body, which no order has.'),
  event: operationalEventSchema,
  body: sent(operationalBodySchema),
});
export const feedEventSchema = z
  .discriminatedUnion('event', [
    feedStatusChangedSchema,
    feedDeliveryRequestedSchema,
    feedTrackingUrlAddedSchema,
    feedRequestedSchema,
    feedOperationalSchema,
  ])
  .describe('An event among all of yours: the one whose webhook has this order and this sequence.');

export const feedPageSchema = z.object({
  data: z.array(feedEventSchema),
  next_cursor: z
    .string()
    .describe('Give it as `after` for what comes next. Never `null`: where nothing was there it says where to go on.'),
  /** Whether a next page exists. With a filter it may be empty. */
  has_more: z.boolean().describe('`true`: read on at once.'),
});

export const refusedCommandSchema = z
  .object({
    after_sequence: z.int().min(0).describe('The last sequence of the order at that time: its place among the events.'),
    refused: z.string().describe('The type of the message that was refused.'),
    code: refusalCodeSchema.nullable(),
    detail: z.string().nullable(),
    at: instantSchema,
  })
  .describe('A refused command. It has no `event` and changed nothing.');

/** One event that was emitted, or one command that was refused, of an order. In timeline order. */
export const orderEventEntrySchema = z.union([emittedEventSchema, refusedCommandSchema]);
