import { z } from 'zod';
import { settingsOfMerchants } from './endpoint-settings.js';
import {
  attemptViewSchema,
  createEndpointSchema,
  deliveryViewSchema,
  endpointChangesSchema,
  ensureEndpointSchema,
  leftOutOf,
} from './management-api.js';
import {
  feedDeliveryRequestedSchema,
  feedOperationalSchema,
  feedPageSchema,
  feedRequestedSchema,
  feedStatusChangedSchema,
  feedTrackingUrlAddedSchema,
} from './order-events.js';
import { merchantIdSchema } from './primitives.js';

/** Webhooks of platforms: as those of merchants, of all of its merchants of one mode. */
export const createPlatformEndpointSchema = createEndpointSchema
  .omit({ format: true, oauth_client_id: true, ...settingsOfMerchants })
  .describe(leftOutOf.creation);
export const ensurePlatformEndpointSchema = ensureEndpointSchema
  .omit({ format: true, oauth_client_id: true, ...settingsOfMerchants })
  .describe(leftOutOf.ensuring);
export const platformEndpointChangesSchema = endpointChangesSchema
  .omit({ oauth_client_id: true, ...settingsOfMerchants })
  .describe(leftOutOf.changes);

const ofMerchant = { merchant_id: merchantIdSchema.describe('The merchant that it is about.') };

export const platformWebhookDeliverySchema = deliveryViewSchema
  .extend(ofMerchant)
  .describe('One event for one endpoint.');
export type PlatformWebhookDelivery = z.infer<typeof platformWebhookDeliverySchema>;
export const platformWebhookDeliveryWithAttemptsSchema = platformWebhookDeliverySchema.extend({
  attempts: z.array(attemptViewSchema),
});

const inFeed = { ...ofMerchant, reference: z.string().nullable().describe('As it is now.') };
export const platformFeedEventSchema = z
  .discriminatedUnion('event', [
    feedStatusChangedSchema.extend(inFeed),
    feedDeliveryRequestedSchema.extend(inFeed),
    feedTrackingUrlAddedSchema.extend(inFeed),
    feedRequestedSchema.extend(inFeed),
    feedOperationalSchema.extend(inFeed),
  ])
  .describe('An event among those of all of your merchants: the one whose webhook has this order and this sequence.');
export const platformFeedPageSchema = feedPageSchema.extend({ data: z.array(platformFeedEventSchema) });
