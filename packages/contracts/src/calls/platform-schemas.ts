import * as contracts from '../index.js';
import type { NamedSchemas } from './call.js';
import { merchantSchemas } from './merchant-schemas.js';

const [feedStatusChanged, feedDeliveryRequested, feedTrackingUrlAdded, feedRequested, feedOperational] =
  contracts.platformFeedEventSchema.options;

/** Every schema of the platforms' API under its published name. */
export const platformSchemas: NamedSchemas = {
  ...merchantSchemas,
  CreateEndpoint: contracts.createPlatformEndpointSchema,
  EnsureEndpoint: contracts.ensurePlatformEndpointSchema,
  EndpointChanges: contracts.platformEndpointChangesSchema,
  WebhookDelivery: contracts.platformWebhookDeliverySchema,
  WebhookDeliveryList: contracts.listSchema(contracts.platformWebhookDeliverySchema),
  WebhookDeliveryWithAttempts: contracts.platformWebhookDeliveryWithAttemptsSchema,
  FeedStatusChanged: feedStatusChanged,
  FeedDeliveryRequested: feedDeliveryRequested,
  FeedTrackingUrlAdded: feedTrackingUrlAdded,
  FeedRequested: feedRequested,
  FeedOperational: feedOperational,
  FeedEvent: contracts.platformFeedEventSchema,
  FeedPage: contracts.platformFeedPageSchema,
  CreateMerchant: contracts.createOwnMerchantSchema,
  MerchantCreated: contracts.merchantCreatedSchema,
  Merchant: contracts.merchantViewSchema,
  PatchMerchant: contracts.patchOwnMerchantSchema,
  TokenCreated: contracts.tokenCreatedSchema,
  CreatePortalLink: contracts.createOwnPortalLinkSchema,
  PortalLink: contracts.portalLinkSchema,
  PortalSessionList: contracts.portalSessionListSchema,
  Summary: contracts.platformSummarySchema,
  CreateOwnToken: contracts.createOwnPlatformTokenSchema,
  OwnTokenCreated: contracts.platformTokenCreatedSchema,
  OwnTokenList: contracts.platformTokenListSchema,
  RotateOwnKey: contracts.rotateOwnKeySchema,
  OwnKeyRotated: contracts.platformKeyRotatedSchema,
  Usage: contracts.usageSchema,
  UsageMonths: contracts.usageMonthsSchema,
  MerchantUsage: contracts.merchantUsageSchema,
};
