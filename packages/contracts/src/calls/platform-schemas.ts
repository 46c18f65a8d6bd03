import * as contracts from '../index.js';
import type { NamedSchemas } from './call.js';
import { merchantSchemas } from './merchant-schemas.js';

/** Schemas that platforms share with merchants. */
const sharedNames: readonly string[] = [
  ...['EndpointType', 'EndpointHeader', 'MaskedHeader', 'EndpointChanges'],
  ...['EndpointReference', 'EnsuredEndpoint', 'CreateEndpoint', 'Endpoint', 'EndpointList', 'EndpointWithSecret'],
  ...['EndpointTest', 'RotateSecret', 'WebhookKeys'],
  ...['TestEndpoint', 'EndpointTestStarted', 'EndpointHistory'],
  ...['Attempt', 'SentRequests', 'PulledMessage', 'PulledMessageList', 'Ack'],
  ...['AckResult', 'BlockedBy', 'WebhookPreview', 'ReplayPreview', 'Replay', 'ReplayList'],
  ...['CatchUp', 'OrderId', 'OrderStatus', 'Reason', 'OrderDue'],
  ...['WebhookEvent', 'InjectFault', 'FaultKind', 'PendingFault', 'FaultResult', 'WebhookDeliveryState'],
  ...['CreateReplay', 'StatusChanged', 'DeliveryRequested', 'TrackingUrlAdded'],
  ...['OrderChanged', 'OrderDueReached', 'OrderLate', 'CourierAssigned', 'CourierUnassigned'],
  ...['CourierNotFound', 'Eta', 'EtaChanged', 'ProofAdded', 'CustomerErased', 'DeliveryProblem', 'EndpointFailing'],
  ...[
    'EndpointRecovered',
    'EndpointDisabled',
    'EndpointNotFetching',
    'EndpointFetching',
    'DeliveryExhausted',
    'RateLimited',
  ],
  ...['Contact', 'ContactList', 'ActivityAction', 'Activity', 'ActivityList'],
];
const shared = Object.fromEntries(Object.entries(merchantSchemas).filter(([name]) => sharedNames.includes(name)));

const [feedStatusChanged, feedDeliveryRequested, feedTrackingUrlAdded, feedRequested, feedOperational] =
  contracts.platformFeedEventSchema.options;

/** Every schema of the platforms' API under its published name. */
export const platformSchemas: NamedSchemas = {
  ...shared,
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
  EndpointHealth: contracts.endpointHealthSchema,
  Merchant: contracts.merchantViewSchema,
  MerchantListEntry: contracts.merchantListEntrySchema,
  MerchantList: contracts.listSchema(contracts.merchantListEntrySchema),
  PatchMerchant: contracts.patchOwnMerchantSchema,
  TokenCreated: contracts.tokenCreatedSchema,
  StoreRef: contracts.storeRefSchema,
  Address: contracts.addressSchema,
  Store: contracts.storeSchema,
  StoreSettings: contracts.storeSettingsSchema,
  StoreList: contracts.listSchema(contracts.storeSchema),
  CreatePortalLink: contracts.createOwnPortalLinkSchema,
  PortalLink: contracts.portalLinkSchema,
  PortalSessionList: contracts.portalSessionListSchema,
  Summary: contracts.platformSummarySchema,
  CreateOwnToken: contracts.createOwnPlatformTokenSchema,
  OwnTokenCreated: contracts.platformTokenCreatedSchema,
  OwnTokenList: contracts.platformTokenListSchema,
  RotateOwnKey: contracts.rotateOwnKeySchema,
  OwnKeyRotated: contracts.platformKeyRotatedSchema,
  OrderTimes: contracts.orderTimesSchema,
  Usage: contracts.usageSchema,
  UsageMonths: contracts.usageMonthsSchema,
  MerchantUsage: contracts.merchantUsageSchema,
  MerchantUsageList: contracts.listSchema(contracts.merchantUsageSchema),
  FieldError: contracts.fieldErrorSchema,
  Problem: contracts.problemSchema,
};
