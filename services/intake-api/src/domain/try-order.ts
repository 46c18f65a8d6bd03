import type { FieldError, OrderContent, OrderValidation } from '@delivery/contracts';
import type { ParsedJson } from '@delivery/http-edge';
import { listDoubtful, validateBusinessRules } from './business-rules.js';
import { listUnknown } from './list-ignored.js';
import { type OrderReading, readOrder } from './read-order.js';

type Tried = Omit<OrderValidation, 'coverage'> & {
  storeRef: string | undefined;
  door: OrderContent['address']['coordinates'] | undefined;
};

/**
 * The reasons why a create with this body would be refused, and the fields that a person should check. `storeRef`: of
 * the store that it names. `door`: of an order that can be read.
 */
export const tryOrder = (body: ParsedJson, receivedAt: Date): Tried => {
  const reading = readOrder(body);
  const errors = reading.ok ? validateBusinessRules(reading.order, receivedAt) : reading.errors;
  const warnings = listWarnings(body, reading, receivedAt);
  const storeRef = reading.order.store_ref ?? undefined;
  const door = reading.ok ? reading.order.address.coordinates : undefined;
  return { valid: errors.length === 0, errors, warnings, storeRef, door };
};

export const listWarnings = (body: ParsedJson, { order, known }: OrderReading, receivedAt: Date): FieldError[] => [
  ...listDoubtful(order, receivedAt, 0),
  ...listUnknown(body.value, known, 'external_data'),
];
