import { z } from 'zod';
import { courierEventSchema } from './couriers.js';
import { deliveryListQuerySchema } from './list-queries.js';
import {
  attemptViewSchema,
  createEndpointSchema,
  deliveryViewSchema,
  endpointChangesSchema,
  endpointSettingsSchema,
  endpointViewSchema,
  eventFilterOf,
  replayRangeOf,
  replayViewSchema,
} from './management-api.js';

/** Webhooks of couriers' systems: as those of merchants, with the events of `/courier/v1/events`. `null` or absent: all of them. */
const events = eventFilterOf(courierEventSchema);

export const createCourierEndpointSchema = createEndpointSchema
  .omit({ format: true, oauth_client_id: true })
  .extend({ events });
export const courierEndpointSettingsSchema = endpointSettingsSchema.omit({ oauth_client_id: true }).extend({ events });
export const courierEndpointChangesSchema = endpointChangesSchema.omit({ oauth_client_id: true }).extend({ events });

export const courierEndpointViewSchema = endpointViewSchema.extend({ events: z.array(courierEventSchema).nullable() });
export const courierEndpointWithSecretSchema = courierEndpointViewSchema.extend({
  secret: z.string().startsWith('whsec_'),
});

export const testCourierEndpointSchema = z.strictObject({ event: courierEventSchema.optional() });

export const courierWebhookDeliveryListQuerySchema = deliveryListQuerySchema.extend({
  event: courierEventSchema.optional(),
});
export const courierWebhookDeliverySchema = deliveryViewSchema.extend({ event: courierEventSchema });
export type CourierWebhookDelivery = z.infer<typeof courierWebhookDeliverySchema>;
export const courierWebhookDeliveryWithAttemptsSchema = courierWebhookDeliverySchema.extend({
  attempts: z.array(attemptViewSchema),
});
export type CourierWebhookDeliveryWithAttempts = z.infer<typeof courierWebhookDeliveryWithAttemptsSchema>;

export const createCourierReplaySchema = replayRangeOf(events);
export const courierReplayViewSchema = replayViewSchema.extend({ events: z.array(courierEventSchema).nullable() });
