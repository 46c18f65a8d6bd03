import { STATUS_CODES } from 'node:http';
import { type ProblemCode, problemStatuses } from '@delivery/contracts';
import { problemMeanings } from '@delivery/contracts/calls';
import type { JsonObject } from '../json.js';

const fieldErrors: Partial<Readonly<Record<ProblemCode, JsonObject>>> = {
  validation_failed: {
    pointer: '/customer/phone',
    field: 'customer.phone',
    code: 'invalid_format',
    message: 'Expected 8 to 15 digits and nothing else.',
  },
  external_id_conflict: {
    pointer: '/items/0/quantity',
    field: 'items.0.quantity',
    code: 'differs',
    message: 'The order with this external_id has another value here.',
  },
  too_late_to_change: {
    pointer: '/items',
    field: 'items',
    code: 'too_late',
    message: 'This field can no longer be changed.',
  },
  payment_sum_mismatch: {
    pointer: '/payment/methods',
    field: 'payment.methods',
    code: 'payment_sum_mismatch',
    message: 'Expected the values of the methods to add up to prepaid + pending.',
  },
  invalid_change_for: {
    pointer: '/payment/methods/0/cash/change_for',
    field: 'payment.methods.0.cash.change_for',
    code: 'invalid_change_for',
    message: 'Expected at least the value to be paid, or 0 for no change.',
  },
};

export const exampleProblem = (code: ProblemCode): JsonObject => {
  const status = problemStatuses[code];
  const fieldError = fieldErrors[code];
  const [, meaning] = problemMeanings[code];
  const detail = meaning.replaceAll('`', '');
  return {
    type: `urn:problem-type:${code}`,
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail,
    instance: '/v1/external-orders',
    code,
    message: detail,
    request_id: '7d0e4c1a52f64b0f9c550c3d9a6f2b11',
    ...(fieldError ? { errors: [fieldError] } : {}),
  };
};
