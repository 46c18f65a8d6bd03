import type { OrderValidation } from '@delivery/contracts';
import type { ParsedJson } from '@delivery/http-edge';
import { listDoubtful, validateBusinessRules } from './business-rules.js';
import { listUnknown } from './list-ignored.js';
import { readOrder } from './read-order.js';

/** What a create with this body would be refused for, and what a person should look at before it is sent. */
export const tryOrder = (body: ParsedJson, receivedAt: Date): OrderValidation => {
  const reading = readOrder(body);
  if (!reading.ok) return { valid: false, errors: reading.errors, warnings: [] };
  const errors = validateBusinessRules(reading.order, receivedAt);
  const warnings = [
    ...listDoubtful(reading.order, receivedAt, 0),
    ...listUnknown(body.value, reading.known, 'external_data'),
  ];
  return { valid: errors.length === 0, errors, warnings };
};
