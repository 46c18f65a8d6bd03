import { z } from 'zod';
import { instantSchema } from './primitives.js';
import { webhookEventSchema } from './webhook.js';

/** Faults that a sandbox merchant may ask for, to see how its receiver takes them. */
export const misbehaviourKinds = ['wrong_signature', 'stale_timestamp', 'duplicate', 'gap', 'exhaust'] as const;
export const misbehaviourKindSchema = z.enum(misbehaviourKinds);
export type MisbehaviourKind = z.infer<typeof misbehaviourKindSchema>;

/** How much older than the attempt the timestamp of a `stale_timestamp` is. Receivers tolerate five minutes. */
export const staleBySeconds = 600;

export const askMisbehaviourSchema = z.object({ kind: misbehaviourKindSchema });

/** Asked for, and not reported as done. */
export const pendingMisbehaviourSchema = z.object({ kind: misbehaviourKindSchema, at: instantSchema });

/** What a receiver made of a fault. It never counts as the outcome of an attempt. */
export const misbehaviourResultSchema = z.object({
  kind: misbehaviourKindSchema,
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
export type MisbehaviourResult = z.infer<typeof misbehaviourResultSchema>;

/** The fault that goes out with a delivery. `id` tells it from one that is asked for later. */
export const releasedMisbehaviourSchema = z.discriminatedUnion('kind', [
  z.object({ id: z.uuid(), kind: misbehaviourKindSchema.exclude(['gap']) }),
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
export type ReleasedMisbehaviour = z.infer<typeof releasedMisbehaviourSchema>;

/** What it came to, as the report of the attempt says. */
export const reportedMisbehaviourSchema = misbehaviourResultSchema.extend({ id: z.uuid() });
export type ReportedMisbehaviour = z.infer<typeof reportedMisbehaviourSchema>;
