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

/** A whole order. What was erased with the customer's data is absent or `null`. */
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
      .describe(
        'As it is now: that of `store_ref`, else your default. `null`: there is none yet, or the data was erased.',
      ),
    courier: shownCourierSchema
      .nullable()
      .describe('Who brings it, where the courier’s system says so. The name is erased a day after the end.'),
    courier_system: z
      .object({ name: z.string() })
      .nullable()
      .describe('The company whose couriers bring it. `null`: none has accepted it.'),
    eta: etaSchema
      .nullable()
      .describe(
        'When the courier expects to be at the store (`pickup_at`) and at the customer’s (`delivery_at`), where it is told.',
      ),
    handover: handoverViewSchema
      .nullable()
      .describe(
        'The code for the customer, and whether the courier has told it: `open`, `confirmed`, or `locked` after five wrong ones. `null`: there is none, or it was erased.',
      ),
    proof: proofSchema
      .nullable()
      .describe(
        'A link to what shows that it was handed over, as the courier’s system keeps it. `null`: there is none, or it has expired or been erased.',
      ),
    no_courier_since: instantSchema
      .nullable()
      .describe('When `courier_not_found` was told; `null`: it was not, or a courier’s system has accepted the order.'),
    problems: z.array(orderProblemSchema).describe('Problems of its couriers, the oldest first.'),
    external_data: z.record(z.string(), z.unknown()),
  })
  .describe('The order as it was sent, with its status. Customers’ data is erased some time after the final status.');
export type OrderView = z.infer<typeof orderViewSchema>;
