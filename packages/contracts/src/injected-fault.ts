import { z } from 'zod';
import { instantSchema } from './primitives.js';
import { webhookEventSchema } from './webhook.js';

/** Faults that a sandbox merchant can request, to test its receiver. */
export const faultKinds = ['wrong_signature', 'stale_timestamp', 'duplicate', 'gap', 'exhaust'] as const;
export const faultKindSchema = z
  .enum(faultKinds)
  .describe(
    '`wrong_signature`, `stale_timestamp` (10 minutes old): sent once, then the right one. `duplicate`: the ' +
      'right one, then the very same again. `gap`: the next event of the order ahead of this one, and again in its ' +
      'turn. `exhaust`: if the next webhook fails, it is `exhausted` after that one attempt; accepted or not, the ' +
      'fault ends with it.',
  );
export type FaultKind = z.infer<typeof faultKindSchema>;

/** How much older than the attempt the timestamp of a `stale_timestamp` is. Receivers tolerate five minutes. */
export const staleBySeconds = 600;

export const injectFaultSchema = z.strictObject({ kind: faultKindSchema });

/** Asked for, and not reported as done. */
export const pendingFaultSchema = z.object({
  kind: faultKindSchema,
  at: instantSchema.describe('When it was asked for.'),
});

/** A receiver's answer to a fault. It never counts as the outcome of an attempt. */
export const faultResultSchema = z.object({
  kind: faultKindSchema,
  webhook_id: z.string().describe('The `webhook-id` of the faulty webhook.'),
  at: instantSchema.describe('When it was sent.'),
  status_code: z.int().nullable().describe('The answer to the faulty webhook; `null`: none.'),
  error_code: z.string().max(64).nullable(),
  handled: z
    .boolean()
    .describe(
      '`true` if a `wrong_signature` or `stale_timestamp` was answered 4xx; if both webhooks of a `duplicate` ' +
        'were answered 2xx; if the early webhook of a `gap` was answered 2xx or 4xx, and the overtaken one 2xx; if ' +
        'the webhook of an `exhaust` failed, and not with 410.',
    ),
});
export type FaultResult = z.infer<typeof faultResultSchema>;

/** The fault that goes out with a delivery. `id` distinguishes it from faults that are asked for later. */
export const releasedFaultSchema = z.discriminatedUnion('kind', [
  z.object({ id: z.uuid(), kind: faultKindSchema.exclude(['gap']) }),
  z.object({
    id: z.uuid(),
    kind: z.literal('gap'),
    /** The event behind this one, which waits for it: posted ahead once, and sent later all the same. */
    ahead: z.object({
      webhook_id: z.string(),
      event: webhookEventSchema,
      sequence: z.int().min(1),
      previous_sequence: z.int().min(0),
      attempt: z.int().min(1),
      body: z.string(),
    }),
  }),
]);
export type ReleasedFault = z.infer<typeof releasedFaultSchema>;

/** The result of a fault in the report of an attempt. */
export const reportedFaultSchema = faultResultSchema.extend({ id: z.uuid() });
export type ReportedFault = z.infer<typeof reportedFaultSchema>;
