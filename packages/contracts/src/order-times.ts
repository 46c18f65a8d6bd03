import { z } from 'zod';
import { storableText } from './list-queries.js';

/** The parts of an order's way, in their order. */
export const orderParts = ['kitchen', 'finding_courier', 'courier_to_store', 'courier_waiting', 'road'] as const;
export type OrderPart = (typeof orderParts)[number];

/** Each has one row in the answer. */
export const orderTimesGroups = ['day', 'month', 'store', 'courier_system'] as const;
export type OrderTimesGroup = (typeof orderTimesGroups)[number];

/** Days of one answer: as many as are kept by default. */
export const orderTimesDaysMax = 366;

const daySchema = z.iso
  .date()
  .refine((day) => day.startsWith('20'), 'expected a day between 2000-01-01 and 2099-12-31');

export const orderTimesQuerySchema = z.object({
  from: daySchema.optional().describe('The first day. Absent: 30 days with `to`, or 12 months by month.'),
  to: daySchema.optional().describe(`The last day, at most ${orderTimesDaysMax} days with \`from\`. Absent: today.`),
  by: z.enum(orderTimesGroups).default('day').describe('One row for each.'),
  store_ref: storableText.min(1).optional().describe('Only orders of this store.'),
  courier_system: storableText
    .min(1)
    .optional()
    .describe('Only orders that the courier’s system with this name had, as `by=courier_system` shows it.'),
  format: z.enum(['json', 'csv']).default('json').describe('Of the answer.'),
});
export type OrderTimesQuery = z.infer<typeof orderTimesQuerySchema>;

const partSchema = (description: string) =>
  z.object({ orders: z.int(), seconds: z.int().describe('The sum over these orders.') }).describe(description);

export const orderTimesRowSchema = z.object({
  group: z
    .string()
    .nullable()
    .describe(
      'The day (`2026-11-28`), the month (`2026-11`), the `ref` of the store, or the name of the courier’s ' +
        'system, with its id if the name is not unique. `null`: no store at the order’s end, or no system.',
    ),
  orders: z.int().describe('Orders that ended: delivered, returned or canceled.'),
  kitchen: partSchema(
    'From creation, or from `order_due` if the order has a `delivery_time` and that is later, until `ready`.',
  ),
  finding_courier: partSchema('From `ready` until the courier’s system that has the order accepted it.'),
  courier_to_store: partSchema('From there until `at_pickup`.'),
  courier_waiting: partSchema('From `at_pickup` until `on_route_to_delivery`.'),
  road: partSchema('From the first `on_route_to_delivery` until `delivered`.'),
} satisfies Record<OrderPart | 'group' | 'orders', z.ZodType>);
export type OrderTimesRow = z.infer<typeof orderTimesRowSchema>;

export const orderTimesSchema = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  time_zone: z.string().describe('Days begin at midnight there: the merchant’s `time_zone`, otherwise UTC.'),
  data: z.array(orderTimesRowSchema).describe('Groups without orders have no row.'),
});
export type OrderTimes = z.infer<typeof orderTimesSchema>;
