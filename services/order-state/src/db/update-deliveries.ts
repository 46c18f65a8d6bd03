import type { DeliveryAttempted } from '@delivery/contracts';
import type { DeliveryChange } from '../ledger/apply-attempt.js';
import { attemptRows, logAttemptsSql } from './attempt-log.js';
import type { Queryable } from './pool.js';
import { relation } from './relation.js';

export type DeliveryUpdate = DeliveryChange & { id: string };

const updated = relation<DeliveryUpdate>({
  id: ['uuid', (update) => update.id],
  state: ['text', (update) => update.state],
  attempt_count: ['int', (update) => update.attemptCount],
  not_before: ['timestamptz', (update) => update.notBeforeMs],
  last_error_code: ['text', (update) => update.lastErrorCode],
  settled_at: ['timestamptz', (update) => update.settledAtMs],
});

/** Writes what attempts have changed, and logs them. */
export const updateDeliveries = async (
  client: Queryable,
  updates: readonly DeliveryUpdate[],
  logged: readonly DeliveryAttempted[],
): Promise<void> => {
  const values = [...updated.values(updates), ...attemptRows.values(logged)];
  await client.query({ name: 'update_deliveries', text: updateSql, values });
};

const updateSql = `
  with reports as (
    select * from ${attemptRows.unnest(updated.columnCount + 1)} as t (${attemptRows.columns})
  ),
  logged as (${logAttemptsSql}
  )
  update deliveries d
  set state = t.state, attempt_count = t.attempt_count, not_before = coalesce(t.not_before, d.not_before),
      last_error_code = t.last_error_code, settled_at = t.settled_at
  from ${updated.unnest(1)} as t (${updated.columns})
  where d.id = t.id`;
