import {
  auditSchema,
  createMerchantSchema,
  deadLetterSchema,
  endpointViewSchema,
  fieldErrorSchema,
  listSchema,
  merchantCreatedSchema,
  merchantViewSchema,
  operatorEndpointSchema,
  orderIdSchema,
  orderStatusSchema,
  orderSummarySchema,
  patchMerchantSchema,
  problemSchema,
  reasonSchema,
  reportStatusSchema,
  reportTrackingUrlSchema,
  timelineEntrySchema,
  timelineSchema,
  tokenCreatedSchema,
  webhookEventSchema,
} from '@delivery/contracts';
import type { NamedSchemas } from './convert-schemas.js';

/** A merchant in a list comes without its endpoints, which one of them shows. */
const merchantListEntrySchema = merchantViewSchema.omit({ webhook_endpoints: true });

/** Every schema of the operator API under its published name. */
export const operatorSchemas: NamedSchemas = {
  OrderId: orderIdSchema,
  OrderStatus: orderStatusSchema,
  Reason: reasonSchema,
  WebhookEvent: webhookEventSchema,
  CreateMerchant: createMerchantSchema,
  MerchantCreated: merchantCreatedSchema,
  Endpoint: endpointViewSchema,
  Merchant: merchantViewSchema,
  MerchantListEntry: merchantListEntrySchema,
  MerchantList: listSchema(merchantListEntrySchema),
  PatchMerchant: patchMerchantSchema,
  TokenCreated: tokenCreatedSchema,
  ReportStatus: reportStatusSchema,
  ReportTrackingUrl: reportTrackingUrlSchema,
  OrderSummary: orderSummarySchema,
  TimelineEntry: timelineEntrySchema,
  Timeline: timelineSchema,
  DeadLetter: deadLetterSchema,
  DeadLetterList: listSchema(deadLetterSchema),
  OperatorEndpoint: operatorEndpointSchema,
  Audit: auditSchema,
  FieldError: fieldErrorSchema,
  Problem: problemSchema,
};
