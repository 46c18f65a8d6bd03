import type { z } from 'zod';
import { describeUnknown, toFieldErrors } from './field-errors.js';
import { ProblemError } from './problem.js';
import type { Query } from './query.js';

/** @throws ProblemError `validation_failed` with every fault of the body at once */
export const parseBody = <T extends z.ZodType>(schema: T, body: unknown): z.infer<T> => {
  const parsed = schema.safeParse(body, { reportInput: false, error: describeUnknown });
  if (parsed.success) return parsed.data;
  const errors = toFieldErrors(parsed.error.issues, body);
  const detail = `The body has ${errors.length} error${errors.length === 1 ? '' : 's'}: see errors.`;
  throw new ProblemError('validation_failed', detail, { errors });
};

/** @throws ProblemError `invalid_parameter` that names each parameter and what was expected of it */
export const parseQuery = <T extends z.ZodObject>(schema: T, query: Query): z.infer<T> => {
  const given = Object.fromEntries(query);
  const parsed = schema.safeParse(given, { reportInput: false });
  if (parsed.success) return parsed.data;
  const errors = toFieldErrors(parsed.error.issues, given);
  const detail = errors.map(({ field, message }) => `${field}: ${message}`).join(' ');
  throw new ProblemError('invalid_parameter', detail);
};
