import { nilUuid, type Queryable, relation } from '@delivery/postgres';
import { countMax } from '../../endpoints/queries/read-endpoints.js';
import type { MinuteCounts } from '../rules/count-answers.js';

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
/** Deliveries counted in one look, over all endpoints: the bound of its cost. */
const countedMax = 200_000;

/**
 * Writes down the windows and the backlog of endpoints that have something in flight or waiting, or had attempts in the
 * minutes before. Each backlog is counted to 10,000. Where more waits than one look may count, some endpoints of that
 * minute are left out, different ones in each minute, hence the order by a hash.
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

const counted = relation<MinuteCounts>({
  at: ['timestamptz', ({ atMs }) => atMs],
  endpoint_id: ['uuid', ({ endpointId }) => endpointId],
  answered_2xx: ['int', ({ answers }) => answers['2xx']],
  answered_3xx: ['int', ({ answers }) => answers['3xx']],
  answered_4xx: ['int', ({ answers }) => answers['4xx']],
  answered_5xx: ['int', ({ answers }) => answers['5xx']],
  unanswered: ['int', ({ answers }) => answers.none],
  error_at: ['timestamptz', ({ lastError }) => lastError?.atMs ?? null],
  error_delivery_id: ['uuid', ({ lastError }) => lastError?.deliveryId ?? null],
  error_status_code: ['int', ({ lastError }) => lastError?.statusCode ?? null],
  error_code: ['text', ({ lastError }) => lastError?.errorCode ?? null],
});

/** The newer one of the row's failure and the added failure. */
const newer = (name: string): string =>
  `${name} = case when coalesce(h.error_at >= excluded.error_at, excluded.error_at is null) then h.${name} else excluded.${name} end`;

/**
 * Adds one process's counts to those of others. In the order of the key: two processes at once do not wait for each
 * other in a circle.
 */
export const addEndpointHistory = async (client: Queryable, minutes: readonly MinuteCounts[]): Promise<void> => {
  await client.query({
    name: 'add_endpoint_history',
    text: `
      insert into endpoint_history as h (${counted.columns})
      select * from ${counted.unnest(1)} as t (${counted.columns}) order by at, endpoint_id
      on conflict (at, endpoint_id) do update set
        answered_2xx = h.answered_2xx + excluded.answered_2xx, answered_3xx = h.answered_3xx + excluded.answered_3xx,
        answered_4xx = h.answered_4xx + excluded.answered_4xx, answered_5xx = h.answered_5xx + excluded.answered_5xx,
        unanswered = h.unanswered + excluded.unanswered,
        ${['error_delivery_id', 'error_status_code', 'error_code', 'error_at'].map(newer).join(', ')}`,
    values: counted.values(minutes),
  });
};

export type EndpointHistoryRow = {
  at: Date;
  answered_2xx: number;
  answered_3xx: number;
  answered_4xx: number;
  answered_5xx: number;
  unanswered: number;
  window_size: number | null;
  in_flight: number | null;
  probing: boolean | null;
  waiting: number | null;
  held: number | null;
};

type Span = { since: Date; until: Date; stepSeconds: number };

/** The minutes of the span, each looked up by the whole key: the index begins with the minute, and all endpoints share it. */
const minutes = `
  from generate_series($2::timestamptz, $3, '1 min') m (at) join endpoint_history h on h.at = m.at and h.endpoint_id = $1`;

/** Minutes put together into longer steps, oldest first: counts are added, of gauges the highest value is kept. */
export const readEndpointHistory = async (
  client: Queryable,
  endpointId: string,
  { since, until, stepSeconds }: Span,
): Promise<EndpointHistoryRow[]> => {
  const { rows } = await client.query<EndpointHistoryRow>({
    name: 'read_endpoint_history',
    text: `
      select date_bin(make_interval(secs => $4), h.at, '2000-01-01T00:00:00Z') as at,
        sum(answered_2xx)::int as answered_2xx, sum(answered_3xx)::int as answered_3xx,
        sum(answered_4xx)::int as answered_4xx, sum(answered_5xx)::int as answered_5xx,
        sum(unanswered)::int as unanswered, min(window_size) as window_size, max(in_flight) as in_flight,
        bool_or(probing) as probing, max(waiting) as waiting, max(held) as held
      ${minutes} group by 1 order by 1`,
    values: [endpointId, since, until, stepSeconds],
  });
  return rows;
};

export type EndpointErrorRow = {
  at: Date;
  delivery_id: string;
  status_code: number | null;
  error_code: string | null;
};

/** The newest attempt that failed. */
export const readLastError = async (
  client: Queryable,
  endpointId: string,
  { since, until }: Pick<Span, 'since' | 'until'>,
): Promise<EndpointErrorRow | undefined> => {
  const { rows } = await client.query<EndpointErrorRow>({
    name: 'read_last_endpoint_error',
    text: `
      select h.error_at as at, h.error_delivery_id as delivery_id, h.error_status_code as status_code, h.error_code
      ${minutes} where h.error_at is not null order by h.at desc limit 1`,
    values: [endpointId, since, until],
  });
  return rows[0];
};

/** @returns how many rows went, the oldest first */
export const purgeEndpointHistory = async (client: Queryable, before: Date, purgeMax: number): Promise<number> => {
  const { rowCount } = await client.query({
    name: 'purge_endpoint_history',
    text: `
      delete from endpoint_history where (at, endpoint_id) in (
        select at, endpoint_id from endpoint_history where at < $1 order by at, endpoint_id limit $2
        for update skip locked)`,
    values: [before, purgeMax],
  });
  return rowCount ?? 0;
};
