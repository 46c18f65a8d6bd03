import type { Queryable } from '@delivery/postgres';

export type LedgerAudit = {
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
 * The ledger's counts, in one statement so that all are of one moment. Cheap whatever the ledger's size: the counts are
 * kept by triggers, and what is held is counted in the partial indexes of what waits.
 */
export const readAudit = async (client: Queryable, leaseSeconds: number): Promise<LedgerAudit> => {
  const { rows } = await client.query<LedgerAudit>({
    name: 'read_audit',
    text: `
      with counts as (
        select name, sum(n)::bigint as n from ledger_counts group by name
      ), held as (
        select coalesce(sum(open.n + gated.n), 0)::bigint as n from endpoints e,
          lateral (select count(*) as n from deliveries d
                   where d.endpoint_id = e.id and d.state = 'waiting' and d.gate_open) open,
          lateral (select count(*) as n from deliveries d
                   where d.endpoint_id = e.id and d.state = 'waiting' and not d.gate_open) gated
        where e.status = 'disabled'
      ), overdue as (
        select min(w.wake_at) as since from endpoint_windows w join endpoints e on e.id = w.endpoint_id
        where w.wake_at < now() and e.status = 'active'
        union all
        select min(k.at) from window_wakes k join endpoints e on e.id = k.endpoint_id
        where k.at < now() and e.status = 'active'
        union all
        select min(released_at) + make_interval(secs => $1) from deliveries where state = 'in_flight'
      )
      select
        ${countOf('matched')}, ${countOf('delivered')}, ${countOf('exhausted')}, ${countOf('skipped')},
        (select n from held) as held,
        (select coalesce(sum(n), 0)::bigint from counts where name = 'waiting') - (select n from held) as waiting,
        ${countOf('in_flight')}, ${countOf('purged')},
        (select coalesce(greatest(0, extract(epoch from now() - min(since))), 0)::float8 from overdue)
          as oldest_overdue_seconds`,
    values: [leaseSeconds],
  });
  const row = rows[0];
  if (!row) throw new Error('select returned no row');
  return row;
};

const countOf = (name: string): string =>
  `(select coalesce(sum(n), 0)::bigint from counts where name = '${name}') as ${name}`;
