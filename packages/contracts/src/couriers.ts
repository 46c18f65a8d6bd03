import { z } from 'zod';
import { courierEvents } from './events.js';
import { courierVehicles, phoneSchema } from './external-order.js';
import { courierSystemIdPattern, platformOwnerIdPattern } from './owner-ids.js';
import { merchantIdSchema, utcDateTimeSchema, visibleText } from './primitives.js';

/**
 * A courier's system: a company that delivers, as a caller of `/courier/v1`. The id of one of sandbox mode begins with
 * `cour_test_`.
 */
export const courierSystemIdSchema = z
  .string()
  .regex(courierSystemIdPattern, 'expected cour_, or cour_test_, and 24 hexadecimal characters');

/** The system of simulated couriers. order-state makes it where it has a `SIMULATOR_TOKEN`. */
export const simulatorSystemId = `cour_test_${'0'.repeat(24)}`;

/** The id of one accept. A delivery that is released and accepted again gets another one. */
export const claimIdSchema = z.string().min(1).max(128);

/** The person who delivers. */
export const courierSchema = z.object({
  name: visibleText(80),
  vehicle: z.enum(courierVehicles),
  phone: phoneSchema.optional(),
});
export type Courier = z.infer<typeof courierSchema>;

/** The courier as merchants see it. */
export const shownCourierSchema = courierSchema.pick({ name: true, vehicle: true });

/** When the courier expects to be there. Absent: it is not known. */
export const etaSchema = z.object({
  pickup_at: utcDateTimeSchema.optional(),
  delivery_at: utcDateTimeSchema.optional(),
});
export type Eta = z.infer<typeof etaSchema>;

export const courierEventSchema = z.enum(courierEvents);

/** Why a delivery is not open to a system, or not its own, any more. */
export const withdrawalReasons = ['taken', 'canceled', 'reassigned'] as const;
export type WithdrawalReason = (typeof withdrawalReasons)[number];

/** A platform in one mode, as the owner of webhook endpoints. */
const platformOwnerIdSchema = z
  .string()
  .regex(platformOwnerIdPattern, 'expected plat_, or plat_test_, and 32 hexadecimal characters');

/**
 * The owner of webhook endpoints: a merchant, a courier's system, or a platform in one mode. Their ids never coincide.
 */
export const ownerIdSchema = z.union([merchantIdSchema, courierSystemIdSchema, platformOwnerIdSchema]);
