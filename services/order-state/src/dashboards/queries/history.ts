import type { DeliveryView, OrderStatus } from '@delivery/contracts';
import { arrayOf, type Queryable } from '@delivery/postgres';
import { firstUuidOf } from '../../ledger/rules/ids.js';
import type { HistoryCounts } from '../count-history.js';

/**
 * Adds the counts of one process to the step that `now` is in.
 * @returns the step's time, if this process was the first to add to it: that process alone reads the rest
 */
export const addHistory = async (client: Queryable, now: Date, counts: HistoryCounts): Promise<Date | undefined> => {
  const { rows } = await client.query<{ at: Date; is_first: boolean }>({
    name: 'add_history',
    text: `
      insert into history as h (at, orders, events, delivered, attempts, failed_attempts, waits)
      values (date_bin('10 seconds', $1, '2000-01-01T00:00:00Z'), $2, $3, $4, $5, $6, $7)
      on conflict (at) do update set
        orders = h.orders + excluded.orders, events = h.events + excluded.events,
        delivered = h.delivered + excluded.delivered, attempts = h.attempts + excluded.attempts,
        failed_attempts = h.failed_attempts + excluded.failed_attempts,
        waits = (select array_agg(coalesce(one, 0) + coalesce(other, 0) order by place)
                 from unnest(h.waits, excluded.waits) with ordinality as t (one, other, place))
      returning at, xmax = 0 as is_first`,
    values: [
      now,
      counts.orders,
      counts.events,
      counts.delivered,
      counts.attempts,
      counts.failedAttempts,
      arrayOf('int', counts.waits),
    ],
  });
  const row = rows[0];
  return row?.is_first === true ? row.at : undefined;
};

/** Values that are the same for every replica. `null`: not known. */
export type HistoryGauges = {
  ordersQueued: number | null;
  deliveriesQueued: number | null;
  attemptsQueued: number | null;
  deadQueued: number | null;
  due: number;
  waiting: number;
  held: number;
  inFlight: number;
  oldestOverdueSeconds: number;
  balanced: boolean;
};

export const saveHistoryGauges = async (client: Queryable, at: Date, gauges: HistoryGauges): Promise<void> => {
  await client.query({
    name: 'save_history_gauges',
    text: `
      update history set orders_queued = $2, deliveries_queued = $3, attempts_queued = $4, dead_queued = $5, due = $6,
        waiting = $7, held = $8, in_flight = $9, oldest_overdue_seconds = $10, balanced = $11
      where at = $1`,
    values: [
      at,
      gauges.ordersQueued,
      gauges.deliveriesQueued,
      gauges.attemptsQueued,
      gauges.deadQueued,
      gauges.due,
      gauges.waiting,
      gauges.held,
      gauges.inFlight,
      gauges.oldestOverdueSeconds,
      gauges.balanced,
    ],
  });
};

export const purgeHistorySteps = async (client: Queryable, before: Date): Promise<void> => {
  await client.query({ name: 'purge_history_steps', text: 'delete from history where at < $1', values: [before] });
};

export type HistoryRow = {
  at: Date;
  orders: number;
  events: number;
  delivered: number;
  attempts: number;
  failed_attempts: number;
  waits: number[];
  orders_queued: number | null;
  deliveries_queued: number | null;
  attempts_queued: number | null;
  dead_queued: number | null;
  due: number | null;
  waiting: number | null;
  held: number | null;
  in_flight: number | null;
  oldest_overdue_seconds: number | null;
  balanced: boolean | null;
};

/** Steps of ten seconds put together into longer ones, oldest first: counts are added, of gauges the highest value is kept. */
export const readHistory = async (
  client: Queryable,
  { since, stepSeconds }: { since: Date; stepSeconds: number },
): Promise<HistoryRow[]> => {
  const { rows } = await client.query<HistoryRow>({
    name: 'read_history',
    text: `
      with steps as (
        select date_bin(make_interval(secs => $2), at, '2000-01-01T00:00:00Z') as step, * from history where at >= $1
      ), waits as (
        select step, array_agg(n order by place) as waits from (
          select step, place, sum(n)::int as n
          from steps, unnest(waits) with ordinality as t (n, place) group by step, place
        ) added group by step
      ), merged as (
        select step as at, sum(orders)::int as orders, sum(events)::int as events, sum(delivered)::int as delivered,
          sum(attempts)::int as attempts, sum(failed_attempts)::int as failed_attempts,
          max(orders_queued) as orders_queued, max(deliveries_queued) as deliveries_queued,
          max(attempts_queued) as attempts_queued, max(dead_queued) as dead_queued, max(due) as due,
          max(waiting) as waiting, max(held) as held, max(in_flight) as in_flight,
          max(oldest_overdue_seconds)::float8 as oldest_overdue_seconds, bool_and(balanced) as balanced
        from steps group by step
      )
      select merged.*, waits.waits from merged join waits on waits.step = merged.at order by merged.at`,
    values: [since, stepSeconds],
  });
  return rows;
};

export type Recent = { merchantId: string; since: Date; rowMax: number };

/** How many orders created since then have which status now. The newest `rowMax` are looked at. */
export const countRecentOrders = async (
  client: Queryable,
  { merchantId, since, rowMax }: Recent,
): Promise<{ status: OrderStatus; count: number }[]> => {
  const { rows } = await client.query<{ status: OrderStatus; count: number }>(
    `select status, count(*)::int as count from (
       select status from orders where merchant_id = $1 and created_at >= $2
       order by created_at desc, id desc limit $3) newest
     group by status`,
    [merchantId, since, rowMax],
  );
  return rows;
};

/** How many deliveries created since then have which state now. The newest `rowMax` are looked at: ids rise with time. */
export const countRecentDeliveries = async (
  client: Queryable,
  { merchantId, since, rowMax }: Recent,
): Promise<{ state: DeliveryView['state']; count: number }[]> => {
  const { rows } = await client.query<{ state: DeliveryView['state']; count: number }>({
    name: 'count_recent_deliveries',
    text: `
     select case when newest.state = 'waiting' and e.status = 'disabled' then 'held' else newest.state end as state,
       count(*)::int as count
     from (select state, endpoint_id from all_deliveries where merchant_id = $1 and id >= $2
           order by id desc limit $3) newest
       left join endpoints e on e.id = newest.endpoint_id
     group by 1`,
    values: [merchantId, firstUuidOf(since.getTime()), rowMax],
  });
  return rows;
};
