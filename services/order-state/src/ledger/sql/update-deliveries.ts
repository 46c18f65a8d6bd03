import type { DeliveryAttempted } from '@delivery/contracts';
import { type Queryable, relation } from '@delivery/postgres';
import type { DeliveryUpdate } from '../rules/apply-attempt.js';

const updated = relation<DeliveryUpdate>({
  id: ['uuid', (update) => update.id],
  state: ['text', (update) => update.state],
  attempt_count: ['int', (update) => update.attemptCount],
  not_before: ['timestamptz', (update) => update.notBeforeMs],
  last_error_code: ['text', (update) => update.lastErrorCode],
  settled_at: ['timestamptz', (update) => update.settledAtMs],
});

const attemptRows = relation<DeliveryAttempted>({
  delivery_id: ['uuid', (attempt) => attempt.delivery_id],
  generation: ['int', (attempt) => attempt.generation],
  attempt: ['int', (attempt) => attempt.attempt],
  at: ['timestamptz', (attempt) => Date.parse(attempt.occurred_at)],
  duration_ms: ['real', (attempt) => attempt.duration_ms],
  status_code: ['int', (attempt) => attempt.status_code],
  error_code: ['text', (attempt) => attempt.error_code],
  response_excerpt: ['text', (attempt) => attempt.response_excerpt],
});

/**
 * Writes what attempts have changed, and appends them to the log: the same one reported twice is one row. Of an order from
 * which customers' data was erased, what the receiver answered is not kept: it may know more than it was told.
 */
export const updateDeliveries = async (
  client: Queryable,
  updates: readonly DeliveryUpdate[],
  logged: readonly DeliveryAttempted[],
): Promise<void> => {
  const values = [...updated.values(updates), ...attemptRows.values(logged)];
  await client.query({ name: 'update_deliveries', text: updateSql, values });
};

const updateSql = `
  with logged as (
    insert into all_attempts (${attemptRows.columns}, history_day)
    select t.delivery_id, t.generation, t.attempt, t.at, t.duration_ms, t.status_code, t.error_code,
           case when o.erased_at is null then t.response_excerpt end, o.history_day
    from ${attemptRows.unnest(updated.columnCount + 1)} as t (${attemptRows.columns})
      cross join lateral (select order_id from deliveries where id = t.delivery_id limit 1) d
      cross join lateral (select erased_at, history_day from orders where id = d.order_id limit 1) o
    on conflict do nothing
  )
  update deliveries d
  set state = t.state, attempt_count = t.attempt_count, not_before = coalesce(t.not_before, d.not_before),
      last_error_code = t.last_error_code, settled_at = t.settled_at
  from ${updated.unnest(1)} as t (${updated.columns})
  where d.id = t.id`;
