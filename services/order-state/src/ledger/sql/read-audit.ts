import type { MerchantMode } from '@delivery/contracts';
import type { Queryable } from '@delivery/postgres';

export type LedgerCounts = {
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
 * The ledger's counts of live and of sandbox merchants, in one statement so that all are of one moment. Cheap whatever the
 * ledger's size: the counts are kept by triggers, and what is held is counted in the partial indexes of what waits.
 */
export const readAudit = async (client: Queryable, leaseSeconds: number): Promise<Map<MerchantMode, LedgerCounts>> => {
  type Row = LedgerCounts & { mode: MerchantMode };
  const { rows } = await client.query<Row>({ name: 'read_audit', text: auditSql, values: [leaseSeconds] });
  return new Map(rows.map(({ mode, ...counts }) => [mode, counts]));
};

const countOf = (name: string): string =>
  `(select coalesce(sum(n), 0)::bigint from counts where name = count_name('${name}', m.mode)) as ${name}`;

const heldOf = 'coalesce((select n from held where held.mode = m.mode), 0)::bigint';

const auditSql = `
  with counts as (
    select name, sum(n)::bigint as n from ledger_counts group by name
  ), held as (
    select e.mode, sum(open.n + gated.n) as n from endpoints e,
      lateral (select count(*) as n from deliveries d
               where d.endpoint_id = e.id and d.state = 'waiting' and d.gate_open) open,
      lateral (select count(*) as n from deliveries d
               where d.endpoint_id = e.id and d.state = 'waiting' and not d.gate_open) gated
    where e.status = 'disabled' group by e.mode
  ), overdue as (
    select e.mode, w.wake_at as since from endpoint_windows w join endpoints e on e.id = w.endpoint_id
    where w.wake_at < now() and e.status = 'active'
    union all
    select e.mode, k.at from window_wakes k join endpoints e on e.id = k.endpoint_id
    where k.at < now() and e.status = 'active'
    union all
    select mode, released_at + make_interval(secs => $1) from deliveries
    where state = 'in_flight' and visible_until is null and released_at < now() - make_interval(secs => $1)
    union all
    select mode, visible_until from deliveries where state = 'in_flight' and visible_until < now()
  )
  select m.mode,
    ${countOf('matched')}, ${countOf('delivered')}, ${countOf('exhausted')}, ${countOf('skipped')},
    ${heldOf} as held,
    (select coalesce(sum(n), 0)::bigint from counts where name = count_name('waiting', m.mode)) - ${heldOf} as waiting,
    ${countOf('in_flight')}, ${countOf('purged')},
    (select coalesce(greatest(0, extract(epoch from now() - min(since))), 0)::float8 from overdue where mode = m.mode)
      as oldest_overdue_seconds
  from unnest(array['live', 'sandbox']) as m (mode)`;
