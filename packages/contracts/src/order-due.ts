import { z } from 'zod';
import { instantSchema } from './primitives.js';

/** The steps of an order that has a `delivery_time`, in their order. */
export const dueSteps = ['ready_by', 'picked_up_by', 'delivered_by'] as const;
export const dueStepSchema = z.enum(dueSteps);
export type DueStep = z.infer<typeof dueStepSchema>;

/** By when an order should have come to each step. `delivered_by` is its `delivery_time`. */
export const orderDueSchema = z.object({
  ready_by: instantSchema,
  picked_up_by: instantSchema,
  delivered_by: instantSchema,
});
export type OrderDue = z.infer<typeof orderDueSchema>;

/** What a read of an order says of its times. */
export const orderTimesFields = {
  /** `null`: it has no `delivery_time`. */
  due: orderDueSchema.nullable(),
  /** The time of the step that it should have come to and has not; `null`: it is on time, has no `due`, or is final. */
  late_since: instantSchema.nullable(),
};
