import { z } from 'zod';
import { addressSchema, customerSchema } from './external-order.js';
import { orderIdSchema, reasonSchema } from './primitives.js';

/** The customer's data of an order. */
export const orderCustomerSchema = z.object({
  order_id: orderIdSchema,
  customer: customerSchema,
  address: addressSchema,
  items: z.array(z.object({ description: z.string(), quantity: z.int(), notes: z.string().nullable() })),
  /** Why it was canceled or not delivered. */
  reason: reasonSchema.nullable(),
  tracking_url: z.string().nullable(),
  /** As the merchant sent it. */
  external_data: z.record(z.string(), z.unknown()),
});
export type OrderCustomer = z.infer<typeof orderCustomerSchema>;
