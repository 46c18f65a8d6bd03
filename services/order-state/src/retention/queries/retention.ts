import {
  arrayOf,
  type Queryable,
  queryCount,
  queryOne,
  queryRows,
  queryValue,
  queryValues,
  type Transaction,
} from '@delivery/postgres';
import { eraseCourierNames } from './erase-customers.js';
import { dayOf, inDays, inDaysOrLive, type PartitionDay, readEventDays } from '../../ledger/queries/partition-days.js';

/** Of an order whose customer's data is to be erased: final since before `before`, or not final and without any event since. */
const isErasable = (before: string): string =>
  `erased_at is null and coalesce(final_at, created_at) < ${before} and coalesce(final_at, updated_at) < ${before}`;

/**
 * Locks orders whose customer's data is to be erased. Orders that another transaction has locked come next time.
 */
export const lockOrdersToErase = (client: Queryable, before: Date, eraseMax: number): Promise<string[]> =>
  queryValues(client, {
    name: 'lock_orders_to_erase',
    text: `
      select id from orders
      where ${isErasable('$1')}
      order by coalesce(final_at, created_at) limit $2 for no key update skip locked`,
    values: [before, eraseMax],
  });

/**
 * Empties dead letters that were refused last before `before`: they hold whole messages. The row stays, with its reason.
 * The body becomes the row's own id, because two of one message must differ.
 */
export const eraseOldDeadLetters = (client: Queryable, before: Date, now: Date, eraseMax: number): Promise<number> =>
  queryCount(client, {
    name: 'erase_old_dead_letters',
    text: `
      update dead_letters set body = uuid_send(id), erased_at = $2
      where id in (
        select id from dead_letters
        where erased_at is null and last_at < $1 order by last_at limit $3 for update skip locked)`,
    values: [before, now, eraseMax],
  });

/** Deletes erased dead letters that were refused last before `before`. @returns how many */
export const purgeDeadLetters = (client: Queryable, before: Date, purgeMax: number): Promise<number> =>
  queryCount(client, {
    name: 'purge_dead_letters',
    text: `
      delete from dead_letters where id in (
        select id from dead_letters
        where erased_at is not null and last_at < $1 order by last_at limit $2 for update skip locked)`,
    values: [before, purgeMax],
  });

/** Of orders that were final before `before`. Orders that another transaction has locked come next time. */
export const eraseCouriers = async (
  client: Transaction,
  { before, now, eraseMax }: { before: Date; now: Date; eraseMax: number },
): Promise<number> => {
  const orderIds = await queryValues<string>(client, {
    name: 'erase_couriers',
    text: `
      update orders set courier = null, has_named_couriers = false
      where id = any(array(
        select id from orders where has_named_couriers and final_at < $1
        order by final_at limit $2 for no key update skip locked))
      returning id`,
    values: [before, eraseMax],
  });
  if (orderIds.length > 0) await eraseCourierNames(client, orderIds, now);
  return orderIds.length;
};

/** How far a walk over old orders has come: the last one that it looked at, and when that was created, to the microsecond. */
export type AgeCursor = { at: string; id: string };
export const firstAge: AgeCursor = { at: '-infinity', id: '' };

/** Orders that one step looks at: of those that are not settled there may be any number, as behind an endpoint that is disabled. */
const lookedAtMax = 5_000;

/**
 * Locks orders of a day that nothing has happened to since `before`, the oldest first, but those of which a delivery is not settled:
 * such an order keeps everything, and is looked at once in a walk. Orders that another transaction has locked come next time.
 * @returns where to go on, too; `undefined`: no older ones are left
 */
export const lockOrdersToPurge = async (
  client: Transaction,
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
        select id, created_at from looked_at where (select count(*) from found) < $2 order by created_at, id offset ${lookedAtMax - 1}
      )
      select id, created_at::text as at, is_found
      from (select *, true as is_found from found union all select *, false from last_one) o
      order by is_found desc, created_at, id`,
    values: [limits.before, limits.purgeMax, limits.from.at, limits.day, limits.from.id],
  });
  const found = rows.filter((row) => row.is_found).map(({ id }) => id);
  const last = found.length < limits.purgeMax ? rows.find((row) => !row.is_found) : rows.at(-1);
  const orderIds = await queryValues<string>(client, {
    name: 'lock_orders_to_purge',
    // Its history may have moved since it was found, and rows that are left in another day would stay for ever.
    text: `
      select id from orders where id = any($1) and updated_at < $2 and partition_day = $3::date for update skip locked`,
    values: [arrayOf('text', found), limits.before, limits.day],
  });
  return { orderIds, next: last && { at: last.at, id: last.id } };
};

/** `offset 0`: asked of each order `o` by itself. A walk ends after a hundred orders, and as a join it would read all deliveries for them. */
const isAtRest = `not exists (
  select 1 from deliveries d where d.order_id = o.id and d.state in ('waiting', 'in_flight') offset 0)`;

/**
 * Purges these locked orders of a day, with their deliveries and events; of each only its fingerprint is left. Rows of the day
 * go with it, or here where there is none. Deliveries are counted as purged, also those that are still in the day, where they are
 * not found any more; and the feed begins behind the purged events. An order of which a replay has begun to send something before
 * it was locked is left.
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
        delete from deliveries where order_id in (select id from doomed) returning id, mode
      ),
      attempts_gone as (
        delete from delivery_attempts where $3::date = 'epoch' and delivery_id = any(array(select id from deliveries_gone))
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
        delete from commands where $3::date = 'epoch' and order_id = any(array(select id from doomed))
      ),
      stories_gone as (delete from sandbox_orders where order_id in (select id from doomed)),
      timers_gone as (delete from order_timers where order_id in (select id from doomed)),
      orders_gone as (delete from orders where id in (select id from doomed) returning 1),
      remembered as (
        insert into order_fingerprints (purged_on, id, content_hash)
        select ($2::timestamptz at time zone 'utc')::date, decode(id, 'hex'), substr(content_hash, 1, 14) from doomed
      ),
      left_in_day as (
        select mode, state, count(*) as n from all_deliveries
        where ${inDays([day])} and partition_day > 'epoch' and order_id = any(array(select id from doomed))
        group by mode, state
      ),
      counted as materialized (
        select count_ledger(name, n) from (
          select name, sum(n)::bigint as n from (
            select count_name('purged', mode) as name, 1 as n from deliveries_gone
            union all select count_name('purged', mode), n from left_in_day
            -- Deleted rows count themselves.
            union all select count_name(state, mode), -n from left_in_day
          ) changes group by name order by name
        ) sums
      )
      select (select count(*) from orders_gone) as purged where (select count(*) from counted) >= 0`,
    [arrayOf('text', orderIds), now, day],
  );
  return purged ?? 0;
};

/**
 * Forgets the fingerprints of orders that are gone since before `before`: their `external_id` is free again.
 * @returns how many were forgotten
 */
export const forgetPurgedOrders = async (client: Queryable, before: Date, forgetMax: number): Promise<number> => {
  // The day is written out: statistics tell that nearly all fingerprints are younger than that.
  return queryCount(
    client,
    `
    delete from order_fingerprints where id in (
      select id from order_fingerprints where purged_on < '${dayOf(before)}' limit ${forgetMax})`,
  );
};

/**
 * Purges commands that were refused before `before` while they waited for an order that never came: no order's history
 * holds them.
 * @returns how many were purged
 */
export const purgeRefused = (client: Queryable, before: Date, purgeMax: number): Promise<number> =>
  queryCount(client, {
    name: 'purge_refused',
    text: `
      delete from commands where ctid = any(array(
        select c.ctid from commands c
        where c.code in ('parked_expired', 'parked_full') and c.decided_at < $1
          and not exists (select 1 from orders o where o.id = c.order_id)
        order by c.decided_at limit $2 for update of c skip locked))`,
    values: [before, purgeMax],
  });

/** How long an order's history and its customer's data are kept, in days of 24 hours. */
export type KeptDays = { retentionDays: number; customerDataDays: number };

/** For how many seconds the oldest data has been overdue for retention; 0: retention keeps up. */
export type RetentionOverdue = { customer_data: number; orders: number };

/** Orders of no day that are looked at: of those that are not settled there may be any number, and retention leaves them. */
const overdueLookedAtMax = 100;

/**
 * How far retention is behind, by the clock of the database. Of orders whose history is kept by day it tells since when the oldest
 * day should have been gone, a day after its end could be: an order that is not settled by then leaves it.
 */
export const readRetentionOverdue = (client: Queryable, kept: KeptDays): Promise<RetentionOverdue> =>
  queryOne(client, {
    name: 'read_retention_overdue',
    text: `
      with due as (
        select now() - $1 * interval '24 hours' as erasable, now() - $2 * interval '24 hours' as purgeable
      ),
      oldest as (
        select erasable, purgeable,
          (select greatest(coalesce(final_at, created_at), coalesce(final_at, updated_at)) from orders
           where ${isErasable('erasable')}
           order by coalesce(final_at, created_at) limit 1) as unerased,
          (select (partition_day + 2)::timestamp at time zone 'utc' from orders
           where partition_day > 'epoch' order by partition_day, created_at limit 1) as day_over,
          (select greatest(created_at, updated_at)
           from (select id, created_at, updated_at from orders
                 where partition_day = 'epoch' and created_at < purgeable order by created_at limit $3) o
           where updated_at < purgeable and ${isAtRest} order by created_at limit 1) as of_no_day
        from due
      )
      select
        greatest(0, extract(epoch from erasable - unerased))::float8 as customer_data,
        greatest(0, extract(epoch from purgeable - least(day_over, of_no_day)))::float8 as orders
      from oldest`,
    values: [kept.customerDataDays, kept.retentionDays, overdueLookedAtMax],
  });

/** All that have partitions, oldest first. */
export const listPartitionDays = (client: Queryable): Promise<PartitionDay[]> =>
  queryValues(client, {
    name: 'list_partition_days',
    text: 'select day::text as day from partition_days order by day',
  });

/** Days after today that have partitions, for a service that fails to make more, or stands still. */
export const daysAheadMax = 7;

/** Makes partitions for the days from `now` to `aheadMax` days later. @returns how many were made */
export const createPartitionDays = async (client: Queryable, now: Date, aheadMax: number): Promise<number> =>
  (await queryValue<number>(client, {
    name: 'create_partition_days',
    text: `
      select (count(*) filter (where create_day_partitions(day)))::int as made
      from (select ($1::timestamptz at time zone 'utc')::date + n as day from generate_series(0, $2::int) n) wanted
      where not exists (select 1 from partition_days h where h.day = wanted.day)`,
    values: [now, aheadMax],
  })) ?? 0;

/** Makes `recent_events` anew, where it ends today or has ended. */
export const showRecentEvents = async (client: Queryable): Promise<void> => {
  await client.query({
    name: 'show_recent_events',
    text: `select show_recent_events() from feed_state where recent_until <= (now() at time zone 'utc')::date`,
  });
};

/** Drops the partitions of a day. @returns `false`: an order has its history there, and nothing is dropped */
export const dropPartitionDay = async (client: Queryable, day: PartitionDay): Promise<boolean> =>
  (await queryValue<boolean>(client, {
    name: 'drop_day_partitions',
    text: 'select drop_day_partitions($1::date) as dropped',
    values: [day],
  })) ?? false;

/** Locks orders whose history is in `day`, the oldest first. Those that another transaction has locked are left out. */
export const lockOrdersOfDay = (client: Transaction, day: PartitionDay, orderMax: number): Promise<string[]> =>
  queryValues(client, {
    name: 'lock_orders_of_day',
    text: `
      select id from orders where partition_day = $1::date order by created_at limit $2 for no key update skip locked`,
    values: [day, orderMax],
  });

/** Moves the history of orders that the caller has locked out of `day`, to the partitions of no day. */
export const moveOutOfDay = async (
  client: Transaction,
  day: PartitionDay,
  orderIds: readonly string[],
): Promise<void> => {
  if (orderIds.length === 0) return;
  const values = [arrayOf('text', orderIds)];
  const eventDays = await readEventDays(client, orderIds);
  await client.query(
    `update all_commands set partition_day = 'epoch' where ${inDays([day])} and order_id = any($1)`,
    values,
  );
  await client.query(
    `update all_attempts set partition_day = 'epoch'
     where ${inDays([day])}
       and delivery_id = any(array(select id from all_deliveries where ${inDaysOrLive([day])} and order_id = any($1)))`,
    values,
  );
  await client.query(
    `update all_deliveries set partition_day = 'epoch' where ${inDays([day])} and order_id = any($1)`,
    values,
  );
  await client.query(
    `update all_events set event_day = 'epoch' where ${eventDays} and event_day > 'epoch' and order_id = any($1)`,
    values,
  );
  await client.query(`update orders set partition_day = 'epoch', last_event_day = 'epoch' where id = any($1)`, values);
};
