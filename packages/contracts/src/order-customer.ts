import { z } from 'zod';
import { addressSchema, customerSchema } from './external-order.js';
import { orderIdSchema, reasonSchema } from './primitives.js';

/** The customer's data of an order. */
export const orderCustomerSchema = z.object({
  order_id: orderIdSchema,
  customer: customerSchema,
  address: addressSchema,
  items: z.array(z.object({ description: z.string(), quantity: z.int(), notes: z.string().nullable() })),
  reason: reasonSchema.nullable().describe('Why it was canceled or not delivered.'),
  tracking_url: z.string().nullable(),
  external_data: z.record(z.string(), z.unknown()).describe('As the merchant sent it.'),
});
export type OrderCustomer = z.infer<typeof orderCustomerSchema>;
