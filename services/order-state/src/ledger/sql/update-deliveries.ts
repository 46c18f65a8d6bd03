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
  order_id: ['text', (attempt) => attempt.order_id],
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
 * Writes what attempts have changed, and appends them to the log: the same one reported twice is one row. What is settled leaves
 * for the day of its order, where that has one. Of an order from which customers' data was erased, what the receiver answered is
 * not kept: it may know more than it was told. The caller has locked the orders.
 */
export const updateDeliveries = async (
  client: Queryable,
  updates: readonly DeliveryUpdate[],
  logged: readonly DeliveryAttempted[],
): Promise<void> => {
  const values = [...updated.values(updates), ...attemptRows.values(logged)];
  await client.query({ name: 'update_deliveries', text: updateSql, values });
};

/** What an attempt changes, and what it does not. */
const changing = 'state, attempt_count, not_before, last_error_code, settled_at';
const lasting = `order_id, endpoint_id, merchant_id, mode, sequence, previous_sequence, event, webhook_id, gate_open, generation, schedule_base,
  released_at, published, visible_until, created_at, replay_id, origin_id`;

/** Nothing is joined with `deliveries`: a plan that was made while it was empty might begin there, and go through all of it later. */
const updateSql = `
  with changes as materialized (
    select t.id, t.state, t.attempt_count, coalesce(t.not_before, d.not_before) as not_before, t.last_error_code, t.settled_at,
           o.history_day, coalesce(t.settled_at is not null and o.history_day > 'epoch', false) as leaves,
           ${lasting.replace(/\w+/g, 'd.$&')}
    from ${updated.unnest(1)} as t (${updated.columns})
      cross join lateral (select * from deliveries where id = t.id limit 1) d
      -- Whatever may have become of its order, a delivery comes to an end.
      left join lateral (select history_day from orders where id = d.order_id limit 1) o on true
  ),
  logged as (
    insert into all_attempts (delivery_id, generation, attempt, at, duration_ms, status_code, error_code, response_excerpt, history_day)
    select t.delivery_id, t.generation, t.attempt, t.at, t.duration_ms, t.status_code, t.error_code,
           case when o.erased_at is null then t.response_excerpt end, o.history_day
    from ${attemptRows.unnest(updated.columnCount + 1)} as t (${attemptRows.columns})
      cross join lateral (select erased_at, history_day from orders where id = t.order_id limit 1) o
    on conflict do nothing
  ),
  gone as (
    delete from deliveries where id = any(array(select id from changes where leaves)) returning 1
  ),
  settled as (
    insert into all_deliveries (id, ${changing}, history_day, ${lasting})
    select id, ${changing}, history_day, ${lasting} from changes
    -- After the others: their triggers count in this order, see count_updated_deliveries.
    where leaves and (select count(*) from gone) > 0
  )
  update deliveries d
  set (${changing}) = (select ${changing} from changes where id = d.id limit 1)
  where id = any(array(select id from changes where not leaves))`;
