import { z } from 'zod';
import { handoverRequestSchema } from './handover.js';
import { listOf } from './list-schema.js';
import { storeRefSchema, utcDateTimeSchema } from './primitives.js';

const text = (max: number) => z.string().min(1, 'must not be empty').max(max);
const freeText = (max: number) => z.string().max(max);
/** Integer amount in minor units (cents), 0 or more. */
const amountSchema = z.int().min(0);
export const phoneSchema = z.string().regex(/^\d{8,15}$/, 'expected 8 to 15 digits and nothing else');

/** Values that some clients send for nothing: PHP's empty array, for one, stands for an empty object too. */
const isNone = (value: unknown): boolean =>
  value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);

/** `null`, `""`, `[]`, `{}` and absent are the same: none. */
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (isNone(value) ? undefined : value), schema.nullish()).optional();

export const customerSchema = z.object({ name: text(256), phone: phoneSchema });

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

export const coordinatesSchema = z.object({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
});

export const addressSchema = z.object({
  country: z.string().regex(/^[A-Za-z]{2}$/, 'expected a two-letter country code'),
  /** Not every country has states. */
  state: optional(text(64)),
  city: text(128),
  neighborhood: optional(freeText(128)),
  street: text(256),
  number: text(32),
  zip_code: optional(freeText(32)),
  complement: optional(freeText(512)),
  coordinates: coordinatesSchema,
});

/** 0 is how some clients write that no change is needed. */
export const cashSchema = z.object({
  change_for: optional(amountSchema.transform((amount) => (amount === 0 ? undefined : amount))),
});

export const paymentMethodSchema = z.object({
  value: amountSchema,
  method: z.enum(paymentMethods),
  type: z.enum(paymentTypes),
  cash: optional(cashSchema),
});

export const paymentSchema = z.object({
  prepaid: amountSchema,
  pending: amountSchema,
  /** `null` is how some clients write an empty list. */
  methods: listOf(paymentMethodSchema, 50)
    .nullable()
    .transform((methods) => methods ?? []),
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

export const extrasSchema = z.object({
  origin: optional(freeText(128)),
  localizer: optional(freeText(64)),
  central: optional(freeText(32)),
  order_id: optional(freeText(128)),
});

/**
 * The shape of a create request's body (spec 2.1, design 5): types, required fields, ranges. Its meaning (sums, cash
 * rules) is checked apart. Unknown fields are left out, and named in the answer.
 */
export const externalOrderSchema = z.object({
  external_id: text(255),
  display_id: text(64),
  customer: customerSchema,
  address: addressSchema,
  payment: paymentSchema,
  items: optional(listOf(itemSchema, 500)),
  extras: optional(extrasSchema),
  external_data: optional(z.record(z.string(), z.unknown())),
  delivery_time: optional(utcDateTimeSchema),
  /** Where couriers fetch it. Absent: the merchant’s default store. */
  store_ref: optional(storeRefSchema),
  /** What the customer tells the courier at the door. */
  handover: optional(handoverRequestSchema),
});
export type ExternalOrder = z.infer<typeof externalOrderSchema>;

/** The known fields without `external_data`, which travels as the raw text that was sent, and without the code, which rests sealed. */
export const orderContentSchema = externalOrderSchema.omit({ external_data: true, handover: true });
export type OrderContent = z.infer<typeof orderContentSchema>;

/** Nested `external_data` text limits, in bytes of UTF-8. */
export const externalDataMaxBytes = 8 * 1024;

/** In a change `null` and the other forms of none take a field away, and an absent field stays as it is. */
const removable = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (isNone(value) ? null : value), schema.nullable()).optional();

/**
 * A change of an order, as a JSON Merge Patch (RFC 7396). What has a meaning only as a whole, payment and coordinates, is
 * sent whole: so a change can be checked without the order.
 */
export const orderChangesSchema = z.strictObject({
  customer: z.strictObject({ phone: phoneSchema.optional() }).optional(),
  address: z
    .strictObject({
      number: text(32).optional(),
      complement: removable(freeText(512)),
      coordinates: coordinatesSchema.optional(),
    })
    .optional(),
  payment: paymentSchema.optional(),
  items: removable(listOf(itemSchema, 500)),
  delivery_time: removable(utcDateTimeSchema),
});
export type OrderChanges = z.infer<typeof orderChangesSchema>;
