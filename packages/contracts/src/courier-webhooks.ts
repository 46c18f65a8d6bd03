import { z } from 'zod';
import { courierEventSchema } from './couriers.js';
import { eventFilterOf, settingsOfMerchants } from './endpoint-settings.js';
import { deliveryListQuerySchema } from './list-queries.js';
import {
  attemptViewSchema,
  createEndpointSchema,
  deliveryViewSchema,
  endpointChangesSchema,
  endpointViewSchema,
  endpointWithSecretSchema,
  ensuredFields,
  ensureEndpointSchema,
  leftOutOf,
  replayOf,
  replayViewSchema,
  testedEventOf,
} from './management-api.js';
import { orderIdSchema } from './primitives.js';

/** Webhooks of couriers' systems: like those of merchants, with the events of `/courier/v1/events`. */
const eventFilterSchema = eventFilterOf(courierEventSchema).nullish();
const events = eventFilterSchema.describe('Which events to send. `null`: all.');

export const createCourierEndpointSchema = createEndpointSchema
  .omit({ format: true, oauth_client_id: true, ...settingsOfMerchants })
  .extend({ events })
  .describe(leftOutOf.creation);
export const ensureCourierEndpointSchema = ensureEndpointSchema
  .omit({ format: true, oauth_client_id: true, ...settingsOfMerchants })
  .extend({ events })
  .describe(leftOutOf.ensuring);
export const courierEndpointChangesSchema = endpointChangesSchema
  .omit({ oauth_client_id: true, ...settingsOfMerchants })
  .extend({ events })
  .describe(leftOutOf.changes);

export const courierEndpointViewSchema = endpointViewSchema.extend({
  events: z.array(courierEventSchema).nullable().describe('`null`: all.'),
});
export const courierEnsuredEndpointSchema = courierEndpointViewSchema.extend(ensuredFields);
export const courierEndpointWithSecretSchema = courierEndpointViewSchema.extend({
  secret: endpointWithSecretSchema.shape.secret,
});

export const testCourierEndpointSchema = z.strictObject({ event: testedEventOf(courierEventSchema) });

export const courierWebhookDeliveryListQuerySchema = deliveryListQuerySchema.extend({
  event: courierEventSchema.optional().describe('Only those of this event.'),
});
export const courierWebhookDeliverySchema = deliveryViewSchema
  .extend({ event: courierEventSchema, order_id: orderIdSchema.describe('The delivery that the webhook is about.') })
  .describe('One event for one endpoint.');
export type CourierWebhookDelivery = z.infer<typeof courierWebhookDeliverySchema>;
export const courierWebhookDeliveryWithAttemptsSchema = courierWebhookDeliverySchema.extend({
  attempts: z.array(attemptViewSchema),
});
export type CourierWebhookDeliveryWithAttempts = z.infer<typeof courierWebhookDeliveryWithAttemptsSchema>;

export const createCourierReplaySchema = replayOf(eventFilterSchema);
export const courierReplayViewSchema = replayViewSchema.extend({ events: z.array(courierEventSchema).nullable() });
