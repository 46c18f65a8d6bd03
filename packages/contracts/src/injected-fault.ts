import { z } from 'zod';
import { instantSchema } from './primitives.js';
import { webhookEventSchema } from './webhook.js';

/** Faults that a sandbox merchant may ask for, to see how its receiver takes them. */
export const faultKinds = ['wrong_signature', 'stale_timestamp', 'duplicate', 'gap', 'exhaust'] as const;
export const faultKindSchema = z.enum(faultKinds);
export type FaultKind = z.infer<typeof faultKindSchema>;

/** How much older than the attempt the timestamp of a `stale_timestamp` is. Receivers tolerate five minutes. */
export const staleBySeconds = 600;

export const injectFaultSchema = z.strictObject({ kind: faultKindSchema });

/** Asked for, and not reported as done. */
export const pendingFaultSchema = z.object({ kind: faultKindSchema, at: instantSchema });

/** A receiver's answer to a fault. It never counts as the outcome of an attempt. */
export const faultResultSchema = z.object({
  kind: faultKindSchema,
  /** Of the faulty webhook. */
  webhook_id: z.string(),
  /** When it was sent. */
  at: instantSchema,
  status_code: z.int().nullable(),
  error_code: z.string().max(64).nullable(),
  /**
   * `wrong_signature`, `stale_timestamp`: it was refused with 4xx. `duplicate`: both were answered 2xx. `gap`: the one ahead
   * was answered 2xx or 4xx, and the held one behind it 2xx. `exhaust`: the
   * webhook itself was not taken, and is exhausted.
   */
  handled: z.boolean(),
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
