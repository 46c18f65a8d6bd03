import { z } from 'zod';
import { claimIdSchema, courierSchema, courierSystemIdSchema, etaSchema } from './couriers.js';
import { orderChangesSchema, orderContentSchema } from './external-order.js';
import {
  type DueStep,
  handoverCodeSchema,
  handoverRequestSchema,
  type OrderDue,
  orderStatusSchema,
  proofKindSchema,
} from './order-fields.js';
import { problemAnswerSchema, problemIdSchema, reportedProblemSchema } from './order-problems.js';
import { merchantIdSchema, orderIdSchema, parseUrl, reasonSchema, utcDateTimeSchema } from './primitives.js';
import { declineReasonCodeSchema } from './reasons.js';
import { sandboxSubmissionSchema } from './sandbox.js';

/** The schema version that this release writes into every message. */
export const schemaVersion = 1;

const envelope = {
  id: z.string().min(1).max(128),
  schema_version: z.literal(schemaVersion),
  occurred_at: utcDateTimeSchema,
};

/** The merchant's commands, which intake-api publishes to the exchange `orders`. */
const fromMerchant = { ...envelope, order_id: orderIdSchema, merchant_id: merchantIdSchema };

export const orderSubmittedSchema = z.object({
  ...fromMerchant,
  type: z.literal('order.submitted'),
  /**
   * `external_data` is JSON text exactly as sent (an object), `{}` when absent. `sandbox` is present if and only if the
   * merchant is a sandbox merchant.
   */
  payload: z.object({
    order: orderContentSchema,
    external_data: z.string(),
    sandbox: sandboxSubmissionSchema.optional(),
    handover: handoverRequestSchema.optional(),
  }),
});

/** A command that may overtake its order waits for it, but not where its caller sends it again after a 404. */
const park = z
  .literal(false)
  .optional()
  .describe('Refused where there is no such order. Absent: it waits for its order.');

export const readyRequestedSchema = z.object({
  ...fromMerchant,
  park,
  type: z.literal('order.ready_requested'),
  payload: z.object({}),
});

export const cancelRequestedSchema = z.object({
  ...fromMerchant,
  park,
  type: z.literal('order.cancel_requested'),
  payload: z.object({ reason: reasonSchema.optional() }),
});

export const changeRequestedSchema = z.object({
  ...fromMerchant,
  type: z.literal('order.change_requested'),
  payload: z.object({
    changes: orderChangesSchema,
    versions: z.array(z.int()).optional().describe('The content must have one of these versions. Absent: any will do.'),
  }),
});

/** No order, no problem: an answer waits for neither. */
export const problemAnsweredSchema = z.object({
  ...fromMerchant,
  park: z.literal(false),
  type: z.literal('order.problem_answered'),
  payload: problemAnswerSchema.extend({
    problem_id: problemIdSchema.optional().describe('Absent: it answers every open problem of the order.'),
  }),
});

const aheadMaxMs = 24 * 3_600_000;

/** A report from far ahead would make every later one of its source stale, for as long as that takes to come. */
export const isFarAhead = (occurredAt: string | undefined, nowMs: number): boolean =>
  occurredAt !== undefined && Date.parse(occurredAt) - nowMs > aheadMaxMs;

/** Names a courier's system, not a person. Times of different systems are never compared. */
export const reportSourceSchema = z
  .string()
  .regex(/^[A-Za-z0-9_.:-]{1,64}$/, 'expected the name of a system: 1 to 64 characters out of A-Z a-z 0-9 _ . : -');

/**
 * A report by a call of the operator API or the sandbox, which order-state decides at once: it is in no queue. Without
 * `occurred_at` the order of arrival counts; with it, a report is stale that is strictly earlier than the last one of
 * its type and `source` that took effect.
 */
const fromCall = {
  ...envelope,
  occurred_at: utcDateTimeSchema.optional(),
  source: reportSourceSchema.optional(),
  order_id: orderIdSchema,
  merchant_id: merchantIdSchema.optional(),
};

export const statusReportedSchema = z.object({
  ...fromCall,
  type: z.literal('status.reported'),
  payload: z.object({ status: orderStatusSchema, reason: reasonSchema.optional() }),
});

const trackingUrlMax = 2048;

/** It is shown to customers as a link, so nothing of it may make it look like another one. */
const isPlain = (text: string): boolean => {
  if (/[\p{Cc}\p{Cf}]/u.test(text)) return false;
  const url = parseUrl(text);
  return url === undefined || (url.username === '' && url.password === '');
};

/** Absolute http or https URL, as the URL standard writes it: quotes, angle brackets and blanks are percent-encoded. */
export const trackingUrlSchema = z
  .string()
  .max(trackingUrlMax)
  .refine(isPlain, 'expected a URL without user name, control characters or formatting characters')
  .check(z.url({ protocol: /^https?$/, error: 'expected an absolute http or https URL' }))
  .overwrite((text) => parseUrl(text)?.href ?? text)
  .refine((text) => text.length <= trackingUrlMax, {
    error: `expected at most ${trackingUrlMax} characters once it is percent-encoded`,
  });

/** A picture or a signature, where the courier's system keeps it: shown to the merchant alone, until it expires. */
export const proofSchema = z.object({
  kind: proofKindSchema.default('other'),
  url: trackingUrlSchema.refine((url) => url.startsWith('https://'), 'expected an https URL'),
  expires_at: utcDateTimeSchema,
});
export type Proof = z.infer<typeof proofSchema>;

export const trackingUrlReportedSchema = z.object({
  ...fromCall,
  type: z.literal('tracking_url.reported'),
  payload: z.object({ tracking_url: trackingUrlSchema }),
});

/**
 * The commands and reports of a courier's system through `/courier/v1`. intake-api authenticates the system and
 * publishes them to the exchange `orders`. The system is the source of its reports.
 */
const fromCourierSystem = {
  ...envelope,
  occurred_at: utcDateTimeSchema.optional(),
  courier_system_id: courierSystemIdSchema,
  claim_id: claimIdSchema
    .optional()
    .describe('Under which claim the system does so: it takes no effect under a later one. Absent: under any.'),
  order_id: orderIdSchema,
  merchant_id: merchantIdSchema.optional(),
};

export const courierAcceptRequestedSchema = z.object({
  ...fromCourierSystem,
  type: z.literal('courier.accept_requested'),
  payload: z.object({}),
});

export const courierReleaseRequestedSchema = z.object({
  ...fromCourierSystem,
  claim_id: claimIdSchema,
  type: z.literal('courier.release_requested'),
  payload: z.object({}),
});

export const courierReportedSchema = z.object({
  ...fromCourierSystem,
  type: z.literal('courier.reported'),
  payload: z.object({ courier: courierSchema }),
});

export const courierStatusReportedSchema = z.object({
  ...fromCourierSystem,
  type: z.literal('courier.status_reported'),
  payload: statusReportedSchema.shape.payload,
});

export const courierTrackingUrlReportedSchema = z.object({
  ...fromCourierSystem,
  type: z.literal('courier.tracking_url_reported'),
  payload: trackingUrlReportedSchema.shape.payload,
});

export const courierEtaReportedSchema = z.object({
  ...fromCourierSystem,
  type: z.literal('courier.eta_reported'),
  payload: etaSchema,
});

export const courierHandoverReportedSchema = z.object({
  ...fromCourierSystem,
  type: z.literal('courier.handover_reported'),
  payload: z.object({ code: handoverCodeSchema.optional(), proof: proofSchema.optional() }),
});

export const courierProblemReportedSchema = z.object({
  ...fromCourierSystem,
  type: z.literal('courier.problem_reported'),
  payload: reportedProblemSchema,
});

export const courierDeclineRequestedSchema = z.object({
  ...fromCourierSystem,
  type: z.literal('courier.decline_requested'),
  payload: z.object({ code: declineReasonCodeSchema }),
});

/** Every message of the queue `order-state.orders`. */
export const orderMessageSchema = z.discriminatedUnion('type', [
  orderSubmittedSchema,
  readyRequestedSchema,
  cancelRequestedSchema,
  changeRequestedSchema,
  problemAnsweredSchema,
  courierAcceptRequestedSchema,
  courierReleaseRequestedSchema,
  courierReportedSchema,
  courierStatusReportedSchema,
  courierTrackingUrlReportedSchema,
  courierEtaReportedSchema,
  courierHandoverReportedSchema,
  courierProblemReportedSchema,
  courierDeclineRequestedSchema,
]);
export type QueuedOrderMessage = z.infer<typeof orderMessageSchema>;

/** A message that waits in the database: one of the queue, or a report of a call. */
export const waitingMessageSchema = z.discriminatedUnion('type', [
  ...orderMessageSchema.options,
  statusReportedSchema,
  trackingUrlReportedSchema,
]);

/** A time of an order has come. order-state tells itself; it is in no queue. */
export type DueReached = Omit<z.infer<typeof readyRequestedSchema>, 'type' | 'payload'> & {
  type: 'order.due_reached';
  payload:
    | (({ event: 'order_due' } | { event: 'order_late'; missed: DueStep }) & { due: OrderDue })
    | { event: 'eta_changed' }
    | { event: 'courier_not_found' }
    | { event: 'customer_erased' };
};

/** Whatever is decided about an order. */
export type OrderMessage = QueuedOrderMessage | StatusReported | TrackingUrlReported | DueReached;
export type OrderSubmitted = z.infer<typeof orderSubmittedSchema>;
export type CancelRequested = z.infer<typeof cancelRequestedSchema>;
export type ChangeRequested = z.infer<typeof changeRequestedSchema>;
export type ProblemAnswered = z.infer<typeof problemAnsweredSchema>;
export type StatusReported = z.infer<typeof statusReportedSchema>;
export type TrackingUrlReported = z.infer<typeof trackingUrlReportedSchema>;
export type CourierAcceptRequested = z.infer<typeof courierAcceptRequestedSchema>;
export type CourierReported = z.infer<typeof courierReportedSchema>;
export type CourierStatusReported = z.infer<typeof courierStatusReportedSchema>;
export type CourierTrackingUrlReported = z.infer<typeof courierTrackingUrlReportedSchema>;
export type CourierHandoverReported = z.infer<typeof courierHandoverReportedSchema>;
export type CourierDeclineRequested = z.infer<typeof courierDeclineRequestedSchema>;
export type CourierProblemReported = z.infer<typeof courierProblemReportedSchema>;
export type CourierEtaReported = z.infer<typeof courierEtaReportedSchema>;
/** A report, of which a later one of its type and source makes an earlier one stale. */
export type Report =
  | StatusReported
  | TrackingUrlReported
  | CourierReported
  | CourierStatusReported
  | CourierTrackingUrlReported
  | CourierEtaReported;
/** A message of an authenticated courier's system. */
export type CourierMessage = Extract<OrderMessage, { courier_system_id: string }>;
