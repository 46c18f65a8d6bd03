import { z } from 'zod';
import { courierSystemIdSchema } from './couriers.js';
import { schemaVersion } from './messages.js';
import { ownerIdSchema } from './owners.js';
import { webhookEventSchema } from './webhook.js';

/** Names in one wake at most; more travel in several. */
export const wakeNamesMax = 1_000;

/**
 * Whose waiting polls have something to look for: published by order-state after COMMIT, to every intake-api. It is only a
 * hint. One that is lost costs a poll its wait, and never a message: each poll looks before it waits.
 */
export const wakeSchema = z.object({
  schema_version: z.literal(schemaVersion),
  type: z.literal('polls.woken'),
  endpoints: z
    .array(z.uuid())
    .max(wakeNamesMax)
    .describe('Pull endpoints for which something became due, or that were deleted.'),
  /** Merchants, and platforms, with new events, and their types: a poll for other types need not look. */
  merchants: z
    .array(z.object({ merchant_id: ownerIdSchema, events: z.array(webhookEventSchema).min(1) }))
    .max(wakeNamesMax),
  courier_systems: z
    .array(courierSystemIdSchema)
    .max(wakeNamesMax)
    .default([])
    .describe('Couriers’ systems with new events.'),
});
export type Wake = z.infer<typeof wakeSchema>;
