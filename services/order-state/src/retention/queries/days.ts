import {
  arrayOf,
  awaitAll,
  type Queryable,
  queryCount,
  queryRows,
  queryValue,
  queryValues,
  type Transaction,
} from '@delivery/postgres';
import { inDays, type PartitionDay, readEventDays } from '../../ledger/queries/partition-days.js';
import type { AgeCursor } from './purge-orders.js';

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

/** The next orders behind a cursor whose history is in `day`, the oldest first. */
export const findOrdersOfDay = (
  client: Queryable,
  { day, from, orderMax }: { day: PartitionDay; from: AgeCursor; orderMax: number },
): Promise<AgeCursor[]> =>
  queryRows(client, {
    name: 'find_orders_of_day',
    text: `
      select id, created_at::text as at from orders
      where partition_day = $1::date and created_at >= $2 and (created_at > $2 or id > $3)
      order by created_at, id limit $4`,
    values: [day, from.at, from.id, orderMax],
  });

/** Locks those of the orders whose history is still there. Those that another transaction has locked are left out. */
export const lockOrdersOfDay = (client: Queryable, day: PartitionDay, orderIds: readonly string[]): Promise<string[]> =>
  queryValues(client, {
    name: 'lock_orders_of_day',
    text: 'select id from orders where partition_day = $1::date and id = any($2) for no key update skip locked',
    values: [day, arrayOf('text', orderIds)],
  });

/** Rows of each kind that one step moves. */
const moveMax = 1_000;

/**
 * Moves the next rows of the history of orders that the caller has locked out of `day`, to the partitions of no day.
 * @returns whether all is moved; until then the orders still have their history in the day, and readers look into both
 */
export const moveOutOfDay = async (
  client: Transaction,
  day: PartitionDay,
  orderIds: readonly string[],
): Promise<boolean> => {
  const values = [arrayOf('text', orderIds)];
  const eventDays = await readEventDays(client, orderIds);
  const move = (name: keyof typeof moves): Promise<number> =>
    queryCount(client, moves[name](inDays([day]), eventDays), values);
  const counts = await awaitAll({
    attempts: move('attempts'),
    deliveries: move('deliveries'),
    commands: move('commands'),
    events: move('events'),
  });
  if (Object.values(counts).includes(moveMax)) return false;
  await client.query(`update orders set partition_day = 'epoch', last_event_day = 'epoch' where id = any($1)`, values);
  return true;
};

const moves = {
  // Attempts of deliveries that are in no day themselves. Deliveries in the day take theirs along.
  attempts: (inDay: string) => `
    update all_attempts set partition_day = 'epoch' where ${inDay} and (delivery_id, generation) in (
      select a.delivery_id, a.generation
      from webhook_deliveries d join all_attempts a on a.delivery_id = d.id and a.${inDay}
      where d.order_id = any($1) and d.state not in ('delivered', 'exhausted') limit ${moveMax})`,
  deliveries: (inDay: string) => `
    with page as materialized (select id from all_webhook_deliveries where ${inDay} and order_id = any($1)
      limit ${moveMax}),
    attempts_moved as (
      update all_attempts set partition_day = 'epoch' where ${inDay} and delivery_id = any(array(select id from page))
    )
    update all_webhook_deliveries set partition_day = 'epoch' where ${inDay} and id = any(array(select id from page))`,
  commands: (inDay: string) => `
    update all_commands set partition_day = 'epoch' where ${inDay} and (order_id, id) in (
      select order_id, id from all_commands where ${inDay} and order_id = any($1) limit ${moveMax})`,
  events: (_inDay: string, eventDays: string) => `
    update all_events set event_day = 'epoch' where ${eventDays} and event_day > 'epoch' and (order_id, sequence) in (
      select order_id, sequence from all_events
      where ${eventDays} and event_day > 'epoch' and order_id = any($1) limit ${moveMax})`,
} as const;
