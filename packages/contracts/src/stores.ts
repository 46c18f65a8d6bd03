import { z } from 'zod';
import { addressSchema, coordinatesSchema, phoneSchema } from './external-order.js';
import { storeRefSchema, visibleText } from './primitives.js';

const settings = {
  name: visibleText(128),
  phone: phoneSchema,
  address: addressSchema,
  default: z
    .boolean()
    .describe(
      'Orders that name no store are fetched here. A merchant has one default: setting it takes it from the other.',
    ),
};

/** Like an order's address, whose unknown fields the answer names. In a setting they are refused. */
export const storeAddressSchema = z.strictObject({
  ...addressSchema.shape,
  coordinates: coordinatesSchema.strict().describe('Decimal degrees. Not 0, 0.'),
});

/** A replacement does not keep absent fields. */
export const storeSettingsSchema = z
  .strictObject({ ...settings, default: settings.default.default(false), address: storeAddressSchema })
  // A geocoder that found nothing answers (0, 0), a place in the ocean.
  .refine(({ address: { coordinates } }) => coordinates.latitude !== 0 || coordinates.longitude !== 0, {
    path: ['address', 'coordinates'],
    error: 'expected the coordinates of the address, not 0, 0',
  })
  .describe('The whole store.');
export type StoreSettings = z.infer<typeof storeSettingsSchema>;

export const storeSchema = z.object({ ref: storeRefSchema, ...settings }).describe('Where couriers fetch orders.');
export type Store = z.infer<typeof storeSchema>;
