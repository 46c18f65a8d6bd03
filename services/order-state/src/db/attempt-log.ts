import type { DeliveryAttempted } from '@delivery/contracts';
import { column } from './column.js';

export const attemptFields =
  'delivery_id, generation, attempt, at, duration_ms, status_code, error_code, response_excerpt';

/** A parameter for each field. @param first the number of the first */
export const attemptParameters = (first: number): string =>
  ['uuid', 'int', 'int', 'timestamptz', 'real', 'int', 'text', 'text']
    .map((type, index) => `$${first + index}::${type}[]`)
    .join(', ');

/** Appends `reports` to the attempt log: the same one reported twice is one row. */
export const logAttemptsSql = `
        insert into delivery_attempts (${attemptFields})
        select ${attemptFields} from reports
        on conflict (delivery_id, generation) do nothing`;

export const attemptColumns = (logged: readonly DeliveryAttempted[]): unknown[] => [
  column('uuid', logged, (attempt) => attempt.delivery_id),
  column('int', logged, (attempt) => attempt.generation),
  column('int', logged, (attempt) => attempt.attempt),
  column('timestamptz', logged, (attempt) => Date.parse(attempt.occurred_at)),
  column('real', logged, (attempt) => attempt.duration_ms),
  column('int', logged, (attempt) => attempt.status_code),
  column('text', logged, (attempt) => attempt.error_code),
  column('text', logged, (attempt) => attempt.response_excerpt),
];
