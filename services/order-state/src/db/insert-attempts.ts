import type { DeliveryAttempted } from '@delivery/contracts';
import type { Queryable } from './pool.js';
import { column } from './sql-types.js';

/** Appends to the attempt log. The same attempt reported twice is one row. */
export const insertAttempts = async (client: Queryable, attempts: readonly DeliveryAttempted[]): Promise<void> => {
  await client.query({
    name: 'insert_attempts',
    text: `
      insert into delivery_attempts (delivery_id, generation, attempt, at, duration_ms, status_code, error_code,
                                     response_excerpt)
      select * from unnest($1::uuid[], $2::int[], $3::int[], $4::timestamptz[], $5::real[], $6::int[], $7::text[],
                           $8::text[])
      on conflict (delivery_id, generation) do nothing`,
    values: [
      column(attempts, (attempt) => attempt.delivery_id),
      column(attempts, (attempt) => attempt.generation),
      column(attempts, (attempt) => attempt.attempt),
      column(attempts, (attempt) => attempt.occurred_at),
      column(attempts, (attempt) => attempt.duration_ms),
      column(attempts, (attempt) => attempt.status_code),
      column(attempts, (attempt) => attempt.error_code),
      column(attempts, (attempt) => attempt.response_excerpt),
    ],
  });
};
