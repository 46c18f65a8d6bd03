import { z } from 'zod';
import { etaSchema, shownCourierSchema } from './couriers.js';
import { sealedHeaderSchema } from './endpoint-header.js';
import { coordinatesSchema } from './external-order.js';
import { releasedFaultSchema, reportedFaultSchema } from './injected-fault.js';
import { schemaVersion } from './messages.js';
import { ownerIdSchema } from './owners.js';
import { instantSchema, merchantIdSchema, orderIdSchema, utcDateTimeSchema } from './primitives.js';
import { endpointEventSchema } from './webhook.js';

const ids = {
  delivery_id: z.uuid(),
  order_id: orderIdSchema,
  endpoint_id: z.uuid(),
  /** The owner of the endpoint. */
  merchant_id: ownerIdSchema,
  /** Which release of the delivery this is, from 1. An attempt of an older generation is stale. */
  generation: z.int().min(1),
  /** From 1; keeps counting over replays. */
  attempt: z.int().min(1),
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
  /** The attempt within the current run of the schedule, from 1: a replay restarts it. Always 1 for one that comes early, and does not count. */
  schedule_attempt: z.int().min(1),
  url: z.url(),
  /** Live signing secrets, newest first, each sealed (AES-256-GCM) with `SECRETS_KEY` for this endpoint. */
  sealed_secrets: z.array(z.string()).min(1).max(5),
  /** A header of the merchant's choice, its value sealed (AES-256-GCM) with `SECRETS_KEY` for this endpoint and the URL's origin. */
  header: sealedHeaderSchema.optional(),
  /** Of an endpoint of that format: who signs, with the secret sealed for this endpoint, and what its events say beside the body. */
  open_delivery: z
    .object({
      sealed_secret: z.string(),
      customer_name: z.string(),
      courier: shownCourierSchema.nullable(),
      /** Absent: the order has ended, or the webhook is a test. */
      times: toldTimesSchema.optional(),
      /** Of the courier, to a hundred meters; absent: it is not known, or old. */
      position: coordinatesSchema.optional(),
    })
    .optional(),
  webhook_id: z.string(),
  event: endpointEventSchema,
  sequence: z.int().min(1),
  /** The last sequence addressed to this endpoint for this order; 0 = none. */
  previous_sequence: z.int().min(0),
  replay_id: z.uuid().nullable(),
  /** The exact bytes to POST, as UTF-8 text. */
  body: z.string(),
  traceparent: z.string().nullable(),
  /** Of a platform's endpoint: whose order it is. */
  merchant: z.object({ id: merchantIdSchema, reference: z.string().nullable() }).optional(),
  /** Of a sandbox merchant: the webhook says so. */
  mode: z.literal('sandbox').optional(),
  /** A test that the merchant asked for: in no ledger, sent once, recognised by its report. */
  test: z.literal(true).optional(),
  /** A fault that the sandbox merchant asked for: it goes out beside the right webhook. */
  fault: releasedFaultSchema.optional(),
  /** Nothing is known to wait until this one is settled: its report may wait for others. */
  report_batchable: z.literal(true).optional(),
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
  /** When the attempt began. */
  occurred_at: utcDateTimeSchema,
  /**
   * `gone`: the endpoint answered 410 and asks not to be called again. `deferred`: it was not called, because its origin
   * does not answer at present; this is no attempt, and `retry_in_ms` says when to release it anew.
   */
  outcome: z.enum(attemptOutcomes),
  status_code: z.int().nullable(),
  error_code: z.string().max(64).nullable(),
  /** Details beside the code: an address, a redirect's target, a broken rule. Control characters are escaped. Absent: none. */
  error_detail: z.string().optional(),
  /** No answer at all: timeout or connection error. It narrows the endpoint's window; an answer does not. */
  unreachable: z.boolean(),
  duration_ms: z.number().min(0),
  /** Delay before the next attempt; `null` with outcome `failed` means the schedule is exhausted. */
  retry_in_ms: z.int().min(0).nullable(),
  /** At most 1 KB of the response, control characters escaped. */
  response_excerpt: z.string().nullable(),
  /** Of a test: the `webhook-id` that it was sent with. */
  test_webhook_id: z.string().optional(),
  /** The receiver's answer to the fault that was sent beside it. Absent: none was sent. */
  fault: reportedFaultSchema.optional(),
  /** How long it lingered after its end, to share a report with others. Absent: it was to be reported at once. */
  reported_after_ms: z.int().min(0).optional(),
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
