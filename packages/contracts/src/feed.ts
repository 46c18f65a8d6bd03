import { z } from 'zod';
import { courierSystemIdSchema, ownerIdSchema } from './couriers.js';
import { schemaVersion } from './messages.js';
import { webhookEventSchema } from './webhook.js';

/** Headers of a page of the feed, from order-state to intake-api, which waits for the next event. */
export const feedHeaders = { state: 'x-feed-state', next: 'x-feed-next', count: 'x-feed-count' } as const;

/**
 * `more`: a next page exists. `end`: no event follows. `held_back`: an older transaction still hides a committed event,
 * see ADR 33.
 */
export const feedStates = ['more', 'end', 'held_back'] as const;
export type FeedState = (typeof feedStates)[number];

/** Names in one wake at most; more travel in several. */
export const wakeNamesMax = 1_000;

/**
 * Whose waiting polls have something to look for: published by order-state after COMMIT, to every intake-api. It is
 * only a hint. One that is lost costs a poll its wait, and never a message: each poll looks before it waits.
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
    .array(z.object({ owner_id: ownerIdSchema, events: z.array(webhookEventSchema).min(1) }))
    .max(wakeNamesMax),
  courier_systems: z
    .array(courierSystemIdSchema)
    .max(wakeNamesMax)
    .default([])
    .describe('Couriers’ systems with new events.'),
});
export type Wake = z.infer<typeof wakeSchema>;
