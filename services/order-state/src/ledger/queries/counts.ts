import type { Audit, Audited, MerchantMode } from '@delivery/contracts';
import { type Pool, type Queryable, queryOne, queryRows } from '@delivery/postgres';
import { firstDueAt, isLeftAlone, isPaced, lookAtWindow } from '../../endpoints/queries/read-endpoints.js';
import { isNarrowed, lockedRestMs } from './windows.js';

/**
 * Adds to the counts of the audit, in order of name: no two statements wait for each other in a circle.
 * @param counts a `select` of `name` and `n`
 */
export const addToCounts = (counts: string): string => `
  insert into ledger_counts as c (slot, name, n)
  select pg_backend_pid() % 256, name, n from (${counts}) counted order by name
  on conflict (slot, name) do update set n = c.n + excluded.n`;

/**
 * Conservation, from two independent counts (promise 13): of live merchants, and apart from them of sandbox merchants.
 */
export const auditLedger = async (pool: Pool, leaseMs: number): Promise<Audit> => {
  const audits = await readAudit(pool, leaseMs / 1000);
  return { ...toAudited(audits, 'live'), sandbox: toAudited(audits, 'sandbox') };
};

const toAudited = (audits: ReadonlyMap<MerchantMode, LedgerCounts>, mode: MerchantMode): Audited => {
  const counts = audits.get(mode);
  if (!counts) throw new Error(`the audit has no row for ${mode} merchants`);
  return { balanced: counts.matched === accountedFor(counts), ...counts };
};

const accountedFor = (counts: LedgerCounts): number =>
  counts.delivered +
  counts.exhausted +
  counts.skipped +
  counts.held +
  counts.waiting +
  counts.in_flight +
  counts.purged;

type LedgerCounts = {
  matched: number;
  delivered: number;
  exhausted: number;
  skipped: number;
  held: number;
  /** Without those that are held. */
  waiting: number;
  in_flight: number;
  purged: number;
  oldest_overdue_seconds: number;
};

/**
 * The ledger's counts of live and of sandbox merchants, in one statement so that all are of one moment. Cheap for a
 * ledger of any size, because triggers count settled deliveries. Others are counted one by one, in their partial
 * indexes: a million of them take some 0.3 s.
 */
const readAudit = async (client: Queryable, leaseSeconds: number): Promise<Map<MerchantMode, LedgerCounts>> => {
  type Row = LedgerCounts & { mode: MerchantMode };
  const rows = await queryRows<Row>(client, { name: 'read_audit', text: auditSql, values: [leaseSeconds] });
  return new Map(rows.map(({ mode, ...counts }) => [mode, counts]));
};

const countOf = (name: string): string =>
  `(select coalesce(sum(n), 0)::bigint from counts where name = count_name('${name}', m.mode)) as ${name}`;

const auditSql = `
  with counts as (
    select name, sum(n)::bigint as n from ledger_counts group by name
  ), waiting as (
    select e.mode, sum(n) filter (where e.status = 'disabled') as held,
      sum(n) filter (where e.status <> 'disabled') as free
    from (
      select endpoint_id, count(*) as n from webhook_deliveries where state = 'waiting' and gate_open
        group by endpoint_id
      union all
      select endpoint_id, count(*) from webhook_deliveries where state = 'waiting' and not gate_open
        group by endpoint_id
    ) counted join endpoints e on e.id = counted.endpoint_id group by e.mode
  ), overdue as (
    select e.mode, w.wake_at as since from endpoint_windows w join endpoints e on e.id = w.endpoint_id
    where w.wake_at < now() and e.status = 'active'
    union all
    select e.mode, k.at from window_wakes k join endpoints e on e.id = k.endpoint_id
    where k.at < now() and e.status = 'active'
    union all
    -- Skipped, because another session holds it: the relay comes back repeatedly. Deliveries held while the endpoint
    -- was disabled are due since it was enabled.
    select e.mode, greatest(look.wake_at, w.catch_up_at)
    from endpoint_windows w join endpoints e on e.id = w.endpoint_id
      cross join lateral (select ${firstDueAt('e.id', 'w.catch_up_at')} as due_at) d
      cross join lateral ${lookAtWindow('d.due_at', 'now()')} look
    where w.wake_at between now() - interval '${lockedRestMs} ms' and now() + interval '${lockedRestMs} ms'
      and e.status = 'active'
    union all
    select mode, released_at + make_interval(secs => $1) from webhook_deliveries
    where state = 'in_flight' and visible_until is null and released_at < now() - make_interval(secs => $1)
    union all
    select mode, visible_until from webhook_deliveries where state = 'in_flight' and visible_until < now()
  )
  select m.mode,
    ${countOf('matched')}, ${countOf('delivered')}, ${countOf('exhausted')}, ${countOf('skipped')},
    coalesce(w.held, 0)::bigint as held, coalesce(w.free, 0)::bigint as waiting,
    (select count(*) from webhook_deliveries where state = 'in_flight' and mode = m.mode) as in_flight,
    ${countOf('purged')},
    (select coalesce(greatest(0, extract(epoch from now() - min(since))), 0)::float8 from overdue where mode = m.mode)
      as oldest_overdue_seconds
  from unnest(array['live', 'sandbox']) as m (mode) left join waiting w using (mode)`;

/** How many deliveries wait, and where: for metrics. Endpoints are counted by how open their window is. */
export type Backlog = {
  due: Record<MerchantMode, number>;
  unpublished: number;
  oldest_unpublished_seconds: number;
  parked: number;
  longest_lock_wait_seconds: number;
  /** Commands and reports. */
  set_aside: number;
  dead_letters: number;
  longest_transaction_seconds: number;
  feed_lag_transactions: number;
  feed_lag_seconds: number;
  /** Days after today that have partitions. */
  partition_days_ahead: number;
  windows: Record<MerchantMode, { open: number; narrowed: number; probing: number }>;
  /** Counts of live merchants, like the next. */
  paced: number;
  not_fetching: number;
  mails_waiting: number;
  mails_given_up: number;
};

/** Beyond this a count says "many": a scrape must cost the same with any backlog. */
const countMax = 10_000;
/**
 * A delivery is due if it could go out now: an endpoint that is full or paced or whose breaker is open makes nothing
 * due, so the count grows when releasing itself is behind, and not when a merchant is slow.
 */
const dueSql = `
  (select json_object_agg(m.mode, n) from unnest(array['live', 'sandbox']) m (mode), lateral (
     select count(*) as n from (
       select 1
       from endpoint_windows w join endpoints e on e.id = w.endpoint_id and e.status = 'active' and e.mode = m.mode
         cross join lateral ${lookAtWindow('now()', 'now()')} look
         cross join lateral (
           select * from (
             select d.id from webhook_deliveries d
             where d.endpoint_id = w.endpoint_id and d.state = 'waiting' and d.gate_open and d.not_before <= now()
             order by d.not_before, d.id limit look.room) due
           union
           select * from (
             select d.id from webhook_deliveries d
             where d.endpoint_id = w.endpoint_id and d.state = 'waiting' and d.gate_open
               and d.attempt_count > d.schedule_base and d.released_at < w.catch_up_at and w.catch_up_at <= now()
             order by d.released_at, d.id limit look.room) caught_up
           limit look.room
         ) waiting
       where w.wake_at <= now() limit $1) counted) due)`;

export const readBacklog = (client: Queryable): Promise<Backlog> =>
  queryOne(client, {
    name: 'read_backlog',
    text: `
      select
        ${dueSql} as due,
        (select count(*) from (
           select 1 from webhook_deliveries where state = 'in_flight' and not published
             limit $1) unpublished)::int as unpublished,
        (select coalesce(greatest(0, extract(epoch from now() - min(released_at))), 0)::float8 from (
           select released_at from webhook_deliveries where state = 'in_flight' and not published
           order by released_at limit 1) oldest) as oldest_unpublished_seconds,
        (select count(*) from (select 1 from parked_commands limit $1) parked)::int as parked,
        (select coalesce(greatest(0, extract(epoch from now() - min(parked_at))), 0)::float8 from (
           select min(parked_at) as parked_at from parked_commands p
           where waits_for_lock and not exists (
             select from parked_commands a where a.order_id = p.order_id and a.next_try_at is not null)
           union all
           (select parked_at from parked_attempts where next_try_at is null order by position
             limit 1)) waiting) as longest_lock_wait_seconds,
        (select count(*) from (
           select 1 from parked_commands where next_try_at is not null
           union all
           select 1 from parked_attempts where next_try_at is not null limit $1) aside)::int as set_aside,
        (select count(*) from (
           select 1 from dead_letters where replayed_at is null limit $1) dead)::int as dead_letters,
        (select coalesce(max(extract(epoch from clock_timestamp() - xact_start)), 0)::float8 from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend')
          as longest_transaction_seconds,
        pg_snapshot_xmax(pg_current_snapshot())::text::bigint - pg_snapshot_xmin(pg_current_snapshot())::text::bigint
          as feed_lag_transactions,
        -- In any database: transaction ids belong to the server.
        (select coalesce(max(extract(epoch from clock_timestamp() - xact_start)), 0)::float8 from pg_stat_activity
         where backend_xid is not null and pid <> pg_backend_pid() and backend_type = 'client backend')
          as feed_lag_seconds,
        (select count(*) from (select 1 from mails where next_try_at is not null limit $1) mails)::int as mails_waiting,
        (select count(*) from (
           select 1 from mails where next_try_at is null and sent_at is null limit $1) mails)::int as mails_given_up,
        (select count(*)::int from partition_days where day > (now() at time zone 'utc')::date) as partition_days_ahead,
        windows.*
      from (
        select json_object_agg(mode, json_build_object('open', open, 'narrowed', narrowed,
          'probing', probing)) as windows,
          max(paced) filter (where mode = 'live')::int as paced,
          max(not_fetching) filter (where mode = 'live')::int as not_fetching
        from (
          select m.mode,
            count(*) filter (where probe_at is null and not is_narrowed) as open,
            count(*) filter (where probe_at is null and is_narrowed) as narrowed,
            count(*) filter (where probe_at is not null) as probing,
            count(*) filter (where is_paced) as paced,
            count(*) filter (where is_left_alone) as not_fetching
          from unnest(array['live', 'sandbox']) m (mode) left join (
            -- offset 0: each is found out once, however often it is counted.
            select e.mode, w.probe_at,
              ${isNarrowed} as is_narrowed, ${isPaced} as is_paced, ${isLeftAlone} as is_left_alone
            from endpoint_windows w join endpoints e on e.id = w.endpoint_id where e.status = 'active' offset 0
          ) looked_at using (mode) group by m.mode
        ) counted
      ) windows`,
    values: [countMax],
  });
