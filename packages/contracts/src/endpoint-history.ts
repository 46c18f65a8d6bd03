import { z } from 'zod';
import { attemptErrorCodeSchema, instantSchema } from './primitives.js';

const answerMsSchema = z
  .object({ p50: z.number(), p95: z.number() })
  .nullable()
  .describe(
    'Median and 95th percentile of the time to an answer of any kind; of a pull endpoint, from fetch to ack. ' +
      'Computed from counts in 24 classes of duration. `null`: no answers.',
  );

/** Attempts by how they ended, and how fast they were answered. */
const endpointOutcomesSchema = z.object({ succeeded: z.int(), failed: z.int(), answer_ms: answerMsSchema });

/** Answers and backlog in one step. */
const endpointHistoryStepSchema = z.object({
  at: instantSchema.describe('When the step began.'),
  answers: z
    .object({ '2xx': z.int(), '3xx': z.int(), '4xx': z.int(), '5xx': z.int(), none: z.int() })
    .describe(
      'Attempts by answer. Attempts of a pull endpoint count as `2xx` when they were acknowledged, else as `none`.',
    ),
  answer_ms: answerMsSchema.describe('As `day.answer_ms`, of the step.'),
  window: z
    .object({ size: z.int(), in_flight: z.int(), probing: z.boolean() })
    .nullable()
    .describe('The smallest window that was sampled, and the most deliveries in flight. `null`: no sample was taken.'),
  waiting: z.int().nullable().describe('The most that was sampled, counted to 10,000. `null`: no sample was taken.'),
  held: z.int().nullable().describe('The most held deliveries, while it was disabled.'),
});

/** The newest attempt that failed. Its answer is with the delivery. */
export const endpointErrorSchema = z.object({
  at: instantSchema,
  delivery_id: z.uuid(),
  status_code: z.int().nullable(),
  error_code: attemptErrorCodeSchema,
});
export type EndpointError = z.infer<typeof endpointErrorSchema>;

/** Answers of an endpoint. Steps oldest first. */
export const endpointHistorySchema = z
  .object({
    step_seconds: z.int(),
    last_error: endpointErrorSchema
      .nullable()
      .describe('The newest attempt of the last day that failed; `null`: none did.'),
    day: endpointOutcomesSchema
      .extend({
        hours: z
          .array(endpointOutcomesSchema.extend({ at: instantSchema }))
          .describe('Oldest first; an hour without attempts is missing.'),
      })
      .describe(
        'This hour and the 23 before it, in sum and each. Messages of a pull endpoint count once they are acked ' +
          'or their visibility has ended.',
      ),
    data: z.array(endpointHistoryStepSchema),
  })
  .describe('A step without attempts and backlog is missing, and so is one in which no order-state ran.');
export type EndpointHistory = z.infer<typeof endpointHistorySchema>;
export type EndpointOutcomes = z.infer<typeof endpointOutcomesSchema>;
export type EndpointHistoryStep = EndpointHistory['data'][number];
