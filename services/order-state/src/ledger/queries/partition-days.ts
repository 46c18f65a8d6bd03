import { operationalEvents } from '@delivery/contracts';
import { arrayOf, type Queryable, queryOne, queryValues } from '@delivery/postgres';
import { millisecondsOf } from '../rules/deliveries.js';

/** A UTC day as `date` text, `2026-11-23`. */
export type PartitionDay = string;

export const dayOf = (at: Date): PartitionDay => at.toISOString().slice(0, 10);

/** The partition for the history of orders that outlived their day. */
export const unpartitionedDay: PartitionDay = '1970-01-01';

/**
 * The days of the history of these orders. Read in one snapshot with it: an order may move meanwhile. History without
 * an order has no day.
 */
export const readPartitionDays = async (client: Queryable, orderIds: readonly string[]): Promise<PartitionDay[]> => {
  const days = await queryValues<PartitionDay>(client, {
    name: 'read_partition_days',
    text: 'select distinct partition_day::text as day from orders where id = any($1)',
    values: [arrayOf('text', orderIds)],
  });
  return days.length > 0 ? days : [unpartitionedDay];
};

/**
 * A condition on `partition_day`, for a statement without a name. The days are written out: so the planner leaves all
 * other partitions alone, where with a parameter each of them is planned for, and locked.
 */
export const inDays = (days: readonly PartitionDay[], table?: string): string =>
  `${table === undefined ? '' : `${table}.`}partition_day = any(array[${days.map(literal).join()}]::date[])`;

const literal = (day: PartitionDay): string => {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) throw new Error(`invalid date: ${day}`);
  return `'${day}'`;
};

/**
 * A condition on `event_day`, for a statement without a name: the days in which the events of these orders are. A
 * caller that only reads them asks `events_of` or `event_at`. Asked for in one snapshot with them, as
 * `readPartitionDays`.
 */
export const readEventDays = async (client: Queryable, orderIds: readonly string[]): Promise<string> => {
  const { first, last } = await queryOne<{ first: PartitionDay | null; last: PartitionDay | null }>(client, {
    name: 'read_event_days',
    text: `
      select min(partition_day)::text as first, max(greatest(partition_day, last_event_day))::text as last
      from orders where id = any($1) and partition_day > 'epoch'`,
    values: [arrayOf('text', orderIds)],
  });
  if (!first || !last) return isUnpartitioned;
  return `(${isUnpartitioned} or event_day between ${literal(first)} and ${literal(last)})`;
};

const isUnpartitioned = `event_day = '${unpartitionedDay}'`;

/**
 * A relation of one row, `today.day`: the day for an event that is written now, by the clock of the database. The last
 * one that there is, or no day. It is `partition_day_at(now())`, which Postgres 17 and before plan anew in each
 * statement.
 */
export const today = `(
  select coalesce(
    (select max(day) from partition_days where day <= (now() at time zone 'utc')::date), '${unpartitionedDay}') as day
) today`;

/** For `all_webhook_deliveries`: waiting and in-flight deliveries are in no day. */
export const inDaysOrLive = (days: readonly PartitionDay[], table?: string): string =>
  inDays([unpartitionedDay, ...days], table);

/**
 * Whether delivery `d` has no order, or an order that was not purged: rows of a purged order stay in a day until that
 * is dropped, also when an order was made anew under the same id. `offset 0`: asked of each row by itself, as a page
 * needs it. The limit of a page is a parameter, which a kept plan takes for a tenth of all rows, and a join would be
 * planned for as many.
 */
export const isOfKeptOrder = `(d.event in (${operationalEvents.map((name) => `'${name}'`).join(', ')}) or exists (
  select from orders o
    where o.id = d.order_id and d.partition_day in ('${unpartitionedDay}', o.partition_day) offset 0))`;

/**
 * A condition of a page in the order of ids, which the planner takes for true of every second row. From statistics it
 * concludes that rare rows lie evenly among the others, and plans to read and sort all rows of the merchant, in
 * parallel. The rows of an endpoint are together in time.
 */
export const anywhere = (condition: string): string => `coalesce(${condition}, false)`;

const dayMs = 24 * 3_600_000;
/** For more days than these all days are searched at once. */
const nearMax = 16;

/**
 * Looks for rows of `all_webhook_deliveries` by their ids, without their orders' ids: first where they nearly always
 * are, in no day and around the day that the ids tell, and if some were not found there, in all days. An old order may
 * have a new delivery. No search of all days for ids that no delivery of a day can have: those that tell no time, one
 * to come, or one before the first day.
 * @param look gets a condition on `partition_day` of table `d`, for a statement without a name
 */
export const lookByDelivery = async <Row>(
  client: Queryable,
  deliveryIds: readonly string[],
  look: (where: string) => Promise<Row[]>,
): Promise<Row[]> => {
  const { first, end } = await readIdTimes(client);
  const possible = deliveryIds.filter((id) => isUuidv7(id) && millisecondsOf(id) < end.getTime());
  const inSomeDay = possible.filter((id) => first !== null && millisecondsOf(id) >= first.getTime());
  const days = [...new Set(inSomeDay.flatMap(daysNear))];
  const near = days.length <= nearMax ? await look(inDaysOrLive(days, 'd')) : [];
  return inSomeDay.length === 0 || near.length >= possible.length ? near : look('true');
};

/**
 * The times that ids of deliveries in days can tell: of their order's day or later. A clock that is a day off is
 * allowed for.
 */
const readIdTimes = (client: Queryable): Promise<{ first: Date | null; end: Date }> =>
  queryOne(client, {
    name: 'read_id_times',
    text: `
      select (min(day) - 1)::timestamp at time zone 'utc' as first,
             (greatest(max(day), (now() at time zone 'utc')::date) + 2)::timestamp at time zone 'utc' as end
      from partition_days`,
  });

const isUuidv7 = (id: string): boolean => id[14] === '7';

const daysNear = (deliveryId: string): PartitionDay[] =>
  [-2, -1, 0, 1].map((days) => dayOf(new Date(millisecondsOf(deliveryId) + days * dayMs)));
