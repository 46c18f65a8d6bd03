import { arrayOf, type Queryable, queryCount, queryOne, queryRows, queryValues } from '@delivery/postgres';
import { dayOf } from '../../ledger/queries/partition-days.js';
import { type AgeCursor, isAtRest } from './purge-orders.js';

/**
 * Condition for orders whose customer's data is due for erasure: final since before `before`, or not final and without
 * events since.
 */
const isErasable = (before: string): string =>
  `erased_at is null and coalesce(final_at, created_at) < ${before} and coalesce(final_at, updated_at) < ${before}`;

/** Condition for orders that ended before `before` and name a courier. */
const hasOldCourier = (before: string): string => `has_named_couriers and final_at < ${before}`;

export type OldOrders = {
  /** The next orders behind a cursor, the oldest first. */
  find: (client: Queryable, page: { before: Date; from: AgeCursor; orderMax: number }) => Promise<AgeCursor[]>;
  /** Locks those of them for which it is still so. Orders that another transaction has locked come next time. */
  lock: (client: Queryable, page: { before: Date; orderIds: readonly string[] }) => Promise<string[]>;
};

const oldOrders = (name: string, isOld: (before: string) => string, at: string): OldOrders => ({
  find: (client, { before, from, orderMax }) =>
    queryRows(client, {
      name: `find_${name}`,
      text: `
        select id, (${at})::text as at from orders
        where ${isOld('$1')} and ${at} >= $2 and (${at} > $2 or id > $3)
        order by ${at}, id limit $4`,
      values: [before, from.at, from.id, orderMax],
    }),
  lock: (client, { before, orderIds }) =>
    queryValues(client, {
      name: `lock_${name}`,
      text: `select id from orders where id = any($2) and ${isOld('$1')} order by id for no key update skip locked`,
      values: [before, arrayOf('text', orderIds)],
    }),
});

export const ordersToErase = oldOrders('orders_to_erase', isErasable, 'coalesce(final_at, created_at)');
export const ordersWithCourier = oldOrders('orders_with_courier', hasOldCourier, 'final_at');

/**
 * Empties dead letters that were refused last before `before`: they hold whole messages. The row stays, with its
 * reason. The body becomes the row's own id, because two of one message must differ.
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

/**
 * Orders of no day that are looked at: of those that are not settled there may be any number, and retention leaves
 * them.
 */
const overdueLookedAtMax = 100;

/**
 * How far retention is behind, by the clock of the database. For orders whose history is kept by day it says since when
 * the oldest day should have been gone, a day after its end could be: an order that is not settled by then leaves it.
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
