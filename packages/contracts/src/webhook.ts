import { z } from 'zod';
import { etaSchema, shownCourierSchema } from './couriers.js';
import { courierEvents, webhookEvents } from './events.js';
import { dueStepSchema, orderDueSchema, orderStatusSchema, proofKindSchema } from './order-fields.js';
import { problemIdSchema } from './order-problems.js';
import { orderIdSchema, reasonSchema } from './primitives.js';
import { problemKindSchema } from './reasons.js';

export const webhookEventSchema = z.enum(webhookEvents);
export const endpointEventSchema = z.enum([...webhookEvents, ...courierEvents]);

const common = {
  id: orderIdSchema.describe('The order.'),
  external_id: z.string().describe('As given at creation.'),
  display_id: z.string().describe('As given at creation.'),
  status: orderStatusSchema.describe('Status when the event happened.'),
  updated_at: z.iso
    .datetime({ precision: 3 })
    .describe('When the event happened, UTC with milliseconds. Strictly rises per order.'),
  external_data: z
    .record(z.string(), z.unknown())
    .describe('As given at creation, the very same text. `{}` when none was given.'),
};

export const statusChangedBodySchema = z
  .strictObject({
    ...common,
    event: z.literal('status_changed'),
    previous_status: orderStatusSchema,
    reason: reasonSchema.optional().describe('With canceled and delivery_failed, where one was given.'),
    tracking_url: z.string().optional().describe('When it is known.'),
  })
  .describe('The order has another status. Not sent for its creation.');

export const deliveryRequestedBodySchema = z
  .strictObject({ ...common, event: z.literal('delivery_requested') })
  .describe('The order became ready: a courier is asked for.');

/** Exactly the eight fields of spec 6.1. */
export const trackingUrlAddedBodySchema = z
  .strictObject({ ...common, event: z.literal('tracking_url_added'), tracking_url: z.string() })
  .describe('The tracking URL was set, or replaced by another.');

export const orderChangedBodySchema = z
  .strictObject({
    ...common,
    event: z.literal('order_changed'),
    changed: z.array(z.string()).min(1).describe('JSON pointers into the order as it is read, without values.'),
  })
  .describe('The content of the order was changed.');

export const orderDueBodySchema = z
  .strictObject({ ...common, event: z.literal('order_due'), due: orderDueSchema })
  .describe('It is time to prepare the order.');

export const orderLateBodySchema = z
  .strictObject({ ...common, event: z.literal('order_late'), missed: dueStepSchema, due: orderDueSchema })
  .describe('The order has not come to the step `missed` in time.');

export const courierAssignedBodySchema = z
  .strictObject({
    ...common,
    event: z.literal('courier_assigned'),
    courier: shownCourierSchema.extend({
      name: shownCourierSchema.shape.name.nullable().describe('`null` once it was erased.'),
    }),
  })
  .describe('A courier is named, or another one is.');

export const courierUnassignedBodySchema = z
  .strictObject({ ...common, event: z.literal('courier_unassigned') })
  .describe('The courier’s system that had accepted the order has it no more.');

export const courierNotFoundBodySchema = z
  .strictObject({ ...common, event: z.literal('courier_not_found') })
  .describe('The order is ready, and no courier’s system has accepted it in time.');

export const etaChangedBodySchema = z
  .strictObject({ ...common, event: z.literal('eta_changed'), eta: etaSchema })
  .describe('The courier is expected at another time.');

export const proofAddedBodySchema = z
  .strictObject({ ...common, event: z.literal('proof_added'), kind: proofKindSchema })
  .describe('A proof of the delivery was added or replaced: read its link from the order.');

export const customerErasedBodySchema = z
  .strictObject({ ...common, event: z.literal('customer_erased') })
  .describe('The customer’s data was erased on request, `external_data` with it: erase your copy.');

export const deliveryProblemBodySchema = z
  .strictObject({
    ...common,
    event: z.literal('delivery_problem'),
    problem_id: problemIdSchema.describe('The answer needs it.'),
    kind: problemKindSchema,
  })
  .describe('The courier has a problem and waits for an answer: read its text from the order.');

/** Bodies of the requested events of orders. */
export const requestedBodySchema = z.discriminatedUnion('event', [
  orderChangedBodySchema,
  orderDueBodySchema,
  orderLateBodySchema,
  courierAssignedBodySchema,
  courierUnassignedBodySchema,
  courierNotFoundBodySchema,
  etaChangedBodySchema,
  proofAddedBodySchema,
  customerErasedBodySchema,
  deliveryProblemBodySchema,
]);

/** Body of every webhook about an order that merchants receive. */
export const webhookBodySchema = z.discriminatedUnion('event', [
  statusChangedBodySchema,
  deliveryRequestedBodySchema,
  trackingUrlAddedBodySchema,
  ...requestedBodySchema.options,
]);
export type WebhookBody = z.infer<typeof webhookBodySchema>;
