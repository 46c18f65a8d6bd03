import type { DeliveryAttempted } from '@delivery/contracts';
import type { DeliveryChange } from '../ledger/apply-attempt.js';
import type { Queryable } from './pool.js';
import { column, toDate } from './sql-types.js';

export type DeliveryUpdate = DeliveryChange & { id: string };

/** Writes what attempts have changed, and logs them. */
export const updateDeliveries = async (
  client: Queryable,
  updates: readonly DeliveryUpdate[],
  logged: readonly DeliveryAttempted[],
): Promise<void> => {
  await client.query({
    name: 'update_deliveries',
    text: `
      with reports as (
        select * from unnest(${attemptTypes(7)}) as t (${attemptFields})
      ),
      logged as (${logAttemptsSql}
      )
      update deliveries d
      set state = t.state, attempt_count = t.attempt_count, not_before = coalesce(t.not_before, d.not_before),
          last_error_code = t.last_error_code, settled_at = t.settled_at
      from unnest($1::uuid[], $2::text[], $3::int[], $4::timestamptz[], $5::text[], $6::timestamptz[])
        as t (id, state, attempt_count, not_before, last_error_code, settled_at)
      where d.id = t.id`,
    values: [
      column(updates, (update) => update.id),
      column(updates, (update) => update.state),
      column(updates, (update) => update.attemptCount),
      column(updates, (update) => toDate(update.notBeforeMs)),
      column(updates, (update) => update.lastErrorCode),
      column(updates, (update) => toDate(update.settledAtMs)),
      ...attemptColumns(logged),
    ],
  });
};

export const attemptFields =
  'delivery_id, generation, attempt, at, duration_ms, status_code, error_code, response_excerpt';

/** @param first number of the parameter of the first field */
export const attemptTypes = (first: number): string =>
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
