import { arrayOf, type Queryable, type Transaction } from '@delivery/postgres';
import { type HistoryDay, inDays, inDaysOrLive, noDay, readEventDays } from '../../ledger/sql/history-days.js';

/** All that have partitions, oldest first. */
export const listHistoryDays = async (client: Queryable): Promise<HistoryDay[]> => {
  const { rows } = await client.query<{ day: HistoryDay }>({
    name: 'list_history_days',
    text: 'select day::text as day from history_days order by day',
  });
  return rows.map(({ day }) => day);
};

/** Days after today that have partitions, for a service that fails to make more, or stands still. */
export const daysAheadMax = 7;

/** The days that have partitions; `ahead`: those after the day of `now`. */
export type HistoryDays = { first: HistoryDay | null; last: HistoryDay | null; count: number; ahead: number };

export const countHistoryDays = async (client: Queryable, now: Date): Promise<HistoryDays> => {
  const { rows } = await client.query<HistoryDays>({
    name: 'count_history_days',
    text: `
      select min(day)::text as first, max(day)::text as last, count(*)::int as count,
             (count(*) filter (where day > ($1::timestamptz at time zone 'utc')::date))::int as ahead
      from history_days`,
    values: [now],
  });
  return rows[0] ?? { first: null, last: null, count: 0, ahead: 0 };
};

/** Makes partitions for the days from `now` to `aheadMax` days later, where new orders have a day. @returns how many were made */
export const makeHistoryDays = async (client: Queryable, now: Date, aheadMax: number): Promise<number> => {
  const { rows } = await client.query<{ made: number }>({
    name: 'make_history_days',
    text: `
      select (count(*) filter (where make_history_day(day)))::int as made
      from (select ($1::timestamptz at time zone 'utc')::date + n as day
            from generate_series(0, $2::int) n, history_layout where by_day offset 0) wanted
      where not exists (select 1 from history_days h where h.day = wanted.day)`,
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

/** Makes partitions for a day. @returns `false`: they are there */
export const makeHistoryDay = async (client: Queryable, day: HistoryDay): Promise<boolean> => {
  const { rows } = await client.query<{ made: boolean }>({
    name: 'make_history_day',
    text: 'select make_history_day($1::date) as made',
    values: [day],
  });
  return rows[0]?.made ?? false;
};

/** Drops the partitions of a day. @returns `false`: an order has its history there, and nothing is dropped */
export const dropHistoryDay = async (client: Queryable, day: HistoryDay): Promise<boolean> => {
  const { rows } = await client.query<{ dropped: boolean }>({
    name: 'drop_history_day',
    text: 'select drop_history_day($1::date) as dropped',
    values: [day],
  });
  return rows[0]?.dropped ?? false;
};

type OrdersOfDay = { day: HistoryDay; createdFrom: Date | null; createdBefore: Date | null; orderMax: number };

/** The oldest day in which an order has its history; `undefined`: none has. */
export const readFirstDay = async (client: Queryable): Promise<HistoryDay | undefined> => {
  const { rows } = await client.query<{ day: HistoryDay }>({
    name: 'read_first_day',
    text: `
      select history_day::text as day from orders where history_day > 'epoch' order by history_day, created_at limit 1`,
  });
  return rows[0]?.day;
};

/**
 * Waits until whoever is writing an order has committed, and has others wait until the caller has: what is asked of orders from here
 * on stays true. They wait for this too, hence it does not wait for long.
 */
export const lockOutWriters = async (client: Transaction): Promise<void> => {
  await client.query("set local lock_timeout = '100ms'");
  await client.query('lock table orders in share mode');
};

/** Locks orders whose history is in `day`, the oldest first. Those that somebody else has locked are left out. */
export const lockOrdersOfDay = async (
  client: Transaction,
  { day, createdFrom, createdBefore, orderMax }: OrdersOfDay,
): Promise<{ id: string; createdAt: Date }[]> => {
  const { rows } = await client.query<{ id: string; created_at: Date }>({
    name: 'lock_orders_of_day',
    text: `
      select id, created_at from orders
      where history_day = $1::date
        and created_at >= coalesce($2::timestamptz, '-infinity') and created_at < coalesce($3::timestamptz, 'infinity')
      order by created_at limit $4 for no key update skip locked`,
    values: [day, createdFrom, createdBefore, orderMax],
  });
  return rows.map(({ id, created_at: createdAt }) => ({ id, createdAt }));
};

/**
 * Moves the history of orders that the caller has locked. Into a day: all but what is not settled of their deliveries, events that
 * who follows the feed looks for among the recent ones, and those of before there was a feed.
 */
export const moveHistory = async (
  client: Transaction,
  { orderIds, from, to }: { orderIds: readonly string[]; from: HistoryDay; to: HistoryDay },
): Promise<void> => {
  if (orderIds.length === 0) return;
  const values = [arrayOf('text', orderIds), to];
  await client.query(
    `update all_commands set history_day = $2::date where ${inDays([from])} and order_id = any($1)`,
    values,
  );
  await client.query(
    `update all_attempts set history_day = $2::date
     where ${inDays([from])}
       and delivery_id = any(array(select id from all_deliveries where ${inDaysOrLive([from])} and order_id = any($1)))`,
    values,
  );
  // Before what tells the ends of an order's chains to a release that knows of none has left.
  if (from === noDay) await client.query(setChainEnds, [arrayOf('text', orderIds)]);
  await client.query(
    `update all_deliveries set history_day = $2::date
     where ${inDays([from])} and order_id = any($1) and settled_at is not null`,
    values,
  );
  const eventDays = await readEventDays(client, orderIds);
  const isMoved = to === noDay ? `event_day > '${noDay}'` : `position < (select recent_position from feed_state)`;
  await client.query(
    `update all_events set event_day = $2::date where ${eventDays} and order_id = any($1) and ${isMoved}`,
    values,
  );
  await client.query(
    `update orders set history_day = $2::date, last_event_day = case when $2 = '${noDay}' then 'epoch' else last_event_day end
     where ${inDays([from])} and id = any($1)`,
    values,
  );
};

const setChainEnds = `
  update orders o set chain_ends = coalesce((
    select json_object_agg(endpoint_id, sequence) from (
      select endpoint_id, max(sequence) as sequence from deliveries
      where order_id = o.id and replay_id is null group by endpoint_id offset 0) ends), '{}')
  where id = any($1)`;
