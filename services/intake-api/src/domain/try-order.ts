import type { FieldError, OrderValidation } from '@delivery/contracts';
import type { ParsedJson } from '@delivery/http-edge';
import { listDoubtful, validateBusinessRules } from './business-rules.js';
import { listUnknown } from './list-ignored.js';
import { type OrderReading, readOrder } from './read-order.js';

/**
 * What a create with this body would be refused for, and what a person should look at before it is sent. `storeRef`: of the store that it
 * names.
 */
export const tryOrder = (body: ParsedJson, receivedAt: Date): OrderValidation & { storeRef: string | undefined } => {
  const reading = readOrder(body);
  const errors = reading.ok ? validateBusinessRules(reading.order, receivedAt) : reading.errors;
  const warnings = listWarnings(body, reading, receivedAt);
  return { valid: errors.length === 0, errors, warnings, storeRef: reading.order.store_ref ?? undefined };
};

export const listWarnings = (body: ParsedJson, { order, known }: OrderReading, receivedAt: Date): FieldError[] => [
  ...listDoubtful(order, receivedAt, 0),
  ...listUnknown(body.value, known, 'external_data'),
];
