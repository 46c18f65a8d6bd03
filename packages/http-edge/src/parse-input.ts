import type { z } from 'zod';
import type { FieldError } from '@delivery/contracts';
import { describeUnknown, toFieldErrors } from './field-errors.js';
import { ProblemError } from './problem.js';
import type { Query } from './query.js';

/** @throws ProblemError `validation_failed` with every fault of the body at once */
export const parseBody = <T extends z.ZodType>(schema: T, body: unknown): z.infer<T> => {
  const parsed = schema.safeParse(body, { reportInput: false, error: describeUnknown });
  if (parsed.success) return parsed.data;
  throw validationFailed(toFieldErrors(parsed.error.issues, body));
};

export const validationFailed = (errors: readonly FieldError[]): ProblemError =>
  new ProblemError('validation_failed', `The body has ${countFaults(errors)}: see errors.`, { errors });

export const countFaults = (errors: readonly FieldError[]): string =>
  errors.length === 1 ? 'one faulty field' : `${errors.length} faulty fields`;

/** @throws ProblemError `invalid_parameter` that names each parameter and what was expected of it */
export const parseQuery = <T extends z.ZodObject>(schema: T, query: Query): z.infer<T> => {
  const given = Object.fromEntries(query);
  const parsed = schema.safeParse(given, { reportInput: false });
  if (parsed.success) return parsed.data;
  const errors = toFieldErrors(parsed.error.issues, given);
  const details = errors.map(({ field, message }) => {
    const [name = ''] = field.split('.');
    const hint = isTimeWithBlank(query.get(name)) ? ' In a query a + is written %2B.' : '';
    return `${name}: ${message.charAt(0).toLowerCase()}${message.slice(1)}${hint}`;
  });
  throw new ProblemError('invalid_parameter', [...new Set(details)].join(' '));
};

/** Its offset was sent with a bare +, which a query means a blank by. */
const isTimeWithBlank = (value = ''): boolean => /T.* \d\d:?\d\d$/i.test(value);
