import {
  arrayOf,
  type Queryable,
  queryOne,
  queryRows,
  queryValue,
  queryValues,
  type Transaction,
} from '@delivery/postgres';
import { addToCounts } from '../../ledger/queries/counts.js';
import { inDays, type PartitionDay, readEventDays } from '../../ledger/queries/partition-days.js';

/** The progress of a walk over old orders: the last order that it looked at, and its time in microseconds. */
export type AgeCursor = { at: string; id: string };
export const firstAge: AgeCursor = { at: '-infinity', id: '' };

/**
 * Orders that one step looks at: any number may have unsettled deliveries, for example to a disabled endpoint.
 */
const lookedAtMax = 5_000;

/**
 * Orders of a day without a change since `before`, the oldest first, without orders that have an unsettled delivery:
 * such an order keeps everything, and is looked at once in a walk.
 * @returns also the position to continue from; `undefined`: no older orders are left
 */
export const findOrdersToPurge = async (
  client: Queryable,
  limits: { day: PartitionDay; before: Date; purgeMax: number; from: AgeCursor },
): Promise<{ orderIds: string[]; next: AgeCursor | undefined }> => {
  const rows = await queryRows<AgeCursor & { is_found: boolean }>(client, {
    name: 'find_orders_to_purge',
    text: `
      with looked_at as materialized (
        select id, created_at, updated_at from orders
        where partition_day = $4::date and created_at < $1 and created_at >= $3 and (created_at > $3 or id > $5)
        order by created_at, id limit ${lookedAtMax}
      ),
      found as materialized (
        select id, created_at from looked_at o where updated_at < $1 and ${isAtRest} limit $2
      ),
      -- Asked for only where not enough was found, which is when all of it was looked at.
      last_one as (
        select id, created_at from looked_at where (select count(*) from found) < $2
          order by created_at, id offset ${lookedAtMax - 1}
      )
      select id, created_at::text as at, is_found
      from (select *, true as is_found from found union all select *, false from last_one) o
      order by is_found desc, created_at, id`,
    values: [limits.before, limits.purgeMax, limits.from.at, limits.day, limits.from.id],
  });
  const found = rows.filter((row) => row.is_found).map(({ id }) => id);
  const last = found.length < limits.purgeMax ? rows.find((row) => !row.is_found) : rows.at(-1);
  return { orderIds: found, next: last && { at: last.at, id: last.id } };
};

/** Locks the orders that still qualify. Orders that another transaction has locked are left to the next walk. */
export const lockOrdersToPurge = (
  client: Queryable,
  { day, before, orderIds }: { day: PartitionDay; before: Date; orderIds: readonly string[] },
): Promise<string[]> =>
  queryValues(client, {
    name: 'lock_orders_to_purge',
    // Its history may have moved since it was found; rows left in another day would stay for ever.
    text: `
      select id from orders where id = any($1) and updated_at < $2 and partition_day = $3::date for update skip locked`,
    values: [arrayOf('text', orderIds), before, day],
  });

/** The locked orders without waiting deliveries: a replay may have begun before the lock. */
export const readAtRest = (client: Queryable, orderIds: readonly string[]): Promise<string[]> =>
  queryValues(client, {
    name: 'read_at_rest',
    text: `select id from orders o where id = any($1) and ${isAtRest}`,
    values: [arrayOf('text', orderIds)],
  });

/** Rows of a kind that one statement deletes, and those that it only counts. */
const deletedMax = 2_000;
const countedMax = 20_000;

/**
 * Deletes rows of orders that will be purged, if they have more rows than one statement takes, because of replays.
 * Deliveries are deleted first, with their attempts, and are counted as purged. The feed begins behind deleted events.
 * @param orderIds locked orders without waiting deliveries
 * @returns whether there may be more; otherwise the orders can be purged
 */
export const trimOrders = async (
  client: Transaction,
  { day, orderIds }: { day: PartitionDay; orderIds: readonly string[] },
): Promise<boolean> => {
  const excess = (table: string, max: number, where = 'true'): string =>
    `exists (select from ${table} where ${where} and order_id = any($1) offset ${max} limit 1)`;
  const values = [arrayOf('text', orderIds)];
  const found = await queryOne<{ live: boolean; archived: boolean; events: boolean; commands: boolean }>(
    client,
    `select ${excess('webhook_deliveries', deletedMax)} as live,
      ${excess('all_webhook_deliveries', countedMax, isInDay(day))} as archived,
       ${excess('events', deletedMax)} as events, ${excess('commands', deletedMax)} as commands`,
    values,
  );
  if (found.live) await client.query(trimLiveSql, values);
  else if (found.archived) await client.query(trimArchivedSql(day), values);
  else if (found.events) await client.query(trimEventsSql, values);
  else if (found.commands) await client.query(deleteSome('commands', 'order_id, id'), values);
  return Object.values(found).includes(true);
};

const isInDay = (day: PartitionDay): string => `${inDays([day])} and partition_day > 'epoch'`;

const deleteSome = (table: string, key: string, where = 'true'): string => `
  delete from ${table} where ${where} and (${key}) in (
    select ${key} from ${table} where ${where} and order_id = any($1) limit ${deletedMax})`;

/** Deleted rows of `webhook_deliveries` count themselves by their state. */
const trimLiveSql = `
  with gone as (${deleteSome('webhook_deliveries', 'id')} returning id, mode),
  attempts_gone as (delete from delivery_attempts where delivery_id = any(array(select id from gone)))
  ${addToCounts("select count_name('purged', mode) as name, count(*) as n from gone group by mode")}`;

/** Attempts are dropped with their day, except those that had left it before their delivery was settled. */
const trimArchivedSql = (day: PartitionDay): string => `
  with gone as (${deleteSome('all_webhook_deliveries', 'id', isInDay(day))} returning id, mode, state),
  attempts_gone as (delete from delivery_attempts where delivery_id = any(array(select id from gone)))
  ${addToCounts(`select name, sum(n) as n from (
    select count_name('purged', mode) as name, 1 as n from gone union all select count_name(state, mode), -1 from gone
  ) changes group by name`)}`;

const trimEventsSql = `
  with gone as (${deleteSome('events', 'order_id, sequence')} returning position)
  update feed_state set purged_position = last.position
  from (select max(position) as position from gone) last where last.position > purged_position`;

/**
 * `offset 0` makes Postgres look for each order `o` by itself. A walk ends after a hundred orders, for which a join would
 * read all deliveries.
 */
export const isAtRest = `not exists (
  select 1 from webhook_deliveries d where d.order_id = o.id and d.state in ('waiting', 'in_flight') offset 0)`;

/**
 * Purges locked orders of a day with their deliveries and events, and leaves a fingerprint of each. Rows of the day are
 * dropped with it; rows that are in no day, or have left it, are deleted here. All deliveries are counted as purged, also
 * those still in the day, and the feed begins behind the purged events. An order whose replay began before the lock is
 * left out.
 * @returns how many orders were purged
 */
export const purgeOrders = async (
  client: Transaction,
  { day, orderIds, now }: { day: PartitionDay; orderIds: readonly string[]; now: Date },
): Promise<number> => {
  const eventDays = await readEventDays(client, orderIds);
  const purged = await queryValue<number>(
    client,
    `
      with doomed as (
        select o.id, o.content_hash from orders o where o.id = any($1) and ${isAtRest}
      ),
      deliveries_gone as (
        delete from webhook_deliveries where order_id in (select id from doomed) returning id, mode
      ),
      left_in_day as (
        select id, mode, state from all_webhook_deliveries
        where ${isInDay(day)} and order_id = any(array(select id from doomed))
      ),
      attempts_gone as (
        delete from delivery_attempts
        where delivery_id = any(array(select id from deliveries_gone union all select id from left_in_day))
      ),
      last_events as (
        select e.position from doomed d cross join lateral (
          select position from all_events where ${eventDays} and order_id = d.id order by sequence desc limit 1
        ) e
      ),
      events_gone as (delete from events where order_id = any(array(select id from doomed))),
      feed_begins as (
        update feed_state set purged_position = gone.position
        from (select max(position) as position from last_events) gone where gone.position > purged_position
      ),
      commands_gone as (
        delete from commands where order_id = any(array(select id from doomed))
      ),
      stories_gone as (delete from sandbox_orders where order_id in (select id from doomed)),
      timers_gone as (delete from order_timers where order_id in (select id from doomed)),
      orders_gone as (delete from orders where id in (select id from doomed) returning 1),
      remembered as (
        insert into order_fingerprints (purged_on, id, content_hash)
        select ($2::timestamptz at time zone 'utc')::date, decode(id, 'hex'), substr(content_hash, 1, 14) from doomed
      ),
      counted as (
        ${addToCounts(`select name, sum(n) as n from (
          select count_name('purged', mode) as name, 1 as n from deliveries_gone
          union all select count_name('purged', mode), 1 from left_in_day
          -- Deleted rows count themselves.
          union all select count_name(state, mode), -1 from left_in_day
        ) changes group by name`)}
      )
      select count(*) as purged from orders_gone`,
    [arrayOf('text', orderIds), now],
  );
  return purged ?? 0;
};
