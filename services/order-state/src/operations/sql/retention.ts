import type { Queryable } from '@delivery/postgres';

/**
 * Locks orders from which what is the customer's is to be erased: final since before `before`, or not final and without
 * any event since. Those that somebody else has locked come next time.
 */
export const lockOrdersToErase = async (client: Queryable, before: Date, eraseMax: number): Promise<string[]> => {
  const { rows } = await client.query<{ id: string }>({
    name: 'lock_orders_to_erase',
    text: `
      select id from orders
      where erased_at is null and coalesce(final_at, created_at) < $1 and coalesce(final_at, updated_at) < $1
      order by coalesce(final_at, created_at) limit $2 for no key update skip locked`,
    values: [before, eraseMax],
  });
  return rows.map(({ id }) => id);
};

/**
 * Empties dead letters that were refused last before `before`: they hold whole messages. The row stays, with its reason.
 * The body becomes the row's own id, because two of one message must differ.
 */
export const eraseOldDeadLetters = async (
  client: Queryable,
  before: Date,
  now: Date,
  eraseMax: number,
): Promise<number> => {
  const { rowCount } = await client.query({
    name: 'erase_old_dead_letters',
    text: `
      update dead_letters set body = uuid_send(id), erased_at = $2
      where id in (
        select id from dead_letters where erased_at is null and last_at < $1 limit $3 for update skip locked)`,
    values: [before, now, eraseMax],
  });
  return rowCount ?? 0;
};

/**
 * Purges the history of orders that nothing has happened to since `before`: deliveries, attempts, events, commands and
 * what is left of the content. An order with an unsettled delivery keeps everything. Purged deliveries are counted, and the
 * feed begins behind the purged events.
 * @returns how many orders were purged
 */
export const purgeHistory = async (client: Queryable, before: Date, now: Date, purgeMax: number): Promise<number> => {
  const { rows } = await client.query<{ purged: number }>({
    name: 'purge_history',
    text: `
      with doomed as (
        select o.id from orders o
        where o.purged_at is null and o.created_at < $1 and o.updated_at < $1
          and not exists (select 1 from deliveries d where d.order_id = o.id and d.state in ('waiting', 'in_flight'))
        order by o.created_at limit $3 for update skip locked
      ),
      deliveries_gone as (
        delete from deliveries where order_id in (select id from doomed) returning id, mode
      ),
      attempts_gone as (
        delete from delivery_attempts where delivery_id in (select id from deliveries_gone)
      ),
      events_gone as (delete from events where order_id in (select id from doomed) returning position),
      feed_begins as (
        update feed_state set purged_position = gone.position
        from (select max(position) as position from events_gone) gone where gone.position > purged_position
      ),
      commands_gone as (delete from commands where order_id in (select id from doomed)),
      -- One that its scenario left where it was: no courier comes any more.
      left_alone as (update sandbox_orders set under_way = false where order_id in (select id from doomed)),
      emptied as (
        update orders
        set content = null, external_data = '{}', reason = null, tracking_url = null, erased_at = $2, purged_at = $2
        where id in (select id from doomed) returning 1
      ),
      counted as materialized (
        select count_ledger(count_name('purged', mode), count(*)) from deliveries_gone group by mode order by mode
      )
      select count(*) as purged from emptied where (select count(*) from counted) >= 0`,
    values: [before, now, purgeMax],
  });
  return rows[0]?.purged ?? 0;
};

/**
 * Purges commands that were refused before `before` while they waited for an order that never came: no order's history
 * holds them.
 * @returns how many were purged
 */
export const purgeRefused = async (client: Queryable, before: Date, purgeMax: number): Promise<number> => {
  const { rowCount } = await client.query({
    name: 'purge_refused',
    text: `
      delete from commands where (id, order_id) in (
        select c.id, c.order_id from commands c
        where c.code in ('parked_expired', 'parked_full') and c.decided_at < $1
          and not exists (select 1 from orders o where o.id = c.order_id)
        order by c.decided_at limit $2 for update of c skip locked)`,
    values: [before, purgeMax],
  });
  return rowCount ?? 0;
};
