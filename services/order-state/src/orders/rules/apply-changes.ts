import {
  type ChangeableField,
  changeableFieldNames,
  changeableFields,
  type OrderChanges,
  type OrderContent,
  type OrderStatus,
} from '@delivery/contracts';
import { listContentDifferences } from './list-differences.js';

/** The content with the changes in it. Both are valid, and so is the result: each change is whole. */
export const applyChanges = (content: OrderContent, changes: OrderChanges): OrderContent => {
  const { customer, address, payment, items, delivery_time: deliveryTime } = changes;
  return {
    ...content,
    customer: { ...content.customer, phone: customer?.phone ?? content.customer.phone },
    address: {
      ...content.address,
      number: address?.number ?? content.address.number,
      complement: changed(content.address.complement, address?.complement),
      coordinates: address?.coordinates ?? content.address.coordinates,
    },
    payment: payment ?? content.payment,
    items: changed(content.items, items),
    delivery_time: changed(content.delivery_time, deliveryTime),
  };
};

/** `null` takes the field away. */
const changed = <Value>(before: Value, change: Value | null | undefined): Value | undefined =>
  change === undefined ? before : (change ?? undefined);

/** The fields that say something else than before. */
export const listChanged = (before: OrderContent, after: OrderContent): ChangeableField[] => {
  const differences = listContentDifferences(before, after);
  return changeableFieldNames.filter((field) => differences.some((pointer) => isWithin(pointer, field)));
};

const isWithin = (pointer: string, field: string): boolean => pointer === field || pointer.startsWith(`${field}/`);

/** Those that may no longer change in this status. */
export const listTooLate = (fields: readonly ChangeableField[], status: OrderStatus): ChangeableField[] =>
  fields.filter((field) => !changeableFields[field].includes(status));
