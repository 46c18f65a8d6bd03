import type { Queryable } from '@delivery/postgres';
import { isPaced } from '../../endpoints/sql/backlog-of.js';
import { isNarrowed } from './shared-by.js';

/** What waits, and where: for metrics. Endpoints are counted by how open their window is. */
export type Backlog = {
  due: number;
  unpublished: number;
  oldest_unpublished_seconds: number;
  parked: number;
  longest_lock_wait_seconds: number;
  dead_letters: number;
  longest_transaction_seconds: number;
  feed_behind_transactions: number;
  feed_behind_seconds: number;
  /** Days after today that have partitions. */
  history_days_ahead: number;
  windows_open: number;
  windows_narrowed: number;
  windows_probing: number;
  windows_paced: number;
};

/** Beyond this a count says "many": a scrape must cost the same whatever has piled up. */
const countMax = 10_000;
/**
 * Due is what could go out now: an endpoint that is full or paced or whose breaker is open makes nothing due, so the count grows
 * when releasing itself is behind, and not when a merchant is slow.
 */
export const readBacklog = async (client: Queryable): Promise<Backlog> => {
  const { rows } = await client.query<Backlog>({
    name: 'read_backlog',
    text: `
      select
        (select count(*) from (
           select 1 from endpoint_windows w join endpoints e on e.id = w.endpoint_id and e.status = 'active',
             lateral (
               select 1 from deliveries d
               where d.endpoint_id = w.endpoint_id and d.state = 'waiting' and d.gate_open and d.not_before <= now()
               limit window_room(true, w.size, w.in_flight, w.probe_at, e.max_per_second, w.paced_to, now())
             ) waiting
           where w.wake_at <= now() limit $1) due)::int as due,
        (select count(*) from (
           select 1 from deliveries where state = 'in_flight' and not published limit $1) unpublished)::int as unpublished,
        (select coalesce(greatest(0, extract(epoch from now() - min(released_at))), 0)::float8 from (
           select released_at from deliveries where state = 'in_flight' and not published
           order by released_at limit 1) oldest) as oldest_unpublished_seconds,
        (select count(*) from (select 1 from parked_commands limit $1) parked)::int as parked,
        (select coalesce(greatest(0, extract(epoch from now() - min(parked_at))), 0)::float8 from (
           select min(parked_at) as parked_at from parked_commands where waits_for_lock
           union all
           (select parked_at from parked_attempts order by position limit 1)) waiting) as longest_lock_wait_seconds,
        (select count(*) from (
           select 1 from dead_letters where replayed_at is null limit $1) dead)::int as dead_letters,
        (select coalesce(max(extract(epoch from clock_timestamp() - xact_start)), 0)::float8 from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend')
          as longest_transaction_seconds,
        pg_snapshot_xmax(pg_current_snapshot())::text::bigint - pg_snapshot_xmin(pg_current_snapshot())::text::bigint
          as feed_behind_transactions,
        -- Of any database: transaction ids are the server's.
        (select coalesce(max(extract(epoch from clock_timestamp() - xact_start)), 0)::float8 from pg_stat_activity
         where backend_xid is not null and pid <> pg_backend_pid() and backend_type = 'client backend')
          as feed_behind_seconds,
        (select count(*)::int from history_days where day > (now() at time zone 'utc')::date) as history_days_ahead,
        windows.*
      from (
        select
          count(*) filter (where probe_at is null and not is_narrowed)::int as windows_open,
          count(*) filter (where probe_at is null and is_narrowed)::int as windows_narrowed,
          count(*) filter (where probe_at is not null)::int as windows_probing,
          count(*) filter (where is_paced)::int as windows_paced
        from (
          -- offset 0: each is found out once, however often it is counted.
          select w.probe_at, ${isNarrowed} as is_narrowed, ${isPaced} as is_paced
          from endpoint_windows w join endpoints e on e.id = w.endpoint_id where e.status = 'active' offset 0
        ) looked_at
      ) windows`,
    values: [countMax],
  });
  const row = rows[0];
  if (!row) throw new Error('select returned no row');
  return row;
};
