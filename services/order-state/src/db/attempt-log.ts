import type { DeliveryAttempted } from '@delivery/contracts';
import { column } from './sql-types.js';

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
  column(logged, (attempt) => attempt.delivery_id),
  column(logged, (attempt) => attempt.generation),
  column(logged, (attempt) => attempt.attempt),
  column(logged, (attempt) => attempt.occurred_at),
  column(logged, (attempt) => attempt.duration_ms),
  column(logged, (attempt) => attempt.status_code),
  column(logged, (attempt) => attempt.error_code),
  column(logged, (attempt) => attempt.response_excerpt),
];
