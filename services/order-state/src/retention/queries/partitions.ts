import { arrayOf, type Queryable, type Transaction } from '@delivery/postgres';
import { inDays, inDaysOrLive, type PartitionDay, readEventDays } from '../../ledger/queries/partition-days.js';

/** All that have partitions, oldest first. */
export const listPartitionDays = async (client: Queryable): Promise<PartitionDay[]> => {
  const { rows } = await client.query<{ day: PartitionDay }>({
    name: 'list_partition_days',
    text: 'select day::text as day from partition_days order by day',
  });
  return rows.map(({ day }) => day);
};

/** Days after today that have partitions, for a service that fails to make more, or stands still. */
export const daysAheadMax = 7;

/** Makes partitions for the days from `now` to `aheadMax` days later. @returns how many were made */
export const createPartitionDays = async (client: Queryable, now: Date, aheadMax: number): Promise<number> => {
  const { rows } = await client.query<{ made: number }>({
    name: 'create_partition_days',
    text: `
      select (count(*) filter (where create_day_partitions(day)))::int as made
      from (select ($1::timestamptz at time zone 'utc')::date + n as day from generate_series(0, $2::int) n) wanted
      where not exists (select 1 from partition_days h where h.day = wanted.day)`,
    values: [now, aheadMax],
  });
  return rows[0]?.made ?? 0;
};

/** Makes `recent_events` anew, where it ends today or has ended. */
export const showRecentEvents = async (client: Queryable): Promise<void> => {
  await client.query({
    name: 'show_recent_events',
    text: `select show_recent_events() from feed_state where recent_until <= (now() at time zone 'utc')::date`,
  });
};

/** Drops the partitions of a day. @returns `false`: an order has its history there, and nothing is dropped */
export const dropPartitionDay = async (client: Queryable, day: PartitionDay): Promise<boolean> => {
  const { rows } = await client.query<{ dropped: boolean }>({
    name: 'drop_day_partitions',
    text: 'select drop_day_partitions($1::date) as dropped',
    values: [day],
  });
  return rows[0]?.dropped ?? false;
};

/** Locks orders whose history is in `day`, the oldest first. Those that another transaction has locked are left out. */
export const lockOrdersOfDay = async (client: Transaction, day: PartitionDay, orderMax: number): Promise<string[]> => {
  const { rows } = await client.query<{ id: string }>({
    name: 'lock_orders_of_day',
    text: `
      select id from orders where partition_day = $1::date order by created_at limit $2 for no key update skip locked`,
    values: [day, orderMax],
  });
  return rows.map(({ id }) => id);
};

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
