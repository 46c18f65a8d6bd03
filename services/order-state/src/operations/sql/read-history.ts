import type { Queryable } from '@delivery/postgres';

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

/** Steps of ten seconds put together into longer ones, oldest first: what was counted is added, of what was held the most is kept. */
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
