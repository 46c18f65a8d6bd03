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

const updateSql = `
  with changes as (
    select t.id, t.state, t.attempt_count, coalesce(t.not_before, d.not_before) as not_before, t.last_error_code, t.settled_at,
           o.history_day, coalesce(t.settled_at is not null and o.history_day > 'epoch', false) as leaves,
           ${lasting.replace(/\w+/g, 'd.$&')}
    from ${updated.unnest(1)} as t (${updated.columns})
      join deliveries d on d.id = t.id
      -- A delivery comes to an end also where its order is gone.
      left join orders o on o.id = d.order_id
  ),
  logged as (
    insert into all_attempts (delivery_id, generation, attempt, at, duration_ms, status_code, error_code, response_excerpt, history_day)
    select t.delivery_id, t.generation, t.attempt, t.at, t.duration_ms, t.status_code, t.error_code,
           case when o.erased_at is null then t.response_excerpt end, o.history_day
    from ${attemptRows.unnest(updated.columnCount + 1)} as t (${attemptRows.columns})
      join orders o on o.id = t.order_id
    on conflict do nothing
  ),
  gone as (
    delete from deliveries d using changes c where d.id = c.id and c.leaves returning 1
  ),
  settled as (
    insert into all_deliveries (id, ${changing}, history_day, ${lasting})
    select id, ${changing}, history_day, ${lasting} from changes
    -- After the others: their triggers count in this order, see count_updated_deliveries.
    where leaves and (select count(*) from gone) > 0
  )
  update deliveries d
  set state = c.state, attempt_count = c.attempt_count, not_before = c.not_before, last_error_code = c.last_error_code,
      settled_at = c.settled_at
  from changes c
  where d.id = c.id and not c.leaves`;
