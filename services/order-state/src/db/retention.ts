import type { Queryable } from './pool.js';

/**
 * Erases customers' data from orders that were final before `finalBefore`. The id and the content's keyed hash stay:
 * the same external_id stays the same order.
 */
export const eraseContent = async (client: Queryable, finalBefore: Date, eraseMax: number): Promise<number> => {
  const { rowCount } = await client.query({
    name: 'erase_content',
    text: `
      update orders set content = null where id in (
        select id from orders where content is not null and final_at < $1
        order by final_at limit $2 for update skip locked)`,
    values: [finalBefore, eraseMax],
  });
  return rowCount ?? 0;
};

/**
 * Purges the history of orders that nothing has happened to since `before`: deliveries, attempts, events, commands and
 * what is left of the content. An order with an unsettled delivery keeps everything. Purged deliveries are counted.
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
        delete from deliveries where order_id in (select id from doomed) returning id
      ),
      attempts_gone as (
        delete from delivery_attempts where delivery_id in (select id from deliveries_gone)
      ),
      events_gone as (delete from events where order_id in (select id from doomed)),
      commands_gone as (delete from commands where order_id in (select id from doomed)),
      emptied as (
        update orders set content = null, external_data = '{}', reason = null, purged_at = $2
        where id in (select id from doomed) returning 1
      ),
      counted as (select count_ledger('purged', count(*)) from deliveries_gone)
      select count(*) as purged from emptied, counted`,
    values: [before, now, purgeMax],
  });
  return rows[0]?.purged ?? 0;
};
