import { z } from 'zod';
import { endpointTypeSchema } from './management-api.js';
import { instantSchema, utcDateTimeSchema } from './primitives.js';

/** The header in which an action carries the token of its preview. */
export const previewTokenHeader = 'Preview-Token';

/**
 * Why an endpoint has no estimate. `disabled`: deliveries are held until the endpoint is enabled. `failing`: its recent
 * attempts all failed. `fetched`: messages wait until they are fetched.
 */
export const blockedBySchema = z.enum(['disabled', 'failing', 'fetched']);
export type BlockedBy = z.infer<typeof blockedBySchema>;

const tokenFields = {
  /** The action that carries it is refused if the deliveries or messages that it touches have changed since. */
  token: z.string(),
  expires_at: instantSchema,
};

const previewedEndpointSchema = z.object({
  id: z.uuid(),
  type: endpointTypeSchema,
  /** Values of the query are masked. `null`: a pull endpoint. */
  url: z.string().nullable(),
  deliveries: z.int().min(0),
  /** `null`: there is none. */
  blocked_by: blockedBySchema.nullable(),
  /** The average duration of its newest answers; `null`: there are none, and a second is assumed. */
  answer_ms: z.number().min(0).nullable(),
  /** The rate that its window or its `max_per_second` allows at such answers; `null` with a `blocked_by`. */
  per_second: z.number().min(0).nullable(),
  estimated_seconds: z.int().min(0).nullable(),
});

/** The webhooks that an action would send, counted beforehand. */
export const webhookPreviewSchema = z.object({
  ...tokenFields,
  deliveries: z.int().min(0),
  orders: z.int().min(0),
  /** There are more deliveries than a preview counts: the figures are of the first ones. */
  truncated: z.boolean(),
  /** Deliveries that were asked for and cannot be sent again now. */
  left_out: z.int().min(0),
  /** The range is being sent again already: asking for it again names that replay and begins none. */
  running_replay_id: z.uuid().nullable(),
  /** If every attempt succeeds at once; `null`: no estimate, see the obstacles of `endpoints`. */
  estimated_seconds: z.int().min(0).nullable(),
  endpoints: z.array(previewedEndpointSchema),
});
export type WebhookPreview = z.infer<typeof webhookPreviewSchema>;
export type PreviewedEndpoint = WebhookPreview['endpoints'][number];

/** `since`: what was given up of what was created from then on is sent again, too. Absent: only what waits is sent. */
export const catchUpSchema = z.strictObject({ since: utcDateTimeSchema.nullish() });

const deadLetterActionSchema = z.enum(['replay', 'delete']);
export type DeadLetterAction = z.infer<typeof deadLetterActionSchema>;

const refusedBy = {
  queue: z.string().min(1).max(255),
  /** The exact reason, as the list shows it. */
  refused_for: z
    .string()
    .min(1)
    .max(8_192)
    .refine((text) => !text.includes('\0'), 'expected text without U+0000'),
};

/** All dead letters that consumers of one queue refused for one reason. */
export const deadLetterGroupSchema = z.strictObject(refusedBy);
export type DeadLetterGroup = z.infer<typeof deadLetterGroupSchema>;

/** Of one dead letter, or of all of one queue and reason. */
export const previewDeadLettersSchema = z
  .strictObject({
    action: deadLetterActionSchema,
    dead_letter_id: z.guid().optional(),
    queue: refusedBy.queue.optional(),
    refused_for: refusedBy.refused_for.optional(),
  })
  .refine(
    ({ queue, refused_for }) => (queue === undefined) === (refused_for === undefined),
    'expected queue and refused_for together',
  )
  .refine(
    ({ dead_letter_id, queue }) => (dead_letter_id === undefined) !== (queue === undefined),
    'expected either dead_letter_id, or queue and refused_for',
  );
export type PreviewDeadLetters = z.infer<typeof previewDeadLettersSchema>;

/** The dead letters that a replay or a deletion would touch. */
export const deadLetterPreviewSchema = z.object({
  ...tokenFields,
  action: deadLetterActionSchema,
  messages: z.int().min(0),
  /** Of a replay: those whose message was erased, so that they stay. */
  left_out: z.int().min(0),
  /** There are more than a preview counts. */
  truncated: z.boolean(),
  /** When the first and the last of them were refused; `null`: there are none. */
  first_at: instantSchema.nullable(),
  last_at: instantSchema.nullable(),
});
export type DeadLetterPreview = z.infer<typeof deadLetterPreviewSchema>;

/** How far one call came: `remaining` are left for another one. */
export const deadLettersDoneSchema = z.object({ done: z.int().min(0), remaining: z.int().min(0) });
export type DeadLettersDone = z.infer<typeof deadLettersDoneSchema>;
