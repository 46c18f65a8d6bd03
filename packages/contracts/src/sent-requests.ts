import { z } from 'zod';
import { endpointTypeSchema } from './management-api.js';
import { instantSchema } from './primitives.js';

/**
 * The parts of a request that cannot be reconstructed. `signature`: a secret that signed it is gone, or was being rotated.
 * `body`: customers' data was erased from it since. `endpoint`: its URL or header may have been changed since. `span`: with tracing
 * on, the last part but one of `traceparent` was the dispatcher's.
 */
export const unknownOfRequest = ['signature', 'body', 'endpoint', 'span'] as const;

const sentRequestSchema = z.object({
  attempt: z.int().min(1),
  at: instantSchema,
  /** Not null: it was sent by that replay. */
  replay_id: z.uuid().nullable(),
  /** As posted, without those that HTTP adds (`host`, `content-length`, `accept`, `connection`). The merchant's own is masked. */
  headers: z.record(z.string(), z.string()),
  unknown: z.array(z.enum(unknownOfRequest)),
});

/** A delivery's requests, built again by the same code. */
export const sentRequestsSchema = z.object({
  type: endpointTypeSchema,
  method: z.literal('POST'),
  /** Values of its query are masked. `null`: a pull endpoint, whose messages are fetched. */
  url: z.string().nullable(),
  /** The text of the body; where it is `masked`, without customer's data. */
  body: z.string(),
  customer_data: z.enum(['masked', 'shown', 'erased']),
  /** When customers' data was erased from the order. */
  erased_at: instantSchema.nullable(),
  /** Newest first. */
  attempts: z.array(sentRequestSchema),
  /** There were more than one answer shows; the oldest are left out. */
  truncated: z.boolean(),
});
export type SentRequests = z.infer<typeof sentRequestsSchema>;
export type SentRequest = SentRequests['attempts'][number];

/** `shown`: with the customer's data, which is logged. */
export const sentRequestsQuerySchema = z.object({ customer_data: z.enum(['masked', 'shown']).default('masked') });
