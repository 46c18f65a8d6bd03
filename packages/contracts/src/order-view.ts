import { z } from 'zod';
import { etaSchema, shownCourierSchema } from './couriers.js';
import { orderContentSchema } from './external-order.js';
import { handoverViewSchema } from './handover.js';
import { proofSchema } from './messages.js';
import { orderTimesFields } from './order-due.js';
import { instantSchema, orderIdSchema, reasonSchema } from './primitives.js';
import { orderStatusSchema } from './status-schemas.js';
import { storeSchema } from './stores.js';

/** The answer to ready, cancel and the operator's calls. */
export const orderSummarySchema = z.object({
  id: orderIdSchema,
  external_id: z.string(),
  display_id: z.string(),
  status: orderStatusSchema,
  updated_at: instantSchema,
});
export type OrderSummary = z.infer<typeof orderSummarySchema>;

/** A whole order. `content` is `null` once the customer's data has been erased. */
export const orderViewSchema = orderContentSchema.partial().extend({
  ...orderSummarySchema.shape,
  created_at: instantSchema,
  ...orderTimesFields,
  tracking_url: z.string().nullable(),
  reason: reasonSchema.nullable(),
  /** As it is now: that of `store_ref`, else the default. `null`: there is none. */
  store: storeSchema.nullable(),
  /** Who brings it. `null`: nobody was named, or the name has been erased. */
  courier: shownCourierSchema.nullable(),
  /** The company whose system has accepted it. `null`: none has. */
  courier_system: z.object({ name: z.string() }).nullable(),
  eta: etaSchema.nullable(),
  /** `null`: no code was asked for, or it has been erased. */
  handover: handoverViewSchema.nullable(),
  /** `null`: the courier has left none, or it has expired or been erased. */
  proof: proofSchema.nullable(),
  /** When `courier_not_found` was told; `null`: it was not, or a courier's system has accepted the order. */
  no_courier_since: instantSchema.nullable(),
  external_data: z.record(z.string(), z.unknown()),
});
export type OrderView = z.infer<typeof orderViewSchema>;
