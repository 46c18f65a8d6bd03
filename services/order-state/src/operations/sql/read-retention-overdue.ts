import type { Queryable } from '@delivery/postgres';
import { isAtRest, isErasable } from './retention.js';

/** How long an order's history and its customer's data are kept, in days of 24 hours. */
export type KeptDays = { retentionDays: number; customerDataDays: number };

/** For how many seconds the oldest of what retention takes should have been gone; 0: it keeps up. */
export type RetentionOverdue = { customer_data: number; orders: number };

/** Orders of no day that are looked at: of those that are not settled there may be any number, and retention leaves them. */
const lookedAtMax = 100;

/**
 * How far retention is behind, by the clock of the database. Of orders whose history is kept by day it tells since when the oldest
 * day should have been gone, a day after its end could be: what is not settled by then leaves it.
 */
export const readRetentionOverdue = async (client: Queryable, kept: KeptDays): Promise<RetentionOverdue> => {
  const { rows } = await client.query<RetentionOverdue>({
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
          (select (history_day + 2)::timestamp at time zone 'utc' from orders
           where history_day > 'epoch' order by history_day, created_at limit 1) as day_over,
          (select greatest(created_at, updated_at)
           from (select id, created_at, updated_at from orders
                 where history_day = 'epoch' and created_at < purgeable order by created_at limit $3) o
           where updated_at < purgeable and ${isAtRest} order by created_at limit 1) as of_no_day
        from due
      )
      select
        greatest(0, extract(epoch from erasable - unerased))::float8 as customer_data,
        greatest(0, extract(epoch from purgeable - least(day_over, of_no_day)))::float8 as orders
      from oldest`,
    values: [kept.customerDataDays, kept.retentionDays, lookedAtMax],
  });
  const row = rows[0];
  if (!row) throw new Error('select returned no row');
  return row;
};
