import type { ExternalOrder, paymentMethods } from '@delivery/contracts';
import { type DeliveryOrder, keptNames, type offlineMethods } from './requests.js';

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
