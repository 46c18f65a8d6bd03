import { z } from 'zod';
import { etaSchema, ownerIdSchema, shownCourierSchema } from './couriers.js';
import { sealedHeaderSchema } from './endpoint-header.js';
import { coordinatesSchema } from './external-order.js';
import { releasedFaultSchema, reportedFaultSchema } from './injected-fault.js';
import { schemaVersion } from './messages.js';
import { instantSchema, merchantIdSchema, orderIdSchema, utcDateTimeSchema } from './primitives.js';
import { endpointEventSchema } from './webhook.js';

const ids = {
  delivery_id: z.uuid(),
  order_id: orderIdSchema,
  endpoint_id: z.uuid(),
  owner_id: ownerIdSchema.describe('The owner of the endpoint.'),
  generation: z
    .int()
    .min(1)
    .describe('Which release of the delivery this is, from 1. An attempt of an older generation is stale.'),
  attempt: z.int().min(1).describe('From 1; keeps counting over replays.'),
  revision: z
    .int()
    .min(1)
    .describe(
      'The configuration of the endpoint that this goes to. A result of an older one does not judge the endpoint.',
    ),
};

/** When an order under way came, was fetched and is expected, as it is now. `delivered_by`: of its `due`. */
const toldTimesSchema = z.object({
  created_at: instantSchema,
  picked_up_at: instantSchema.nullable(),
  delivered_by: instantSchema.nullable(),
  eta: etaSchema.nullable(),
});
export type ToldTimes = z.infer<typeof toldTimesSchema>;

/** One webhook to send now: published by order-state to `webhook-dispatcher.deliveries`, complete in itself. */
export const deliveryReleasedSchema = z.object({
  schema_version: z.literal(schemaVersion),
  type: z.literal('delivery.released'),
  ...ids,
  url: z.url(),
  sealed_secrets: z
    .array(z.string())
    .min(1)
    .max(5)
    .describe(
      'Live signing keys (`whsec_…` or `whsk_…`), newest first, each sealed with `SECRETS_KEY` for this endpoint.',
    ),
  header: sealedHeaderSchema
    .optional()
    .describe('A header of the merchant’s choice; its value is sealed for this endpoint and the URL’s origin.'),
  /**
   * Only for endpoints of that format: the signing client, its secret sealed for this endpoint, and the facts besides
   * the body.
   */
  open_delivery: z
    .object({
      sealed_secret: z.string(),
      customer_name: z.string(),
      courier: shownCourierSchema.nullable(),
      times: toldTimesSchema.optional().describe('Absent: the order has ended, or the webhook is a test.'),
      position: coordinatesSchema
        .optional()
        .describe('The courier’s place, accurate to a hundred meters; absent: unknown or old.'),
    })
    .optional(),
  webhook_id: z.string(),
  event: endpointEventSchema,
  sequence: z.int().min(1),
  previous_sequence: z.int().min(0).describe('The last sequence addressed to this endpoint for this order; 0 = none.'),
  replay_id: z.uuid().nullable(),
  body: z.string().describe('The exact bytes to POST, as UTF-8 text.'),
  traceparent: z.string().nullable(),
  merchant: z
    .object({ id: merchantIdSchema, reference: z.string().nullable() })
    .optional()
    .describe('Only for a platform’s endpoint: the merchant of the order.'),
  mode: z.literal('sandbox').optional().describe('Only for sandbox merchants: the webhook says so.'),
  test: z
    .literal(true)
    .optional()
    .describe('A test that the merchant asked for: in no ledger, sent once, recognised by its report.'),
  fault: releasedFaultSchema
    .optional()
    .describe('A fault that the sandbox merchant asked for: it goes out beside the right webhook.'),
  report_batchable: z
    .literal(true)
    .optional()
    .describe('Nothing is known to wait until this one is settled: its report may wait for others.'),
});
export type DeliveryReleased = z.infer<typeof deliveryReleasedSchema>;

/** The place that an endpoint's signing secrets are sealed for: they open for no other endpoint. */
export const endpointSecretOf = (endpointId: string): string => `endpoint secret of ${endpointId}`;

export const attemptOutcomes = ['delivered', 'failed', 'gone', 'deferred'] as const;

/** The result of one attempt. */
export const deliveryAttemptedSchema = z.object({
  schema_version: z.literal(schemaVersion),
  type: z.literal('delivery.attempted'),
  ...ids,
  occurred_at: utcDateTimeSchema.describe('When the attempt began.'),
  /**
   * `gone`: the endpoint answered 410 and asks not to be called again. `deferred`: it was not called, because its
   * origin does not answer at present; this is no attempt.
   */
  outcome: z.enum(attemptOutcomes),
  status_code: z.int().nullable(),
  error_code: z.string().max(64).nullable(),
  error_detail: z
    .string()
    .optional()
    .describe('Details: an address, a redirect’s target, a broken rule. Control characters are escaped. Absent: none.'),
  unreachable: z
    .boolean()
    .describe('No answer at all: timeout or connection error. It narrows the endpoint’s window; an answer does not.'),
  duration_ms: z.number().min(0),
  retry_after_ms: z
    .int()
    .min(0)
    .optional()
    .describe('The `Retry-After` of the answer, in milliseconds from the answer. Absent: it has none.'),
  response_excerpt: z.string().nullable().describe('At most 1 KB of the response, control characters escaped.'),
  test_webhook_id: z.string().optional().describe('Only for a test: its `webhook-id`.'),
  fault: reportedFaultSchema
    .optional()
    .describe('The receiver’s answer to the fault that was sent beside it. Absent: none was sent.'),
  reported_after_ms: z
    .int()
    .min(0)
    .optional()
    .describe(
      'How long it lingered after its end, to share a report with others. Absent: it was to be reported at once.',
    ),
});
export type DeliveryAttempted = z.infer<typeof deliveryAttemptedSchema>;

/** Attempts in one report at most. A report is refused as a whole, so it should be small. */
export const reportedAttemptsMax = 25;

/** The results of some attempts, published by webhook-dispatcher to `order-state.attempts`. */
export const attemptsReportedSchema = z.object({
  schema_version: z.literal(schemaVersion),
  type: z.literal('attempts.reported'),
  attempts: z.array(deliveryAttemptedSchema).min(1).max(reportedAttemptsMax),
});
export type AttemptsReported = z.infer<typeof attemptsReportedSchema>;
