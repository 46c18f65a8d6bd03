import { z } from 'zod';
import { endpointTypeSchema } from './management-api.js';
import { instantSchema } from './primitives.js';

/** The parts of a request that cannot be reconstructed. */
export const unknownOfRequest = ['signature', 'body', 'endpoint', 'span'] as const;

const sentRequestSchema = z.object({
  attempt: z.int().min(1),
  at: instantSchema,
  replay_id: z.uuid().nullable().describe('Not null: it was sent by that replay.'),
  headers: z
    .record(z.string(), z.string())
    .describe('As posted, without the headers that HTTP adds. The value of the endpoint’s own header is masked.'),
  unknown: z
    .array(z.enum(unknownOfRequest))
    .describe(
      '`signature`: its secret is gone, or was being rotated. `body`: customers’ data was erased since. ' +
        '`endpoint`: URL or header may have changed since. `span`: the parent in `traceparent` was the ' +
        'dispatcher’s own span.',
    ),
});

/** A delivery's requests, built again by the same code. */
export const sentRequestsSchema = z.object({
  type: endpointTypeSchema,
  method: z.literal('POST'),
  url: z
    .string()
    .nullable()
    .describe('As it is now; values of its query are masked. `null`: a pull endpoint, whose messages are fetched.'),
  body: z
    .string()
    .describe('The text; where it is `masked`, without what may be the customer’s. Signatures are over the whole.'),
  customer_data: z.enum(['masked', 'shown', 'erased']),
  erased_at: instantSchema.nullable().describe('When customers’ data was erased from the order.'),
  attempts: z.array(sentRequestSchema).describe('Newest first.'),
  truncated: z.boolean().describe('There were more; the oldest are left out.'),
});
export type SentRequests = z.infer<typeof sentRequestsSchema>;
export type SentRequest = SentRequests['attempts'][number];

/** `shown` is logged. */
export const sentRequestsQuerySchema = z.object({
  customer_data: z
    .enum(['masked', 'shown'])
    .default('masked')
    .describe(
      '`masked`: the body without what may be the customer’s (`external_data`, tracking URL, words of a reason).',
    ),
});
