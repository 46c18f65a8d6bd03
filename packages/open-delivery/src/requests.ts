import { z } from 'zod';

const text = z.string().min(1, 'must not be empty');
const priceSchema = z.object({ value: z.number().min(0), currency: z.string() });
/** Kept as it was sent: nothing here acts on it. */
const kept = z.unknown().optional();

export const offlineMethods = [
  'CREDIT',
  'DEBIT',
  'MEAL_VOUCHER',
  'FOOD_VOUCHER',
  'PIX',
  'CASH',
  'CREDIT_DEBIT',
  'OTHER',
] as const;

/** Latitude and longitude may be left out there; couriers are led to coordinates, so here they may not. */
const deliveryAddressSchema = z.object({
  country: text,
  state: text,
  city: text,
  district: z.string(),
  street: text,
  number: text,
  postalCode: z.string(),
  complement: z.string().nullish(),
  reference: z.string().nullish(),
  instructions: z.string().nullish(),
  latitude: z.number(),
  longitude: z.number(),
});

export const keptNames = [
  'merchant',
  'pickupAddress',
  'pickupCode',
  'vehicle',
  'limitTimes',
  'totalOrderPrice',
  'orderDeliveryFee',
  'totalWeight',
  'packageVolume',
  'packageQuantity',
  'sourceAppId',
  'sourceOrderId',
] as const;

const fieldsSchema = z.object({
  orderId: text,
  orderDisplayId: text,
  merchant: z.looseObject({ id: text, name: z.string() }),
  pickupAddress: kept,
  pickupCode: kept,
  notifyReadyForPickup: z.boolean().nullish(),
  deliveryAddress: deliveryAddressSchema,
  customerName: text,
  /** May be left out there; couriers call the customer. */
  customerPhone: z.string(),
  customerPhoneLocalizer: z.string().nullish(),
  vehicle: kept,
  limitTimes: z.looseObject({ deliveryLimit: z.number().nullish() }).nullish(),
  totalOrderPrice: priceSchema,
  orderDeliveryFee: kept,
  totalWeight: kept,
  packageVolume: kept,
  packageQuantity: kept,
  items: z.array(z.object({ name: text, quantity: z.number().positive().nullish() })).nullish(),
  specialInstructions: z.string().nullish(),
  payments: z.object({
    method: z.enum(['ONLINE', 'OFFLINE']),
    offlineMethod: z.array(z.object({ type: z.enum(offlineMethods), amount: priceSchema })).nullish(),
    change: priceSchema.nullish(),
  }),
  sourceAppId: kept,
  sourceOrderId: kept,
});

/** The fields of a `DeliveryOrder` that are read or kept. A field that is not here is ignored, and named in the answer. */
export const deliveryOrderSchema = fieldsSchema.check(({ value: { payments, totalOrderPrice }, issues }) => {
  const prices = [
    ...(payments.offlineMethod ?? []).map(({ amount }, index) => ({
      path: ['offlineMethod', index, 'amount'],
      price: amount,
    })),
    ...(payments.change ? [{ path: ['change'], price: payments.change }] : []),
  ];
  for (const { path, price } of prices) {
    if (price.currency === totalOrderPrice.currency) continue;
    const message = 'expected the currency of totalOrderPrice: an order has one';
    issues.push({ code: 'custom', input: price.currency, path: ['payments', ...path, 'currency'], message });
  }
});
export type DeliveryOrder = z.infer<typeof deliveryOrderSchema>;

export const deliveryCancelSchema = z.object({ reason: text.max(64), message: z.string().max(500).nullish() });
