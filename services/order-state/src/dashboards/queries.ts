import {
  type EndpointError,
  type EndpointHistoryStep,
  type History,
  type MerchantMode,
  merchantModes,
  queues,
} from '@delivery/contracts';
import {
  arrayOf,
  nilUuid,
  type Queryable,
  queryCount,
  queryRow,
  queryRows,
  relation,
  type RowOf,
} from '@delivery/postgres';
import { countMax, isAwaited } from '../endpoints/queries/read-endpoints.js';
import { type HistoryByMode, type HistoryCounts, type MinuteCounts, waitClassCount } from './rules/count-history.js';

/**
 * Adds the counts of one process to the step that `now` is in.
 * @returns the step's time, if this process was the first to add to it: only that process reads the gauges
 */
export const addHistory = async (client: Queryable, now: Date, counts: HistoryByMode): Promise<Date | undefined> => {
  const row = await queryRow<{ at: Date; is_first: boolean }>(client, {
    name: 'add_history',
    text: `
      insert into history as h (at, mode, orders, events, delivered, attempts, failed_attempts, waits)
      select date_bin('10 seconds', $1, '2000-01-01T00:00:00Z'), t.* from (
        values ('live', $2::int, $3::int, $4::int, $5::int, $6::int, $7::int[]),
          ('sandbox', $8, $9, $10, $11, $12, $13)) t
      on conflict (at, mode) do update set
        orders = h.orders + excluded.orders, events = h.events + excluded.events,
        delivered = h.delivered + excluded.delivered, attempts = h.attempts + excluded.attempts,
        failed_attempts = h.failed_attempts + excluded.failed_attempts,
        ${added('waits')}
      returning at, xmax = 0 as is_first`,
    values: [now, ...valuesOf(counts.live), ...valuesOf(counts.sandbox)],
  });
  return row?.is_first === true ? row.at : undefined;
};

const valuesOf = ({ orders, events, delivered, attempts, failedAttempts, waits }: HistoryCounts) => [
  ...[orders, events, delivered, attempts, failedAttempts],
  arrayOf('int', waits),
];

/** Adds counts by class. The lists may have different lengths. */
const added = (name: string): string =>
  `${name} = (select coalesce(array_agg(coalesce(one, 0) + coalesce(other, 0) order by place), '{}')
     from unnest(h.${name}, excluded.${name}) with ordinality as t (one, other, place))`;

/** Adds each class by itself: with unnest, a day's minutes take three times as long. */
const classesOf = (name: string): string => {
  const sums = Array.from({ length: waitClassCount }, (_none, place) => `coalesce(sum(${name}[${place + 1}]), 0)::int`);
  return `array[${sums.join(', ')}] as ${name}`;
};

/** Values that all replicas share. `null`: unknown. */
export type HistoryGauges = {
  /** Figures of both modes. */
  ordersQueued: number | null;
  deliveriesQueued: number | null;
  attemptsQueued: number | null;
  deadQueued: number | null;
  byMode: Record<MerchantMode, ModeGauges>;
};
type ModeGauges = {
  due: number;
  waiting: number;
  held: number;
  inFlight: number;
  oldestOverdueSeconds: number;
  balanced: boolean;
};

export const saveHistoryGauges = async (client: Queryable, at: Date, gauges: HistoryGauges): Promise<void> => {
  for (const mode of merchantModes) await saveGaugesOf(client, { at, mode }, gauges);
};

const saveGaugesOf = async (
  client: Queryable,
  { at, mode }: { at: Date; mode: MerchantMode },
  gauges: HistoryGauges,
): Promise<void> => {
  const own = gauges.byMode[mode];
  await client.query({
    name: 'save_history_gauges',
    text: `
      update history set orders_queued = $2, deliveries_queued = $3, attempts_queued = $4, dead_queued = $5, due = $6,
        waiting = $7, held = $8, in_flight = $9, oldest_overdue_seconds = $10, balanced = $11
      where at = $1 and mode = $12`,
    values: [
      ...[at, gauges.ordersQueued, gauges.deliveriesQueued, gauges.attemptsQueued, gauges.deadQueued],
      ...[own.due, own.waiting, own.held, own.inFlight, own.oldestOverdueSeconds, own.balanced, mode],
    ],
  });
};

export const purgeHistorySteps = async (client: Queryable, before: Date): Promise<void> => {
  await client.query({ name: 'purge_history_steps', text: 'delete from history where at < $1', values: [before] });
};

export type HistoryRow = RowOf<Omit<History['data'][number], 'time_to_merchant_ms'>> & { waits: number[] };

/**
 * Merges steps of ten seconds into longer ones, oldest first: it adds counts, and keeps the highest value of gauges.
 */
export const readHistory = (
  client: Queryable,
  { mode, since, stepSeconds }: { mode: MerchantMode; since: Date; stepSeconds: number },
): Promise<HistoryRow[]> =>
  queryRows(client, {
    name: 'read_history',
    text: `
      select date_bin(make_interval(secs => $2), at, '2000-01-01T00:00:00Z') as at,
        sum(orders)::int as orders, sum(events)::int as events, sum(delivered)::int as delivered,
        sum(attempts)::int as attempts, sum(failed_attempts)::int as failed_attempts, ${classesOf('waits')},
        json_build_object('${queues.orders}', max(orders_queued), '${queues.deliveries}', max(deliveries_queued),
          '${queues.attempts}', max(attempts_queued), 'dead', max(dead_queued)) as queues,
        max(due) as due, max(waiting) as waiting, max(held) as held, max(in_flight) as in_flight,
        max(oldest_overdue_seconds)::float8 as oldest_overdue_seconds, bool_and(balanced) as balanced
      from history where at >= $1 and mode = $3 group by 1 order by 1`,
    values: [since, stepSeconds, mode],
  });

/** @returns whether this process looks at the windows of the minute */
export const beginEndpointSample = async (client: Queryable, minute: Date): Promise<boolean> =>
  (await queryCount(client, {
    name: 'begin_endpoint_sample',
    text: 'insert into endpoint_history (at, endpoint_id) values ($1, $2) on conflict do nothing',
    values: [minute, nilUuid],
  })) === 1;

/** Endpoints in one look. */
const sampledMax = 10_000;
/** Deliveries counted in one look over all endpoints, which bounds its cost. */
const countedMax = 200_000;

/**
 * Writes down the windows and the backlog of endpoints that have something in flight or waiting, or had attempts in the
 * minutes before. Each backlog is counted to 10,000. If more deliveries wait than one look may count, some endpoints are
 * left out: others in each minute, because the order is by a hash.
 */
export const sampleEndpoints = (client: Queryable, minute: Date): Promise<number> =>
  queryCount(client, {
    name: 'sample_endpoints',
    text: `
      with chosen as materialized (
        select e.id, e.status, w.size, w.in_flight, w.probe_at is not null as probing
        from endpoints e join endpoint_windows w on w.endpoint_id = e.id
        where e.status <> 'deleted' and (
          w.in_flight > 0
          or ${isAwaited}
          or exists (select 1 from endpoint_history h
                     where h.endpoint_id = e.id and h.at = any(array[$1::timestamptz,
                       $1::timestamptz - interval '1 min', $1::timestamptz - interval '2 min'])))
        order by hashtextextended(e.id::text, extract(epoch from $1::timestamptz)::bigint) limit $2
      ), counted as materialized (
        select id, count(*)::int as n from (
          select c.id from chosen c cross join lateral (
            select 1 from (select 1 from webhook_deliveries where endpoint_id = c.id and state = 'waiting' and gate_open
                           order by not_before, id limit $3) open
            union all
            select 1 from (select 1 from webhook_deliveries
              where endpoint_id = c.id and state = 'waiting' and not gate_open
                           order by id limit $3) gated
            limit $3) waiting
          limit $4) looked group by id
      ), sampled as (
        select c.*, coalesce(n.n, case when (select coalesce(sum(n), 0) from counted) < $4 then 0 end) as backlog
        from chosen c left join counted n using (id)
      )
      insert into endpoint_history as h (at, endpoint_id, window_size, in_flight, probing, waiting, held)
      select $1::timestamptz, id, size, in_flight, probing,
        case when status = 'disabled' and backlog is not null then 0 else backlog end,
        case when status <> 'disabled' and backlog is not null then 0 else backlog end
      from sampled order by id
      on conflict (at, endpoint_id) do update set window_size = excluded.window_size, in_flight = excluded.in_flight,
        probing = excluded.probing, waiting = excluded.waiting, held = excluded.held`,
    values: [minute, sampledMax, countMax, countedMax],
  });

const counted = relation<MinuteCounts>({
  at: ['timestamptz', ({ atMs }) => atMs],
  endpoint_id: ['uuid', ({ endpointId }) => endpointId],
  answered_2xx: ['int', ({ answers }) => answers['2xx']],
  answered_3xx: ['int', ({ answers }) => answers['3xx']],
  answered_4xx: ['int', ({ answers }) => answers['4xx']],
  answered_5xx: ['int', ({ answers }) => answers['5xx']],
  unanswered: ['int', ({ answers }) => answers.none],
  // An array's text, because a column of arrays would be one array.
  answer_times: ['text', ({ answerTimes }) => `{${answerTimes.join(',')}}`],
  error_at: ['timestamptz', ({ lastError }) => lastError?.atMs ?? null],
  error_delivery_id: ['uuid', ({ lastError }) => lastError?.deliveryId ?? null],
  error_status_code: ['int', ({ lastError }) => lastError?.statusCode ?? null],
  error_code: ['text', ({ lastError }) => lastError?.errorCode ?? null],
});

/** The newer one of the row's failure and the added failure. */
const newer = (name: string): string =>
  `${name} = case when coalesce(h.error_at >= excluded.error_at, excluded.error_at is null)
    then h.${name} else excluded.${name} end`;

/**
 * Adds one process's counts to those of others, in the order of the key, so that two processes cannot deadlock.
 */
export const addEndpointHistory = async (client: Queryable, minutes: readonly MinuteCounts[]): Promise<void> => {
  await client.query({
    name: 'add_endpoint_history',
    text: `
      insert into endpoint_history as h (${counted.columns})
      select ${counted.columns.replace('answer_times', '$&::int[]')} from ${counted.unnest(1)} as t (${counted.columns})
      order by at, endpoint_id
      on conflict (at, endpoint_id) do update set
        answered_2xx = h.answered_2xx + excluded.answered_2xx, answered_3xx = h.answered_3xx + excluded.answered_3xx,
        answered_4xx = h.answered_4xx + excluded.answered_4xx, answered_5xx = h.answered_5xx + excluded.answered_5xx,
        unanswered = h.unanswered + excluded.unanswered, ${added('answer_times')},
        ${['error_delivery_id', 'error_status_code', 'error_code', 'error_at'].map(newer).join(', ')}`,
    values: counted.values(minutes),
  });
};

export type EndpointHistoryRow = RowOf<Omit<EndpointHistoryStep, 'answer_ms'>> & { answer_times: number[] };

type Span = { since: Date; until: Date; stepSeconds: number };

/**
 * The minutes of the span, each looked up by the whole key, because the index of all endpoints begins with the minute.
 */
const minutes = `
  from generate_series($2::timestamptz, $3, '1 min') m (at)
    join endpoint_history h on h.at = m.at and h.endpoint_id = $1`;

/** Merges minutes into longer steps, oldest first: adds counts, keeps the highest value of gauges. */
export const readEndpointHistory = (
  client: Queryable,
  endpointId: string,
  { since, until, stepSeconds }: Span,
): Promise<EndpointHistoryRow[]> =>
  queryRows(client, {
    name: 'read_endpoint_history',
    text: `
      select date_bin(make_interval(secs => $4), h.at, '2000-01-01T00:00:00Z') as at,
        json_build_object('2xx', sum(answered_2xx), '3xx', sum(answered_3xx), '4xx', sum(answered_4xx),
          '5xx', sum(answered_5xx),
          'none', sum(unanswered)) as answers, ${classesOf('answer_times')},
        case when min(window_size) is not null then json_build_object(
          'size', min(window_size), 'in_flight', coalesce(max(in_flight), 0), 'probing',
            coalesce(bool_or(probing), false)) end as "window",
        max(waiting) as waiting, max(held) as held
      ${minutes} group by 1 order by 1`,
    values: [endpointId, since, until, stepSeconds],
  });

/** The newest attempt that failed. */
export const readLastError = (
  client: Queryable,
  endpointId: string,
  { since, until }: Pick<Span, 'since' | 'until'>,
): Promise<RowOf<EndpointError> | undefined> =>
  queryRow(client, {
    name: 'read_last_endpoint_error',
    text: `
      select h.error_at as at, h.error_delivery_id as delivery_id, h.error_status_code as status_code, h.error_code
      ${minutes} where h.error_at is not null order by h.at desc limit 1`,
    values: [endpointId, since, until],
  });

/** Deletes the oldest rows. @returns how many */
export const purgeEndpointHistory = (client: Queryable, before: Date, purgeMax: number): Promise<number> =>
  queryCount(client, {
    name: 'purge_endpoint_history',
    text: `
      delete from endpoint_history where (at, endpoint_id) in (
        select at, endpoint_id from endpoint_history where at < $1 order by at, endpoint_id limit $2
        for update skip locked)`,
    values: [before, purgeMax],
  });
