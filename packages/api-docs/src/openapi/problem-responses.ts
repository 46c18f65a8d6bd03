import { STATUS_CODES } from 'node:http';
import { type ProblemCode, problemStatuses } from '@delivery/contracts';
import { type HeaderName, headers, problemMeanings, schemaRef } from '@delivery/contracts/calls';
import type { JsonObject } from '../json.js';

/** Headers of a code, besides those of every answer. */
const extraHeaders: Partial<Readonly<Record<ProblemCode, HeaderName>>> = {
  invalid_credentials: 'WWW-Authenticate',
  insufficient_scope: 'WWW-Authenticate',
  method_not_allowed: 'Allow',
  rate_limited: 'Retry-After',
  temporarily_unavailable: 'Retry-After',
};

/** The problems of one call as responses by status. Each is a reference, so calls share components. */
export const problemRefs = (codes: readonly ProblemCode[]): JsonObject =>
  Object.fromEntries(groupByStatus(codes).map(([status, group]) => [String(status), responseRef(group)]));

/** The components that `problemRefs` of all these calls refer to. */
export const problemComponents = (
  calls: readonly (readonly ProblemCode[])[],
  answerHeaders: readonly HeaderName[],
): JsonObject => {
  const groups = calls.flatMap((codes) => groupByStatus(codes).map(([, group]) => group));
  return Object.fromEntries(groups.map((group) => [nameOf(group), toResponse(group, answerHeaders)]));
};

/** Problems that any request may meet, so no call lists them. */
export const otherProblem = (answerHeaders: readonly HeaderName[]): JsonObject => ({
  description: 'Any other problem, e.g. `method_not_allowed`, `headers_too_large` or `request_timeout`: see the table.',
  headers: headerRefs([...answerHeaders, 'Allow']),
  content: { 'application/problem+json': { schema: schemaRef('Problem') } },
});

const groupByStatus = (codes: readonly ProblemCode[]): [number, ProblemCode[]][] => {
  const groups = new Map<number, ProblemCode[]>();
  for (const code of codes) {
    const status = problemStatuses[code];
    groups.set(status, [...(groups.get(status) ?? []), code]);
  }
  return [...groups].sort(([one], [other]) => one - other);
};

const responseRef = (codes: readonly ProblemCode[]): JsonObject => ({
  $ref: `#/components/responses/${nameOf(codes)}`,
});

/** Differs from every schema's name: some generators would make one type of both. */
const nameOf = (codes: readonly ProblemCode[]): string => `${codes.map(toPascalCase).join('Or')}Problem`;

const toPascalCase = (code: string): string =>
  code
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

/** The first paragraph names every code, because pages show only this paragraph at first. */
const describe = (codes: readonly ProblemCode[]): string => {
  const meanings = codes.map((code) => {
    const [, meaning] = problemMeanings[code];
    return `\`${code}\`: ${meaning}`;
  });
  if (codes.length === 1) return meanings.join('');
  return [codes.map((code) => `\`${code}\``).join(', '), ...meanings].join('\n\n');
};

const toResponse = (codes: readonly ProblemCode[], answerHeaders: readonly HeaderName[]): JsonObject => {
  const extras = codes.flatMap((code) => extraHeaders[code] ?? []);
  return {
    description: describe(codes),
    headers: headerRefs([...answerHeaders, ...extras]),
    content: {
      'application/problem+json': {
        schema: schemaRef('Problem'),
        examples: Object.fromEntries(codes.map((code) => [code, { value: exampleProblem(code) }])),
      },
    },
  };
};

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

const exampleProblem = (code: ProblemCode): JsonObject => {
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

export const headerComponents = (names: readonly HeaderName[]): JsonObject =>
  Object.fromEntries(names.map((name) => [name, headers[name]]));

export const headerRefs = (names: readonly HeaderName[]): JsonObject =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

export const headerNames = Object.keys(headers).filter((name): name is HeaderName => name in headers);
