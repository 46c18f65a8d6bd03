import type { FieldError, OrderChanges, OrderContent, ProblemCode } from '@delivery/contracts';
import { fieldError } from '@delivery/http-edge';
import { placeIn } from './country-bounds.js';
import type { Doubtable } from './read-order.js';

/** How far ahead of its receipt an order may be due. */
const deliveryTimeMaxAheadMs = 30 * 24 * 60 * 60 * 1000;

export type BusinessRuleError = FieldError & { code: ProblemCode };

/**
 * The rules that a well-formed order, or what a change brings of it, must fulfil to make sense. 400 is shape, 422 is
 * meaning.
 */
export const validateBusinessRules = (
  { payment, address, delivery_time: due }: OrderChanges,
  receivedAt: Date,
): BusinessRuleError[] => [
  ...(payment ? checkPayment(payment) : []),
  ...(address?.coordinates ? checkCoordinates(address.coordinates) : []),
  ...checkDeliveryTime(due, receivedAt),
];

type Payment = OrderContent['payment'];
type PaymentMethod = Payment['methods'][number];

const businessRuleError = (path: readonly PropertyKey[], code: ProblemCode, message: string): BusinessRuleError => ({
  ...fieldError(path, code, message),
  code,
});

const checkPayment = (payment: Payment): BusinessRuleError[] => [
  ...checkSums(payment),
  ...payment.methods.flatMap(checkMethod),
];

const checkSums = ({ prepaid, pending, methods }: Payment): BusinessRuleError[] => {
  const online = sum(methods.filter((method) => method.type === 'ONLINE'));
  const offline = sum(methods.filter((method) => method.type === 'OFFLINE'));
  const errors: BusinessRuleError[] = [];
  if (online + offline !== BigInt(prepaid) + BigInt(pending)) {
    const message = `Expected the values of the methods, in sum ${online + offline}, to equal prepaid + pending.`;
    errors.push(businessRuleError(['payment', 'methods'], 'payment_sum_mismatch', message));
  }
  if (online !== BigInt(prepaid)) {
    const message = `Expected ${online}, the sum of the values of the ONLINE methods, in cents.`;
    errors.push(businessRuleError(['payment', 'prepaid'], 'payment_online_mismatch', message));
  }
  if (offline !== BigInt(pending)) {
    const message = `Expected ${offline}, the sum of the values of the OFFLINE methods, in cents.`;
    errors.push(businessRuleError(['payment', 'pending'], 'payment_offline_mismatch', message));
  }
  return errors;
};

/** Each value is exact, their sum need not be: fifty of them can exceed 2^53. */
const sum = (methods: readonly PaymentMethod[]): bigint =>
  methods.reduce((total, method) => total + BigInt(method.value), 0n);

const checkMethod = ({ method, type, value, cash }: PaymentMethod, index: number): BusinessRuleError[] => {
  const path = ['payment', 'methods', index];
  const isCash = method === 'CASH';
  const errors: BusinessRuleError[] = [];
  if (isCash && type !== 'OFFLINE') {
    errors.push(
      businessRuleError(
        [...path, 'type'],
        'cash_must_be_offline',
        'Expected OFFLINE: CASH is always paid on delivery.',
      ),
    );
  }
  if (cash?.change_for && !isCash) {
    errors.push(
      businessRuleError([...path, 'cash'], 'cash_not_allowed', 'Expected the cash object only with method CASH.'),
    );
  }
  if (cash?.change_for && cash.change_for < value) {
    const message = 'Expected at least the value to be paid, or 0 for no change.';
    errors.push(businessRuleError([...path, 'cash', 'change_for'], 'invalid_change_for', message));
  }
  return errors;
};

const checkCoordinates = ({ latitude, longitude }: OrderContent['address']['coordinates']): BusinessRuleError[] => {
  // A geocoder that found nothing answers (0, 0), a place in the ocean.
  if (latitude !== 0 || longitude !== 0) return [];
  const message = 'Expected the coordinates of the address, not 0, 0.';
  return [businessRuleError(['address', 'coordinates'], 'invalid_coordinates', message)];
};

/** How long before its receipt an order may have been due without a word. */
const deliveryTimeMaxAgeMs = 24 * 60 * 60 * 1000;

/**
 * Values that are taken as they were sent, and were hardly meant so: a time that has long passed may be the first
 * day of some calendar, which stands for "none". It is no reason to refuse a meal, and a repeat must not be refused for
 * coming late.
 * @param maxAgeMs how long before its receipt the order may have been due without a word
 */
export const listDoubtful = (
  { address, delivery_time: due }: Doubtable,
  receivedAt: Date,
  maxAgeMs = deliveryTimeMaxAgeMs,
): FieldError[] => [
  ...(address ? doubtCoordinates(address) : []),
  ...(due && receivedAt.getTime() - Date.parse(due) > maxAgeMs
    ? [fieldError(['delivery_time'], 'delivery_time_in_past', 'This time has passed. Check its offset from UTC.')]
    : []),
];

const doubtCoordinates = ({ country, coordinates }: OrderContent['address']): FieldError[] => {
  const path = ['address', 'coordinates'];
  switch (placeIn(country, coordinates)) {
    case 'inside':
      return [];
    case 'swapped':
      return [
        fieldError(
          path,
          'coordinates_swapped',
          'Latitude and longitude seem to be swapped: the swapped place is in the country of the address.',
        ),
      ];
    case 'outside':
      return [fieldError(path, 'coordinates_outside_country', 'This place is not in the country of the address.')];
  }
};

const checkDeliveryTime = (deliveryTime: string | null | undefined, receivedAt: Date): BusinessRuleError[] => {
  if (!deliveryTime || Date.parse(deliveryTime) - receivedAt.getTime() <= deliveryTimeMaxAheadMs) return [];
  return [businessRuleError(['delivery_time'], 'delivery_time_too_far', 'Expected a time at most 30 days ahead.')];
};
