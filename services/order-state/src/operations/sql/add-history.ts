import { arrayOf, type Queryable } from '@delivery/postgres';
import type { HistoryCounts } from '../count-history.js';

/**
 * Adds what one process counted to the step that `now` is in.
 * @returns the step's time, where this process is the first of it; whoever is reads the rest, so one of them does
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

/** What everybody sees alike at that time. `null`: not known. */
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
