import { z } from 'zod';
import { type ProblemAction, problemActions } from './events.js';
import { instantSchema } from './primitives.js';
import { problemKindSchema } from './reasons.js';

/** An order has so many at most, over all couriers' systems. */
export const orderProblemsMax = 20;

const meanings: Readonly<Record<ProblemAction, string>> = {
  retry: 'try again',
  leave_at_door: 'leave it at the door',
  return: 'bring it back to the store',
  call_customer: 'call the customer',
};
export const problemActionSchema = z
  .enum(problemActions)
  .describe(problemActions.map((action) => `\`${action}\`: ${meanings[action]}`).join('; '));

/** Its place among the problems of its order. */
export const problemIdSchema = z.int().min(1).max(orderProblemsMax);

/** As a path has it. */
export const problemIdParamSchema = z.string().regex(/^(?:[1-9]|1\d|20)$/);

/** Personal data: it is in no event. */
export const problemTextSchema = z
  .string()
  .min(1)
  .max(500)
  .describe('For people. It is in no event, and is erased with the customer’s data.');

export const reportedProblemSchema = z.object({ kind: problemKindSchema, text: problemTextSchema.optional() });

export const answerProblemSchema = z.strictObject({
  action: problemActionSchema,
  text: problemTextSchema.nullish(),
});

/** `cancel`: of Open Delivery alone, where an answer may cancel the order. */
export const problemAnswerSchema = z.object({
  action: z.enum([...problemActions, 'cancel']),
  text: problemTextSchema.optional(),
});

export const orderProblemSchema = z.object({
  id: problemIdSchema,
  kind: problemKindSchema,
  text: z.string().nullable().describe('The words of the courier. `null`: none, or they were erased.'),
  at: instantSchema,
  state: z
    .enum(['open', 'answered', 'closed'])
    .describe(
      '`open`: the courier waits for an answer. `closed`: unanswered when the order ended or its system released it.',
    ),
  answer: z
    .object({
      action: problemActionSchema,
      text: z.string().nullable().describe('`null`: none, or it was erased.'),
      at: instantSchema,
    })
    .nullable(),
});
export type OrderProblem = z.infer<typeof orderProblemSchema>;
