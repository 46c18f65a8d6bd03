import { z } from 'zod';
import { etaSchema, shownCourierSchema } from './couriers.js';
import { orderContentSchema } from './external-order.js';
import { proofSchema } from './messages.js';
import { handoverViewSchema, orderStatusSchema, orderTimesFields } from './order-fields.js';
import { orderProblemSchema } from './order-problems.js';
import { instantSchema, orderIdSchema, reasonSchema } from './primitives.js';
import { storeSchema } from './stores.js';

/** The answer to ready, cancel and the operator's calls. */
export const orderSummarySchema = z.object({
  id: orderIdSchema,
  external_id: z.string(),
  display_id: z.string(),
  status: orderStatusSchema,
  updated_at: instantSchema.describe('UTC with milliseconds. Strictly rises per order.'),
});
export type OrderSummary = z.infer<typeof orderSummarySchema>;

/** A whole order. Fields that were erased with the customer's data are absent or `null`. */
export const orderViewSchema = orderContentSchema
  .partial()
  .extend({
    ...orderSummarySchema.shape,
    created_at: instantSchema,
    ...orderTimesFields,
    tracking_url: z.string().nullable(),
    reason: reasonSchema.nullable().describe('Why it was canceled or not delivered.'),
    store: storeSchema
      .nullable()
      .describe('The current store: of `store_ref`, else your default. `null`: none exists, or the data was erased.'),
    courier: shownCourierSchema
      .nullable()
      .describe('The courier, if the courier’s system names one. The name is erased a day after the end.'),
    courier_system: z
      .object({ name: z.string() })
      .nullable()
      .describe('The company whose couriers bring it. `null`: none has accepted it.'),
    eta: etaSchema
      .nullable()
      .describe(
        'When the courier expects to be at the store (`pickup_at`) and at the customer’s (`delivery_at`), if reported.',
      ),
    handover: handoverViewSchema
      .nullable()
      .describe(
        'The code for the customer, and its state: `open`, `confirmed` by the courier, or `locked` after five ' +
          'wrong codes. `null`: none, or it was erased.',
      ),
    proof: proofSchema
      .nullable()
      .describe('A link to the proof of the handover, at the courier’s system. `null`: none, or expired or erased.'),
    no_courier_since: instantSchema
      .nullable()
      .describe(
        'When `courier_not_found` was emitted; `null`: it was not, or a courier’s system has accepted the order.',
      ),
    problems: z.array(orderProblemSchema).describe('Problems of its couriers, the oldest first.'),
    external_data: z.record(z.string(), z.unknown()),
  })
  .describe('The order as it was sent, with its status. Customers’ data is erased some time after the final status.');
export type OrderView = z.infer<typeof orderViewSchema>;
