import { z } from 'zod';
import { instantSchema } from './primitives.js';

/** The steps of an order that has a `delivery_time`, in their order. */
export const dueSteps = ['ready_by', 'picked_up_by', 'delivered_by'] as const;
export const dueStepSchema = z.enum(dueSteps);
export type DueStep = z.infer<typeof dueStepSchema>;

export const orderDueSchema = z
  .object({
    ready_by: instantSchema,
    picked_up_by: instantSchema,
    delivered_by: instantSchema.describe('Its `delivery_time`.'),
  })
  .describe('By when the order should have come to each step, counted back from its `delivery_time`.');
export type OrderDue = z.infer<typeof orderDueSchema>;

/** What a read of an order says of its times. */
export const orderTimesFields = {
  due: orderDueSchema.nullable().describe('`null`: it has no `delivery_time`.'),
  late_since: instantSchema
    .nullable()
    .describe('When it should have come to its next step; `null`: it is in time, has no `delivery_time`, or is final.'),
};
