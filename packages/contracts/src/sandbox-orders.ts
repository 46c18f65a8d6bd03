import { z } from 'zod';
import { orderStatusSchema } from './order-fields.js';
import { givenReasonSchema, instantSchema, orderIdSchema } from './primitives.js';
import { type SandboxScenario, sandboxSubmissionSchema } from './sandbox.js';
import type { OrderStatus } from './status.js';

const toTheDoor = ['on_route_to_pickup', 'at_pickup', 'on_route_to_delivery', 'at_delivery'] as const;
const delivered = [...toTheDoor, 'delivered'] as const;

/** The statuses that an order takes in each scenario, from its first `ready` on. */
export const sandboxWays: Readonly<Record<SandboxScenario, readonly OrderStatus[]>> = {
  delivered,
  no_courier: ['canceled'],
  courier_gave_up: ['on_route_to_pickup', 'ready', ...delivered],
  canceled_after_pickup: ['on_route_to_pickup', 'at_pickup', 'canceled'],
  delivery_failed_returned: [...toTheDoor, 'delivery_failed', 'returned'],
  every_report: delivered,
  late: delivered,
  tracking_only: ['on_route_to_pickup', 'on_route_to_delivery', 'delivered'],
  stuck: ['on_route_to_pickup'],
  no_simulation: [],
};

/** A sandbox order as its merchant sees and moves it. */
export const sandboxOrderSchema = z.object({
  id: orderIdSchema,
  external_id: z.string(),
  status: orderStatusSchema,
  ...sandboxSubmissionSchema.shape,
  manual_since: instantSchema
    .nullable()
    .describe('Since when you move it and simulated couriers leave it alone; `null`: they move it.'),
  next: z.object({
    may: z.array(orderStatusSchema).describe('The possible next statuses; none: the status is final.'),
    advance: orderStatusSchema.nullable().describe('The status after an empty advance; `null`: the status is final.'),
    scenario: orderStatusSchema
      .nullable()
      .describe('The next step of the scenario; `null`: none, or the order has left the scenario.'),
  }),
});
export type SandboxOrder = z.infer<typeof sandboxOrderSchema>;

export const advanceSandboxOrderSchema = z
  .strictObject({
    to: orderStatusSchema.nullish(),
    reason: givenReasonSchema.nullish().describe('Goes with `to` alone.'),
  })
  .refine(({ to, reason }) => !reason || to, { path: ['reason'], error: 'can only be used with to' })
  .describe('Without `to`: the next step to `delivered`.');
