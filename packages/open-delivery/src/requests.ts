import { z } from 'zod';
import {
  cancelReasons,
  courierVehicles,
  deliveryNotesMax,
  externalDataMaxBytes,
  type ExternalOrder,
  type Reason,
  reasonCodeOf,
} from '@delivery/contracts';
import { toCourierVehicle } from './parts.js';
import { paymentsSchema, priceSchema, readPayments } from './payments.js';
import { readPhone } from './phone.js';

/** `unused`: pointers to what was sent and is not in the order as it was sent: left out, cut or rounded. */
export type ReadDelivery = { order: ExternalOrder; unused: string[] };

/** The order as `POST /v1/external-orders` takes it; what that call refuses it refuses here too. */
export const toOrder = (sent: DeliveryOrder): ReadDelivery => {
  const complement = joinTexts(complementMax, [
    ['/deliveryAddress/complement', sent.deliveryAddress.complement],
    ['/deliveryAddress/reference', sent.deliveryAddress.reference],
  ]);
  const notes = joinTexts(deliveryNotesMax, [
    ['/deliveryAddress/instructions', sent.deliveryAddress.instructions],
    ['/specialInstructions', sent.specialInstructions],
  ]);
  const { payment, unused: unusedPayments } = readPayments(sent);
  const { kept, unused: tooLong } = keep(sent);
  const { digits, extension } = sent.customerPhone;
  const localizer = sent.customerPhoneLocalizer || extension;
  const order = {
    external_id: toExternalId(sent.orderId),
    display_id: sent.orderDisplayId,
    customer: { name: sent.customerName, phone: digits },
    address: toAddress(sent.deliveryAddress, complement.text),
    payment,
    items: sent.items?.map(toItem),
    delivery_notes: notes.text,
    load: toLoad(sent),
    extras: localizer ? { localizer } : undefined,
    external_data: { open_delivery: kept },
  };
  const unusedPhone = extension && extension !== localizer ? ['/customerPhone'] : [];
  return { order, unused: [...complement.unused, ...notes.unused, ...unusedPayments, ...unusedPhone, ...tooLong] };
};

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** A UUID is the same in capitals (RFC 9562, 4). */
export const toExternalId = (orderId: string): string => (uuid.test(orderId) ? orderId.toLowerCase() : orderId);

const complementMax = 512;

type SentText = readonly [pointer: string, text: string | null | undefined];

/** `unused`: pointers to the texts that were cut. */
const joinTexts = (max: number, texts: readonly SentText[]): { text: string; unused: string[] } => {
  const unused: string[] = [];
  let joined = '';
  for (const [pointer, text] of texts) {
    if (!text) continue;
    const whole = joined ? `${joined}; ${text}` : text;
    joined = cutText(whole, max);
    if (joined !== whole) unused.push(pointer);
  }
  return { text: joined, unused };
};

const toAddress = (sent: DeliveryOrder['deliveryAddress'], complement: string): ExternalOrder['address'] => ({
  country: sent.country,
  state: sent.state.startsWith(`${sent.country}-`) ? sent.state.slice(sent.country.length + 1) : sent.state,
  city: sent.city,
  neighborhood: sent.district,
  street: sent.street,
  number: sent.number,
  zip_code: sent.postalCode,
  complement,
  coordinates: { latitude: sent.latitude, longitude: sent.longitude },
});

/**
 * The till may name several vehicles: the smallest is enough. Values that are no numbers of grams or packages stay in
 * `external_data` alone.
 */
const toLoad = ({ vehicle, totalWeight, packageQuantity }: DeliveryOrder): ExternalOrder['load'] => {
  const [weight, bags] = [countSchema.safeParse(totalWeight).data, countSchema.safeParse(packageQuantity).data];
  const types = vehicleTypesSchema.safeParse(vehicle).data?.type.map(toCourierVehicle) ?? [];
  return { vehicle: courierVehicles.find((name) => types.includes(name)), weight, bags };
};

/** Never within a character that takes two units: half of one cannot be stored. */
const cutText = (text: string, max: number): string => text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '');

/** Half a kilogram is one item of half a kilogram. */
const toItem = ({ name, quantity }: NonNullable<DeliveryOrder['items']>[number]) =>
  Number.isInteger(quantity ?? 1)
    ? { description: name, quantity: quantity ?? 1 }
    : { description: `${quantity} × ${name}`, quantity: 1 };

/** A member that would make `external_data` too long is left out: no meal is refused for it. */
const keep = (order: DeliveryOrder): { kept: Record<string, unknown>; unused: string[] } => {
  const unused: string[] = [];
  let kept: Record<string, unknown> = {};
  for (const name of keptNames) {
    if (order[name] === undefined || order[name] === null) continue;
    const longer = { ...kept, [name]: order[name] };
    if (Buffer.byteLength(JSON.stringify({ open_delivery: longer })) <= externalDataMaxBytes) kept = longer;
    else unused.push(`/${name}`);
  }
  return { kept, unused };
};

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

/** `action` is for orders after pickup, which cannot be canceled here. */
export const toReason = ({
  reason,
  message,
}: z.infer<typeof deliveryCancelSchema>): { reason: Reason; unused: string[] } => {
  const code = reasonCodeOf(cancelReasons, reason) ?? reason;
  if (!message) return { reason: { code }, unused: [] };
  const cut = cutText(message, reasonMessageMax);
  return { reason: { code, message: cut }, unused: cut === message ? [] : ['/message'] };
};

const answers = { DELIVER_PRODUCT: 'retry', RETURN_TO_STORE: 'return', CANCEL_DELIVERY: 'cancel' } as const;

/** It answers every open problem of the order, so `reason` is not needed. A cancel has no words of its own. */
export const toProblemAnswer = ({ action: theirs, message }: z.infer<typeof deliveryHandleProblemSchema>) => {
  const action = answers[theirs];
  const text = message && action !== 'cancel' ? cutText(message, reasonMessageMax) : undefined;
  return {
    answer: { action, ...(text && { text }) },
    unused: ['/reason', ...((message ?? '') === (text ?? '') ? [] : ['/message'])],
  };
};

const text = z.string().min(1, 'must not be empty');
const countSchema = z.int().min(0);
const vehicleTypesSchema = z.object({ type: z.array(z.string()) });

/** Kept as it was sent: nothing here acts on it. */
const kept = z.unknown().optional();

/** Latitude and longitude may be left out there; couriers are led to coordinates, so here they may not. */
const deliveryAddressSchema = z.object({
  country: text,
  state: z.string(),
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

/** Only the place matters: without its coordinates nothing is known of it. */
export const deliveryAvailabilitySchema = z.object({
  deliveryAddress: z.object({
    latitude: z.number().min(-90).max(90).nullish(),
    longitude: z.number().min(-180).max(180).nullish(),
  }),
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

const unreadablePhone =
  'expected a number of 8 to 15 digits, with + ( ) - . / and blanks; an extension comes after , ; x, ext, ramal or ID';

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
  customerPhone: z.string().transform((written, { issues }) => {
    const phone = readPhone(written);
    if (phone) return phone;
    issues.push({ code: 'custom', input: written, message: unreadablePhone });
    return z.NEVER;
  }),
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
  payments: paymentsSchema,
  sourceAppId: kept,
  sourceOrderId: kept,
});

/**
 * The fields of a `DeliveryOrder` that are read or kept. A field that is not here is ignored, and named in the answer.
 */
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

const reasonMessageMax = 500;
export const deliveryCancelSchema = z.object({ reason: text.max(64), message: z.string().nullish() });

export const deliveryHandleProblemSchema = z.object({
  reason: text,
  action: z.enum(['DELIVER_PRODUCT', 'RETURN_TO_STORE', 'CANCEL_DELIVERY']),
  message: z.string().nullish(),
});

/** The version of the standard. */
const openDeliveryVersion = '1.7.1';

/** Behind it come the standard's own paths. */
export const openDeliveryPath = `/open-delivery/${openDeliveryVersion}`;

/** The standard's id of the logistic service: the same for this product in every installation. */
export const openDeliveryAppId = '6f0a3f5e-4f0b-4c5a-9d55-0c7f5b7d2e61';
