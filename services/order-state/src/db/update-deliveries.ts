import type { DeliveryAttempted } from '@delivery/contracts';
import type { DeliveryChange } from '../ledger/apply-attempt.js';
import { attemptColumns, attemptFields, attemptParameters, logAttemptsSql } from './attempt-log.js';
import type { Queryable } from './pool.js';
import { column } from './column.js';

export type DeliveryUpdate = DeliveryChange & { id: string };

/** Writes what attempts have changed, and logs them. */
export const updateDeliveries = async (
  client: Queryable,
  updates: readonly DeliveryUpdate[],
  logged: readonly DeliveryAttempted[],
): Promise<void> => {
  await client.query({
    name: 'update_deliveries',
    text: updateSql,
    values: [
      column('uuid', updates, (update) => update.id),
      column('text', updates, (update) => update.state),
      column('int', updates, (update) => update.attemptCount),
      column('timestamptz', updates, (update) => update.notBeforeMs),
      column('text', updates, (update) => update.lastErrorCode),
      column('timestamptz', updates, (update) => update.settledAtMs),
      ...attemptColumns(logged),
    ],
  });
};

const updateSql = `
  with reports as (
    select * from unnest(${attemptParameters(7)}) as t (${attemptFields})
  ),
  logged as (${logAttemptsSql}
  )
  update deliveries d
  set state = t.state, attempt_count = t.attempt_count, not_before = coalesce(t.not_before, d.not_before),
      last_error_code = t.last_error_code, settled_at = t.settled_at
  from unnest($1::uuid[], $2::text[], $3::int[], $4::timestamptz[], $5::text[], $6::timestamptz[])
    as t (id, state, attempt_count, not_before, last_error_code, settled_at)
  where d.id = t.id`;
