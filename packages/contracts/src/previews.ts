import { z } from 'zod';
import { endpointTypeSchema, maskedUrlSchema } from './management-api.js';
import { instantSchema, utcDateTimeSchema } from './primitives.js';

/** The header in which an action carries the token of its preview. */
export const previewTokenHeader = 'Preview-Token';

export const blockedBySchema = z
  .enum(['disabled', 'failing', 'fetched'])
  .describe(
    'Why there is no estimate. `disabled`: deliveries are held until the endpoint is enabled. `failing`: all ' +
      'recent attempts failed. `fetched`: messages wait for a fetch.',
  );
export type BlockedBy = z.infer<typeof blockedBySchema>;

const tokenFields = {
  /** The action that carries it is refused if the deliveries or messages that it touches have changed since. */
  token: z.string().describe('For the header `Preview-Token` of the action.'),
  expires_at: instantSchema.describe('After that the token is refused.'),
};

const previewedEndpointSchema = z.object({
  id: z.uuid(),
  type: endpointTypeSchema,
  url: maskedUrlSchema,
  deliveries: z.int().min(0),
  blocked_by: blockedBySchema.nullable().describe('`null`: there is none.'),
  answer_ms: z
    .number()
    .min(0)
    .nullable()
    .describe('The average duration of its newest answers; `null`: there are none, and a second is assumed.'),
  /** `null` with a `blocked_by`. */
  per_second: z
    .number()
    .min(0)
    .nullable()
    .describe('The rate that its window, or its `max_per_second`, allows at such answers.'),
  estimated_seconds: z.int().min(0).nullable(),
});

/** The webhooks that an action would send, counted beforehand. */
export const webhookPreviewSchema = z.object({
  deliveries: z.int().min(0).describe('How many it would send.'),
  orders: z.int().min(0).describe('The number of their orders.'),
  truncated: z.boolean().describe('There are more deliveries than are counted: the figures are of the first ones.'),
  left_out: z
    .int()
    .min(0)
    .describe('Named deliveries that cannot be sent now: not settled, being replayed, or replayed 50 times.'),
  running_replay_id: z
    .uuid()
    .nullable()
    .describe('The range is being sent again already: asking for it again names this replay and begins none.'),
  estimated_seconds: z
    .int()
    .min(0)
    .nullable()
    .describe('If every attempt succeeds and nothing else is to be sent; `null`: no estimate, see the obstacles.'),
  endpoints: z.array(previewedEndpointSchema),
});
export type WebhookPreview = z.infer<typeof webhookPreviewSchema>;

export const replayPreviewSchema = webhookPreviewSchema.extend(tokenFields);
export type ReplayPreview = z.infer<typeof replayPreviewSchema>;
export type PreviewedEndpoint = WebhookPreview['endpoints'][number];

export const catchUpSchema = z.strictObject({
  since: utcDateTimeSchema
    .nullish()
    .describe(
      'Exhausted deliveries created at that time or later are sent again, too. Absent: only waiting ones are sent.',
    ),
});

export const waitingQuerySchema = z.strictObject({
  since: utcDateTimeSchema
    .optional()
    .describe('Exhausted deliveries created at that time or later are counted, too, as a catch-up with it sends them.'),
});

const deadLetterActionSchema = z.enum(['replay', 'delete']);
export type DeadLetterAction = z.infer<typeof deadLetterActionSchema>;

/** One dead letter, or all that consumers of one queue refused for one reason. */
export const deadLetterTargetSchema = z
  .strictObject({
    dead_letter_id: z.guid().optional(),
    queue: z.string().min(1).max(255).optional(),
    refused_for: z
      .string()
      .min(1)
      .max(8_192)
      .refine((text) => !text.includes('\0'), 'expected text without U+0000')
      .describe('The exact `reason` of the dead letters.')
      .optional(),
  })
  .refine(
    ({ queue, refused_for }) => (queue === undefined) === (refused_for === undefined),
    'expected queue and refused_for together',
  )
  .refine(
    ({ dead_letter_id, queue }) => (dead_letter_id === undefined) !== (queue === undefined),
    'expected either dead_letter_id, or queue and refused_for',
  );
export type DeadLetterTarget = z.infer<typeof deadLetterTargetSchema>;
export type DeadLetterGroup = { queue: string; refused_for: string };

export const previewDeadLettersSchema = deadLetterTargetSchema
  .safeExtend({ action: deadLetterActionSchema })
  .describe('`dead_letter_id`, or `queue` and `refused_for`.');

/** The dead letters that a replay or a deletion would touch. */
export const deadLetterPreviewSchema = z.object({
  ...tokenFields,
  action: deadLetterActionSchema,
  messages: z.int().min(0).describe('The number of messages it would handle, counted to 10,000.'),
  left_out: z.int().min(0).describe('Only for a replay: messages that were erased.'),
  truncated: z.boolean().describe('There are more than a preview counts.'),
  first_at: instantSchema.nullable().describe('When the first of them was refused first.'),
  last_at: instantSchema.nullable().describe('When the last of them was refused last.'),
});
export type DeadLetterPreview = z.infer<typeof deadLetterPreviewSchema>;

/** How far one call came. */
export const deadLettersDoneSchema = z.object({
  done: z.int().min(0),
  remaining: z.int().min(0).describe('Left for another call, counted to 10,000.'),
});
export type DeadLettersDone = z.infer<typeof deadLettersDoneSchema>;
