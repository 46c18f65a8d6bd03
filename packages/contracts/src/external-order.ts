import { z } from 'zod';
import { listOf } from './list-schema.js';
import { handoverRequestSchema } from './order-fields.js';
import { storeRefSchema, utcDateTimeSchema } from './primitives.js';
import { fieldErrorSchema } from './problem.js';
import { cancelReasonCodeSchema } from './reasons.js';

const text = (max: number) => z.string().min(1, 'must not be empty').max(max);
const freeText = (max: number) => z.string().max(max);
/** Integer amount in minor units (cents), 0 or more. */
const amountSchema = z.int('expected a whole number of cents, such as 4550 for 45.50').min(0);
export const phoneSchema = z.string().regex(/^\d{8,15}$/, 'expected 8 to 15 digits and nothing else');

/** Values that some clients send for nothing: PHP's empty array, for one, stands for an empty object too. */
const isNone = (value: unknown): boolean =>
  value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);

/** `null`, `""`, `[]`, `{}` and absent are the same: none. */
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (isNone(value) ? undefined : value), schema.nullish()).optional();

export const customerSchema = z.object({
  name: text(256),
  phone: phoneSchema.describe('8 to 15 digits. It may be a masked 0800 number, which asks for a code.'),
});

export const paymentMethods = [
  'CARD',
  'CASH',
  'PIX',
  'CREDIT',
  'DEBIT',
  'MEAL_VOUCHER',
  'FOOD_VOUCHER',
  'DIGITAL_WALLET',
  'OTHER',
] as const;
export const paymentTypes = ['ONLINE', 'OFFLINE'] as const;

export const coordinatesSchema = z
  .object({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) })
  .describe('Decimal degrees. Not 0, 0.');

export const addressSchema = z.object({
  country: z
    .string()
    .regex(/^[A-Za-z]{2}$/, 'expected a two-letter country code, such as BR')
    .describe('ISO 3166-1 alpha-2, e.g. `BR`.'),
  state: optional(text(64)).describe('May be absent where a country has none.'),
  city: text(128),
  neighborhood: optional(freeText(128)),
  street: text(256),
  number: text(32).describe('Text, so that `S/N` is possible.'),
  zip_code: optional(freeText(32)),
  complement: optional(freeText(512)),
  coordinates: coordinatesSchema,
});

export const cashSchema = z.object({
  change_for: optional(amountSchema.transform((amount) => (amount === 0 ? undefined : amount))).describe(
    'The amount that the customer pays with, in cents. At least `value`; 0: no change is needed.',
  ),
});

export const paymentMethodSchema = z.object({
  value: amountSchema.describe('In cents.'),
  method: z.enum(paymentMethods),
  type: z.enum(paymentTypes).describe('ONLINE: already paid. OFFLINE: paid at the door; CASH always is.'),
  cash: optional(cashSchema).describe('Only with method CASH.'),
});

export const paymentSchema = z.object({
  prepaid: amountSchema.describe('Already paid, in cents. Equals the sum of the ONLINE methods.'),
  pending: amountSchema.describe('To be collected at the door, in cents. Equals the sum of the OFFLINE methods.'),
  /** `null` is how some clients write an empty list. */
  methods: listOf(paymentMethodSchema, 50)
    .nullable()
    .transform((methods) => methods ?? [])
    .describe('May be `[]` when nothing is due. The values add up to `prepaid` + `pending`.'),
});

export const subItemSchema = z.object({
  description: text(512),
  quantity: z.int().min(1),
  notes: optional(freeText(2000)),
});

export const itemSchema = z.object({
  description: text(512),
  quantity: z.int().min(1),
  notes: optional(freeText(2000)),
  sub_items: optional(listOf(subItemSchema, 200)),
});

/** The kinds of vehicle that couriers have, the smallest first. */
export const courierVehicles = ['foot', 'bicycle', 'motorcycle', 'car', 'van', 'other'] as const;

export const loadSchema = z.object({
  vehicle: optional(z.enum(courierVehicles)).describe('The smallest kind of vehicle that can carry it.'),
  weight: optional(z.int().min(0)).describe('In grams.'),
  bags: optional(z.int().min(0)).describe('Number of bags and boxes.'),
});

export const deliveryNotesMax = 1_000;
export const deliveryNotesSchema = freeText(deliveryNotesMax);

export const extrasSchema = z.object({
  origin: optional(freeText(128)).describe('Name of the platform where the order came from.'),
  localizer: optional(freeText(64)).describe('Code to enter when the phone is a masked 0800 number.'),
  central: optional(freeText(32)).describe('Telephone number of a central.'),
  order_id: optional(freeText(128)).describe('Id of the order in that platform.'),
});

/**
 * The shape of a create request's body (spec 2.1, design 5): types, required fields, ranges. Its meaning (sums, cash
 * rules) is checked apart. Unknown fields are left out, and named in the answer.
 */
export const externalOrderSchema = z
  .object({
    external_id: text(255).describe(
      'The merchant’s own id of the order. Unique per merchant, also when the order is gone: it makes repeating safe.',
    ),
    display_id: text(64).describe('The short number that people say. Comes back unchanged.'),
    customer: customerSchema,
    address: addressSchema,
    payment: paymentSchema,
    items: optional(listOf(itemSchema, 500)).describe('May be absent or empty.'),
    delivery_notes: optional(deliveryNotesSchema).describe(
      'Notes for the courier, such as “second door on the left”. Only the system that has the delivery reads them.',
    ),
    load: optional(loadSchema).describe('The size of the delivery, which couriers’ systems see before they accept it.'),
    extras: optional(extrasSchema),
    external_data: optional(z.record(z.string(), z.unknown())).describe(
      'Yours: at most 8 KiB of JSON, comes back in every webhook as the very text that was sent.',
    ),
    delivery_time: optional(utcDateTimeSchema).describe(
      'RFC 3339 with any offset; comes back in UTC with `Z`. At most 30 days ahead. A past time is accepted; if ' +
        'it is more than a day ago, `Doubtful-Fields` names it.',
    ),
    store_ref: optional(storeRefSchema).describe(
      'The store where couriers pick it up; absent: your default. It can be added later: until then `store` is `null`.',
    ),
    handover: optional(handoverRequestSchema).describe(
      'The code that the customer gives the courier: 4 to 8 digits, or `generate` for six digits that you read ' +
        'on the order. Absent: none.',
    ),
  })
  .describe(
    'An order to be delivered. Unknown fields are ignored, and named in `Ignored-Fields`. For an optional field ' +
      '`null`, `""`, `[]`, `{}` and absent are equal.',
  );
export type ExternalOrder = z.infer<typeof externalOrderSchema>;

/**
 * The known fields without `external_data`, which travels as the raw text that was sent, and without the code, which
 * rests sealed.
 */
export const orderContentSchema = externalOrderSchema.omit({ external_data: true, handover: true });
export type OrderContent = z.infer<typeof orderContentSchema>;

/** Nested `external_data` text limits, in bytes of UTF-8. */
export const externalDataMaxBytes = 8 * 1024;

/** In a change `null` and the other forms of none take a field away, and an absent field stays as it is. */
const removable = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (isNone(value) ? null : value), schema.nullable()).optional();

/** An existing order has other known fields, too: the fault of such a field is not its name. */
const changeable = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: ({ code }) =>
      code === 'unrecognized_keys'
        ? `this field cannot be changed; those that can are ${Object.keys(shape).join(', ')}`
        : undefined,
  });

/**
 * A change of an order, as a JSON Merge Patch (RFC 7396). Fields with a meaning only as a whole, payment and
 * coordinates, are sent whole: so a change can be checked without the order.
 */
export const orderChangesSchema = changeable({
  customer: changeable({ phone: phoneSchema.optional() }).optional(),
  address: changeable({
    number: text(32).optional(),
    complement: removable(freeText(512)),
    coordinates: coordinatesSchema.optional().describe('As a whole.'),
  }).optional(),
  payment: paymentSchema.optional().describe('As a whole.'),
  items: removable(listOf(itemSchema, 500)).describe('As a whole, with their `notes`.'),
  delivery_time: removable(utcDateTimeSchema),
  delivery_notes: removable(deliveryNotesSchema),
}).describe(
  'Absent fields stay; `null` removes a field. Other fields cannot be changed: cancel the order and create another.',
);
export type OrderChanges = z.infer<typeof orderChangesSchema>;

export const cancelReasonSchema = z.strictObject({
  code: cancelReasonCodeSchema,
  message: z.string().max(500).nullish(),
});

/** Body of a cancel request; an empty body is fine too. `null` means absent. */
export const cancelRequestSchema = z.strictObject({ reason: cancelReasonSchema.nullish() });
export type CancelRequest = z.infer<typeof cancelRequestSchema>;

/** The answer to an order that is only tried. */
/** Whether couriers' systems deliver to a door. */
export const coverageSchema = z
  .enum(['covered', 'paused', 'none', 'unknown'])
  .describe(
    'Whether a courier’s system delivers to the address. `paused`: all that do have paused; `none`: none does; ' +
      '`unknown`: no system serves you, the address is faulty, or the check timed out.',
  );
export type Coverage = z.infer<typeof coverageSchema>;

export const orderValidationSchema = z.object({
  valid: z.boolean().describe('Whether creation would take the body.'),
  errors: z.array(fieldErrorSchema).describe('As in the problem that creation would be answered with.'),
  warnings: z
    .array(fieldErrorSchema)
    .describe(
      'Probable mistakes, accepted as they are: `unknown_field`, `coordinates_swapped`, ' +
        '`coordinates_outside_country`, `delivery_time_in_past`, `store_not_found`.',
    ),
  coverage: coverageSchema,
});
export type OrderValidation = z.infer<typeof orderValidationSchema>;
