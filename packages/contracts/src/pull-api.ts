import { z } from 'zod';
import { ownerIdSchema } from './couriers.js';
import { countSchema, instantSchema, secondsSchema } from './primitives.js';

/** Messages of one poll, and ids of one ack, at most. */
export const pulledMax = 100;
export const pollWaitMaxSeconds = 30;
export const visibilityMinSeconds = 5;
export const visibilityMaxSeconds = 600;

/** The parameters of a poll. */
export const messageQuerySchema = z.object({
  limit: countSchema(pulledMax)
    .default(pulledMax)
    .describe('How many messages at most. Many polls at once may each get fewer.'),
  wait: secondsSchema(0, pollWaitMaxSeconds).default(0).describe('Seconds to wait where there is no message.'),
  visibility: secondsSchema(visibilityMinSeconds, visibilityMaxSeconds)
    .default(30)
    .describe('Seconds for which no other poll gets these messages.'),
});

export const pulledMessageSchema = z
  .object({
    id: z.uuid().describe('The id of the delivery, which you ack.'),
    attempt: z.int().min(1).describe('As the header `webhook-attempt` says.'),
    headers: z
      .record(z.string(), z.string())
      .describe('Exactly those of a webhook, the signature among them; names in lower case.'),
    body: z.string().describe('The text that is signed.'),
    visible_until: instantSchema.describe('Not acked by then, it comes again.'),
  })
  .describe('A webhook, to be taken as if it had been posted.');
export type PulledMessage = z.infer<typeof pulledMessageSchema>;

/** Empty when the wait has ended. */
export const pulledMessagesSchema = z.object({
  data: z
    .array(pulledMessageSchema)
    .describe('Messages of different orders, or replays: an order’s next event follows once the one before is acked.'),
});

export const ackSchema = z.strictObject({
  ids: z
    .array(z.guid())
    .min(1)
    .max(pulledMax)
    .transform((ids) => [...new Set(ids.map((id) => id.toLowerCase()))])
    .describe('The ids of fetched messages, 100 at most.'),
});

export const ackedSchema = z.object({
  acked: z.array(z.string()).describe('These do not come again.'),
  unknown: z.array(z.string()).describe('No message that this endpoint ever handed out has these ids.'),
});
export type Acked = z.infer<typeof ackedSchema>;

/** Most polls in one request to order-state. */
export const takePollsMax = 100;

/** The request of intake-api to order-state for polls that came together. */
export const takeRequestSchema = z.object({
  polls: z
    .array(
      z.object({
        owner_id: ownerIdSchema,
        endpoint_id: z.guid(),
        limit: z.int().min(1).max(pulledMax),
        visibility_ms: z
          .int()
          .min(1)
          .max(visibilityMaxSeconds * 1_000),
      }),
    )
    .min(1)
    .max(takePollsMax),
});
export type TakePoll = z.infer<typeof takeRequestSchema>['polls'][number];

/**
 * One result for each poll, in their order. `busy`: another transaction holds the messages or the endpoint, so poll
 * again in a moment. `unsigned`: its secrets cannot be opened.
 */
export const takeResultSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('taken'), messages: z.array(pulledMessageSchema) }),
  z.object({ outcome: z.enum(['busy', 'unsigned', 'endpoint_not_found', 'endpoint_type_mismatch']) }),
]);
export type TakeResult = z.infer<typeof takeResultSchema>;
export const takeResultsSchema = z.object({ results: z.array(takeResultSchema) });
