import { z } from 'zod';
import type { ExternalOrder, paymentMethods, Reason } from '@delivery/contracts';

type Method = (typeof paymentMethods)[number];
type Payment = ExternalOrder['payment'];

/** The order as `POST /v1/external-orders` takes it; what that call refuses it refuses here too. */
export const toOrder = (order: DeliveryOrder): ExternalOrder => ({
  external_id: order.orderId,
  display_id: order.orderDisplayId,
  customer: { name: order.customerName, phone: digitsOf(order.customerPhone) },
  address: toAddress(order),
  payment: toPayment(order),
  items: order.items?.map(toItem),
  extras: order.customerPhoneLocalizer ? { localizer: order.customerPhoneLocalizer } : undefined,
  external_data: { open_delivery: keep(order) },
});

const digitsOf = (phone: string): string => phone.replaceAll(/\D/g, '');

/** All that a courier should know at the door stands in one place, where couriers look. */
const toAddress = ({ deliveryAddress: address, specialInstructions }: DeliveryOrder): ExternalOrder['address'] => ({
  country: address.country,
  state: address.state.replace(`${address.country}-`, ''),
  city: address.city,
  neighborhood: address.district,
  street: address.street,
  number: address.number,
  zip_code: address.postalCode,
  complement: [address.complement, address.reference, address.instructions, specialInstructions]
    .filter(Boolean)
    .join('; '),
  coordinates: { latitude: address.latitude, longitude: address.longitude },
});

/** Amounts have up to four decimals there, and are whole cents here. */
const toCents = ({ value }: { value: number }): number => Math.round(value * 100);

const toPayment = ({ payments, totalOrderPrice }: DeliveryOrder): Payment => {
  const total = toCents(totalOrderPrice);
  if (payments.method === 'ONLINE')
    return { prepaid: total, pending: 0, methods: [{ value: total, method: 'OTHER', type: 'ONLINE' }] };
  const given = payments.offlineMethod?.map(({ type, amount }) => ({ type, value: toCents(amount) })) ?? [];
  const paid = given.length > 0 ? given : [{ type: 'OTHER' as const, value: total }];
  // It is told once, and not of which of two payments in cash.
  const changeFor = paid.findIndex(({ type }) => type === 'CASH');
  const change = payments.change ? toCents(payments.change) : 0;
  return {
    prepaid: 0,
    pending: paid.reduce((sum, { value }) => sum + value, 0),
    methods: paid.map(({ type, value }, index) => ({
      value,
      method: ourMethods[type],
      type: 'OFFLINE',
      // There the change itself, here what the customer hands over.
      ...(index === changeFor && change > 0 ? { cash: { change_for: value + change } } : {}),
    })),
  };
};

const ourMethods: Readonly<Record<(typeof offlineMethods)[number], Method>> = {
  CREDIT: 'CREDIT',
  DEBIT: 'DEBIT',
  MEAL_VOUCHER: 'MEAL_VOUCHER',
  FOOD_VOUCHER: 'FOOD_VOUCHER',
  PIX: 'PIX',
  CASH: 'CASH',
  CREDIT_DEBIT: 'CARD',
  OTHER: 'OTHER',
};

/** Half a kilogram is one item of half a kilogram. */
const toItem = ({ name, quantity }: NonNullable<DeliveryOrder['items']>[number]) =>
  Number.isInteger(quantity ?? 1)
    ? { description: name, quantity: quantity ?? 1 }
    : { description: `${quantity} × ${name}`, quantity: 1 };

const keep = (order: DeliveryOrder): Record<string, unknown> =>
  Object.fromEntries(
    keptNames.flatMap((name) => (order[name] === undefined || order[name] === null ? [] : [[name, order[name]]])),
  );

/** Where a fault of the order that `toOrder` made was sent. The longer pointer first. */
const pointers: readonly (readonly [ours: string, theirs: string])[] = [
  ['/external_id', '/orderId'],
  ['/display_id', '/orderDisplayId'],
  ['/customer/name', '/customerName'],
  ['/customer/phone', '/customerPhone'],
  ['/customer', '/customerName'],
  ['/address/neighborhood', '/deliveryAddress/district'],
  ['/address/zip_code', '/deliveryAddress/postalCode'],
  ['/address/coordinates/longitude', '/deliveryAddress/longitude'],
  ['/address/coordinates', '/deliveryAddress/latitude'],
  ['/address', '/deliveryAddress'],
  ['/payment/methods', '/payments/offlineMethod'],
  ['/payment', '/payments'],
  ['/items', '/items'],
  ['/extras', '/customerPhoneLocalizer'],
  ['/external_data/open_delivery', ''],
];

/** The pointer into the standard's body, for one into the order that was made of it. */
export const toSentPointer = (pointer: string): string => {
  const found = pointers.find(([ours]) => pointer === ours || pointer.startsWith(`${ours}/`));
  if (!found) return '';
  const [ours, theirs] = found;
  const rest = pointer.slice(ours.length);
  if (ours === '/items') return `${theirs}${rest.replace(/\/description$/, '/name')}`;
  if (ours === '/payment/methods') return `${theirs}${rest.replace(/\/(value|cash.*)$/, '/amount')}`;
  return theirs + (ours === '/address' || ours.startsWith('/external_data') ? rest : '');
};

/** Their reasons are codes as ours are. `action` is what a courier should do after pickup, when nothing can be canceled here. */
export const toReason = ({ reason, message }: z.infer<typeof deliveryCancelSchema>): Reason =>
  message ? { code: reason, message } : { code: reason };

const text = z.string().min(1, 'must not be empty');
const priceSchema = z.object({ value: z.number().min(0), currency: z.string() });
/** Kept as it was sent: nothing here acts on it. */
const kept = z.unknown().optional();

const offlineMethods = [
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

const keptNames = [
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
type DeliveryOrder = z.infer<typeof deliveryOrderSchema>;

export const deliveryCancelSchema = z.object({ reason: text.max(64), message: z.string().max(500).nullish() });

/** Of the standard. */
const openDeliveryVersion = '1.7.1';

/** Behind it come the standard's own paths. */
export const openDeliveryPath = `/open-delivery/${openDeliveryVersion}`;

/** What the standard calls the logistic service's own id: of this product, in every installation. */
export const openDeliveryAppId = '6f0a3f5e-4f0b-4c5a-9d55-0c7f5b7d2e61';
