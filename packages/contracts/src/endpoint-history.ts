import { z } from 'zod';
import { instantSchema } from './primitives.js';

/** Answers and backlog in one step. Figures that were not sampled in it are `null`. */
const endpointHistoryStepSchema = z.object({
  /** When the step began. */
  at: instantSchema,
  /** Attempts by their answer; those of a pull endpoint count as `2xx` when they were acknowledged, else as `none`. */
  answers: z.object({ '2xx': z.int(), '3xx': z.int(), '4xx': z.int(), '5xx': z.int(), none: z.int() }),
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
  data: z.array(endpointHistoryStepSchema),
});
export type EndpointHistory = z.infer<typeof endpointHistorySchema>;
export type EndpointHistoryStep = EndpointHistory['data'][number];
