import { z } from 'zod';
import { addressSchema, coordinatesSchema, phoneSchema } from './external-order.js';
import { storeRefSchema } from './primitives.js';

const settings = {
  name: z.string().min(1, 'must not be empty').max(128),
  phone: phoneSchema,
  address: addressSchema,
  /** The store of orders that name none. Setting it takes it from the store that had it. */
  default: z.boolean().default(false),
};

/** As of an order, where unknown fields are named in the answer; in a setting they are refused. */
export const storeAddressSchema = z.strictObject({ ...addressSchema.shape, coordinates: coordinatesSchema.strict() });

/** The whole store: what is left out of a replacement is not kept. */
export const storeSettingsSchema = z
  .strictObject({ ...settings, address: storeAddressSchema })
  // A geocoder that found nothing answers (0, 0), a place in the ocean.
  .refine(({ address: { coordinates } }) => coordinates.latitude !== 0 || coordinates.longitude !== 0, {
    path: ['address', 'coordinates'],
    error: 'expected the coordinates of the address, not 0, 0',
  });
export type StoreSettings = z.infer<typeof storeSettingsSchema>;

/** Where couriers fetch orders. */
export const storeSchema = z.object({ ref: storeRefSchema, ...settings, default: z.boolean() });
export type Store = z.infer<typeof storeSchema>;
