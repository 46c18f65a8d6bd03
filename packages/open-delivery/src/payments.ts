import { z } from 'zod';
import type { ExternalOrder, paymentMethods } from '@delivery/contracts';

type Method = (typeof paymentMethods)[number];

/** Below it a number in JSON has its cents as they were written: 15 digits in all. */
const priceMax = 9_999_999_999_999;
export const priceSchema = z.object({ value: z.number().min(0).max(priceMax), currency: z.string() });
type Price = z.infer<typeof priceSchema>;

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

export const paymentsSchema = z.object({
  method: z.enum(['ONLINE', 'OFFLINE']),
  offlineMethod: z.array(z.object({ type: z.enum(offlineMethods), amount: priceSchema })).nullish(),
  change: priceSchema.nullish(),
});
type Payments = { payments: z.infer<typeof paymentsSchema>; totalOrderPrice: Price };

/** `unused`: pointers to what was sent and is not used, or not to the last digit. */
type ReadPayments = { payment: ExternalOrder['payment']; unused: string[] };

/**
 * Amounts have up to four decimals there, and are whole cents here. Shifted as text: 1.005 times 100 is
 * 100.49999999999999.
 */
const shift = ({ value }: Price, places: number): number => (value < 1e-6 ? value : Number(`${value}e${places}`));
const toCents = (price: Price): number => Math.round(shift(price, 2));
const isRounded = (price: Price): boolean => !Number.isInteger(shift(price, 2));

/** @returns pointers to amounts to collect, although `method` says that the order is paid */
export const listContradictions = ({ payments: { method, offlineMethod } }: Pick<Payments, 'payments'>): string[] =>
  method === 'OFFLINE'
    ? []
    : (offlineMethod ?? []).flatMap(({ amount }, index) =>
        amount.value > 0 ? [`/payments/offlineMethod/${index}/amount`] : [],
      );

export const readPayments = ({ payments, totalOrderPrice }: Payments): ReadPayments => {
  const total = toCents(totalOrderPrice);
  const roundedTotal = isRounded(totalOrderPrice) ? ['/totalOrderPrice/value'] : [];
  const given = payments.offlineMethod ?? [];
  const { change } = payments;
  if (payments.method === 'ONLINE') {
    const unused = [given.length > 0 && '/payments/offlineMethod', change && '/payments/change'].filter(isText);
    const payment = {
      prepaid: total,
      pending: 0,
      methods: [{ value: total, method: 'OTHER', type: 'ONLINE' } as const],
    };
    return { payment, unused: [...roundedTotal, ...unused] };
  }
  const changeCents = change ? toCents(change) : 0;
  // Change is given for cash alone.
  const unnamed = { type: changeCents > 0 ? 'CASH' : 'OTHER', amount: totalOrderPrice } as const;
  const paid = given.length > 0 ? given : [unnamed];
  // The change is one amount; it goes with the first payment in cash.
  const cashIndex = paid.findIndex(({ type }) => type === 'CASH');
  const methods = paid.map(({ type, amount }, index) => {
    const value = toCents(amount);
    // There the change itself, here what the customer hands over.
    const cash = index === cashIndex && changeCents > 0 ? { cash: { change_for: value + changeCents } } : {};
    return { value, method: ourMethods[type], type: 'OFFLINE' as const, ...cash };
  });
  const pending = methods.reduce((sum, { value }) => sum + value, 0);
  const unused = [
    ...(given.length > 0 ? listOtherTotal(given, totalOrderPrice) : roundedTotal),
    ...given.flatMap(({ amount }, index) =>
      isRounded(amount) ? [`/payments/offlineMethod/${index}/amount/value`] : [],
    ),
    change && cashIndex < 0 && '/payments/change',
    change && cashIndex >= 0 && isRounded(change) && '/payments/change/value',
  ].filter(isText);
  return { payment: { prepaid: 0, pending, methods }, unused };
};

const isText = (value: unknown): value is string => typeof value === 'string';

/** Couriers collect the amounts of the methods, whatever the total is: part of it may be paid already. */
const listOtherTotal = (given: readonly { amount: Price }[], total: Price): string[] => {
  const sum = given.reduce((before, { amount }) => before + Math.round(shift(amount, 4)), 0);
  return sum === Math.round(shift(total, 4)) ? [] : ['/totalOrderPrice/value'];
};
