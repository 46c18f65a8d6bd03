import { nilUuid, type Queryable } from '@delivery/postgres';
import { countMax } from '../../endpoints/queries/read-endpoints.js';

/** @returns whether it is this process that looks at the windows of the minute */
export const beginEndpointSample = async (client: Queryable, minute: Date): Promise<boolean> => {
  const { rowCount } = await client.query({
    name: 'begin_endpoint_sample',
    text: 'insert into endpoint_history (at, endpoint_id) values ($1, $2) on conflict do nothing',
    values: [minute, nilUuid],
  });
  return rowCount === 1;
};

/** Endpoints in one look. */
const sampledMax = 10_000;
/** Deliveries counted in one look, over all endpoints: what it costs at most. */
const countedMax = 200_000;

/**
 * Writes down the windows and the backlog of endpoints that have something in flight or waiting, or had attempts in the minutes before.
 * Each backlog is counted to 10,000. Where more waits than one look may count, some endpoints of that minute are left out,
 * others in each minute: that is what the order by a hash is for.
 */
export const sampleEndpoints = async (client: Queryable, minute: Date): Promise<number> => {
  const { rowCount } = await client.query({
    name: 'sample_endpoints',
    text: `
      with chosen as materialized (
        select e.id, e.status, w.size, w.in_flight, w.probe_at is not null as probing
        from endpoints e join endpoint_windows w on w.endpoint_id = e.id
        where e.status <> 'deleted' and (
          w.in_flight > 0
          or exists (select 1 from deliveries d where d.endpoint_id = e.id and d.state = 'waiting' and d.gate_open
                     order by d.not_before, d.id limit 1)
          or exists (select 1 from endpoint_history h
                     where h.endpoint_id = e.id and h.at = any(array[$1::timestamptz, $1::timestamptz - interval '1 min', $1::timestamptz - interval '2 min'])))
        order by hashtextextended(e.id::text, extract(epoch from $1::timestamptz)::bigint) limit $2
      ), counted as materialized (
        select id, count(*)::int as n from (
          select c.id from chosen c cross join lateral (
            select 1 from (select 1 from deliveries where endpoint_id = c.id and state = 'waiting' and gate_open
                           order by not_before, id limit $3) open
            union all
            select 1 from (select 1 from deliveries where endpoint_id = c.id and state = 'waiting' and not gate_open
                           order by id limit $3) gated
            limit $3) waiting
          limit $4) looked group by id
      ), sampled as (
        select c.*, coalesce(n.n, case when (select coalesce(sum(n), 0) from counted) < $4 then 0 end) as backlog
        from chosen c left join counted n using (id)
      )
      insert into endpoint_history as h (at, endpoint_id, window_size, in_flight, probing, waiting, held)
      select $1::timestamptz, id, size, in_flight, probing, case when status = 'disabled' and backlog is not null then 0 else backlog end,
        case when status <> 'disabled' and backlog is not null then 0 else backlog end
      from sampled order by id
      on conflict (at, endpoint_id) do update set window_size = excluded.window_size, in_flight = excluded.in_flight,
        probing = excluded.probing, waiting = excluded.waiting, held = excluded.held`,
    values: [minute, sampledMax, countMax, countedMax],
  });
  return rowCount ?? 0;
};
