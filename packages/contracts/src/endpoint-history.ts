import { z } from 'zod';
import { instantSchema } from './primitives.js';

/**
 * Within how long half and 95 % of the answers came, whatever they were: of a pull endpoint the acks, from when the message was
 * fetched. Reckoned from counts by class, so right to the width of a class. `null`: there was none.
 */
const answerMsSchema = z.object({ p50: z.number(), p95: z.number() }).nullable();

/** Attempts by how they ended, and how fast they were answered. A pull endpoint's are its messages that were fetched. */
const endpointOutcomesSchema = z.object({ succeeded: z.int(), failed: z.int(), answer_ms: answerMsSchema });

/** Answers and backlog in one step. Figures that were not sampled in it are `null`. */
const endpointHistoryStepSchema = z.object({
  /** When the step began. */
  at: instantSchema,
  /** Attempts by their answer; those of a pull endpoint count as `2xx` when they were acknowledged, else as `none`. */
  answers: z.object({ '2xx': z.int(), '3xx': z.int(), '4xx': z.int(), '5xx': z.int(), none: z.int() }),
  answer_ms: answerMsSchema,
  /** The smallest window that was sampled, and the most deliveries in flight. */
  window: z.object({ size: z.int(), in_flight: z.int(), probing: z.boolean() }).nullable(),
  /** The most that was sampled. Deliveries to a disabled endpoint count as held. */
  waiting: z.int().nullable(),
  held: z.int().nullable(),
});

/** The newest attempt that failed. Its answer is with the delivery. */
export const endpointErrorSchema = z.object({
  at: instantSchema,
  delivery_id: z.uuid(),
  status_code: z.int().nullable(),
  error_code: z.string().nullable(),
});
export type EndpointError = z.infer<typeof endpointErrorSchema>;

/** Oldest first. A step without attempts and backlog, or without an order-state, is missing. */
export const endpointHistorySchema = z.object({
  step_seconds: z.int(),
  /** Of the last day; `null`: none failed. */
  last_error: endpointErrorSchema.nullable(),
  /** This hour and the 23 before it, together and each; an hour without attempts is missing. */
  day: endpointOutcomesSchema.extend({ hours: z.array(endpointOutcomesSchema.extend({ at: instantSchema })) }),
  data: z.array(endpointHistoryStepSchema),
});
export type EndpointHistory = z.infer<typeof endpointHistorySchema>;
export type EndpointOutcomes = z.infer<typeof endpointOutcomesSchema>;
export type EndpointHistoryStep = EndpointHistory['data'][number];
