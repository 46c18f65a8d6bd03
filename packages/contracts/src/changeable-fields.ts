import { nextStatuses, type OrderStatus, orderStatuses } from './status.js';

/** The courier does not have the order yet. */
const untilPickup = orderStatuses.filter((status) => nextStatuses[status].includes('canceled'));
const untilFinal = orderStatuses.filter((status) => nextStatuses[status].length > 0);

/** The statuses in which each field of an order may be changed, by JSON pointer. */
export const changeableFields = {
  '/items': untilPickup,
  '/delivery_time': untilPickup,
  '/address/coordinates': untilPickup,
  '/address/number': untilFinal,
  '/address/complement': untilFinal,
  '/customer/phone': untilFinal,
  '/payment': untilFinal,
} as const satisfies Readonly<Record<string, readonly OrderStatus[]>>;
export type ChangeableField = keyof typeof changeableFields;

const isField = (name: string): name is ChangeableField => Object.hasOwn(changeableFields, name);
export const changeableFieldNames: readonly ChangeableField[] = Object.keys(changeableFields).filter(isField);
