import type { FieldError, IgnoredFields, OrderValidation } from '@delivery/contracts';
import { fieldError, type ParsedJson } from '@delivery/http-edge';
import { listDoubtful, validateBusinessRules } from './business-rules.js';
import { readOrder } from './read-order.js';

/** What a create with this body would be refused for, and what a person should look at before it is sent. */
export const tryOrder = (body: ParsedJson, receivedAt: Date): OrderValidation => {
  const reading = readOrder(body);
  if (!reading.ok) return { valid: false, errors: reading.errors, warnings: [] };
  const errors = validateBusinessRules(reading.order, receivedAt);
  const warnings = [...listDoubtful(reading.order, receivedAt, 0), ...warnOfIgnored(reading.ignored)];
  return { valid: errors.length === 0, errors, warnings };
};

const warnOfIgnored = ({ pointers, count }: IgnoredFields): FieldError[] => {
  const unread = pointers.map((pointer) =>
    fieldError(toPath(pointer), 'unknown_field', 'This field is not known, and would not be read.'),
  );
  if (count <= pointers.length) return unread;
  return [...unread, fieldError([], 'unknown_field', `There are ${count} unknown fields in all.`)];
};

/** The names of a pointer as a header has it. */
const toPath = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'));
