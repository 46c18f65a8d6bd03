import { z } from 'zod';
import { shownCourierSchema } from './couriers.js';
import { coordinatesSchema } from './external-order.js';
import { orderStatusSchema } from './order-fields.js';
import { instantSchema } from './primitives.js';
import { storeSchema } from './stores.js';

/** A keyed hash of the order's id behind the id, in base64url: its holder may see the order's tracking page. */
export const trackingTokenSchema = z.string().regex(/^[\w-]{38}$/, 'expected a token of a tracking page');

/** An order as its customer sees it: without the customer, the content and amounts. */
export const trackedOrderSchema = z.object({
  display_id: z.string(),
  status: orderStatusSchema,
  merchant: z.string(),
  /** The store it comes from. `null`: the merchant has named none. */
  store: storeSchema.pick({ name: true, phone: true }).nullable(),
  /** The first name alone. */
  courier: shownCourierSchema.nullable(),
  /** When it should be there. `null`: it is not known, or it is over. */
  expected_at: instantSchema.nullable(),
  /**
   * The courier on the way from the store: meters to the customer, the part that is done, and for a map the places,
   * each to a hundred meters. `null`: no position of late is known.
   */
  way: z
    .object({
      left_m: z.int().min(0),
      done: z.number().min(0).max(1),
      places: z.object({ store: coordinatesSchema.nullable(), door: coordinatesSchema, courier: coordinatesSchema }),
    })
    .nullable(),
  /** When it first came to each status. */
  reached: z.partialRecord(orderStatusSchema, instantSchema),
});
export type TrackedOrder = z.infer<typeof trackedOrderSchema>;

export const trackingRequestSchema = z.strictObject({ token: z.string().max(64) });

/** `ended`: its time is over, its customer's data was erased, or its merchant has switched the page off. */
export const trackingLookSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('shown'), order: trackedOrderSchema }),
  z.object({ state: z.enum(['ended', 'unknown']) }),
]);
export type TrackingLook = z.infer<typeof trackingLookSchema>;
