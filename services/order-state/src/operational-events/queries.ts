import type { RefusedCalls } from '@delivery/contracts';
import { arrayOf, type Queryable, queryRows, queryValue, relation, type Transaction } from '@delivery/postgres';
import { leftAloneAfter } from '../endpoints/queries/read-endpoints.js';
import { type DeliveryState, isSettled, type LaneEnd } from '../ledger/rules/deliveries.js';
import { writeBegun, writeEnded } from '../mails/queries.js';
import type { NumberedLane, SubjectEndpoint, TurnedIncident } from './rules/operational-events.js';

/**
 * How long an endpoint must fail, or not be polled, before an incident starts; and the shortest time between
 * incidents of a kind.
 */
const graceOf = `interval '15 minutes'`;
export const pauseOf = `interval '1 hour'`;
/** Failed attempts of an incident, at least. */
const failuresMin = 3;

/** Incidents that one statement turns. */
export const turnedMax = 500;

/** Whether an incident of endpoint `e` is open, or one of this kind was reported recently. */
const isNotified = (kind: string): string => `exists (
  select from endpoint_incidents s where s.endpoint_id = e.id
    and (s.ended_at is null or (s.kind = '${kind}' and s.notified_at > $1::timestamptz - ${pauseOf})))`;

/**
 * Whether no other session holds one of the rows; the statement locks them. A later look reports rows that another
 * session holds: they must not delay the events about others.
 * @param rows `table where …`
 */
export const isFree = (rows: string): string =>
  `(select count(*) from ${rows}) = (select count(*) from (select from ${rows} for update skip locked) free)`;

/** Whether no other session holds the lane of an endpoint. */
export const isLaneFree = (endpointId: string): string => isFree(`operational_lanes where endpoint_id = ${endpointId}`);

/** Whether owner `m` is notified of what happens to its endpoints: a merchant, or another owner that has contacts. */
const hasRecipients = `(m.kind = 'merchant' or m.contacts <> '[]')`;

/** An active endpoint `e` of a merchant, or of a platform that has contacts, with its window `w`. */
const active = `
  endpoints e join endpoint_windows w on w.endpoint_id = e.id join owners m on m.id = e.owner_id and ${hasRecipients}
  where e.status = 'active'`;

/**
 * An incident ends with the first success or fetch. For an endpoint that was disabled since, the end of failing is not
 * reported, and the end of not fetching is reported once it is enabled.
 */
const endedSql = `
  with over as materialized (
    select s.endpoint_id, s.kind, s.since, e.status
    from endpoint_incidents s join endpoints e on e.id = s.endpoint_id join endpoint_windows w on w.endpoint_id = e.id
    where s.ended_at is null and (
      e.status = 'deleted'
      or (s.kind = 'failing' and (e.status = 'disabled' or w.failing_since is null))
      or (s.kind = 'not_fetching' and e.status = 'active' and w.last_fetched_at is distinct from s.since
          and w.last_fetched_at > $1::timestamptz - ${leftAloneAfter}))
      and ${isLaneFree('s.endpoint_id')}
    order by s.endpoint_id limit ${turnedMax} for update of s skip locked
  ),
  ended as (
    update endpoint_incidents s set ended_at = $1 from over o
    where s.endpoint_id = o.endpoint_id and s.kind = o.kind and s.since = o.since
    returning s.*, o.status
  ),
  notified as (
    select *, case kind when 'failing' then 'recovered' else 'fetching' end as notified_as
      from ended where status = 'active'
  ),
  mailed as (${writeEnded('notified', 's.notified_as')})
  select notified_as as kind, endpoint_id, owner_id, since, null as error_code from notified order by endpoint_id`;

/** For a `with`: writes what `found` says of endpoints as incidents that have begun. */
const begin = (kind: 'failing' | 'not_fetching' | 'disabled'): string => `
  begun as (
    insert into endpoint_incidents (endpoint_id, owner_id, kind, since, notified_at, ended_at)
    select endpoint_id, owner_id, '${kind}', since, $1, ${kind === 'disabled' ? '$1' : 'null'}::timestamptz
    from found f where ${isLaneFree('f.endpoint_id')} order by endpoint_id limit ${turnedMax}
    on conflict do nothing returning *
  )
  select b.kind, b.endpoint_id, b.owner_id, b.since, f.error_code from begun b join found f using (endpoint_id)
  order by b.endpoint_id`;

/** Failures are counted where charts find them, once for all candidates. */
const failingSql = `
  with candidates as materialized (
    select e.id, e.owner_id, w.failing_since from ${active}
      and w.failing_since < $1::timestamptz - ${graceOf} and not ${isNotified('failing')}
  ),
  found as materialized (
    select c.id as endpoint_id, c.owner_id, c.failing_since as since,
      (array_agg(h.error_code order by h.error_at desc) filter (where h.error_at is not null))[1] as error_code
    from candidates c join endpoint_history h on h.endpoint_id = c.id and h.at >= date_trunc('minute', c.failing_since)
    where h.at >= (select date_trunc('minute', min(failing_since)) from candidates)
    group by c.id, c.owner_id, c.failing_since
    having sum(h.answered_3xx + h.answered_4xx + h.answered_5xx + h.unanswered) >= ${failuresMin}
  ),
  ${begin('failing')}`;

const notFetchingSql = `
  with found as materialized (
    select e.id as endpoint_id, e.owner_id, coalesce(w.last_fetched_at, e.created_at) as since, null as error_code
      from ${active}
      and e.type = 'pull' and coalesce(w.last_fetched_at, e.created_at) < $1::timestamptz - ${graceOf}
      and (select d.not_before from webhook_deliveries d
           where d.endpoint_id = e.id and d.state = 'waiting' and d.gate_open
           order by d.not_before, d.id limit 1) < $1::timestamptz - ${graceOf}
      and not ${isNotified('not_fetching')}
  ),
  ${begin('not_fetching')}`;

/** Disabled by the system, within a day. For a flapping endpoint this is reported at most once an hour. */
const disabledSql = `
  with found as materialized (
    select e.id as endpoint_id, e.owner_id, e.disabled_at as since, null as error_code
    from endpoints e join owners m on m.id = e.owner_id and ${hasRecipients}
    where e.status = 'disabled' and e.disabled_reason in ('gone', 'failing')
      and e.disabled_at > $1::timestamptz - interval '1 day'
      and not exists (select from endpoint_incidents s where s.endpoint_id = e.id and s.kind = 'disabled'
                        and (s.since = e.disabled_at or s.notified_at > $1::timestamptz - ${pauseOf}))
  ),
  ${begin('disabled')}`;

const begins = [
  ['begin_failing', failingSql],
  ['begin_not_fetching', notFetchingSql],
  ['begin_disabled', disabledSql],
] as const;

/**
 * Writes what has begun or ended since the last look, and the mails about it, where mails are sent. One process at a
 * time.
 * @returns in the order of the events
 */
export const turnIncidents = async (
  client: Transaction,
  now: Date,
  areMailsSent: boolean,
): Promise<TurnedIncident[]> => {
  const ended = { name: 'end_incidents', text: endedSql, values: [now, areMailsSent] };
  const turned = await queryRows<TurnedIncident>(client, ended);
  for (const [name, text] of begins) {
    const rows = await queryRows<TurnedIncident>(client, { name, text, values: [now] });
    turned.push(...rows);
  }
  if (areMailsSent) await writeBegun(client, now);
  return turned;
};

/** Has one process at a time write operational events. @returns false where another one is at it */
export const lockTelling = async (client: Transaction): Promise<boolean> =>
  (await queryValue<boolean>(
    client,
    `select pg_try_advisory_xact_lock(hashtext('operational events')) as is_locked`,
  )) === true;

/** The endpoints as they are now; a purged one is not among them. */
export const readSubjects = async (
  client: Queryable,
  endpointIds: readonly string[],
): Promise<ReadonlyMap<string, SubjectEndpoint>> => {
  const rows = await queryRows<SubjectEndpoint & { id: string }>(client, {
    name: 'read_subjects',
    text: 'select id, name, url, disabled_reason as "disabledReason" from endpoints where id = any($1)',
    values: [arrayOf('uuid', endpointIds)],
  });
  return new Map(rows.map((row) => [row.id, row]));
};

const numbered = relation<NumberedLane>({
  id: ['text', (lane) => lane.id],
  owner_id: ['text', (lane) => lane.ownerId],
  endpoint_id: ['uuid', (lane) => lane.endpointId],
  last_sequence: ['int', (lane) => lane.count],
  digest_at: ['timestamptz', (lane) => lane.digestAtMs],
});

/**
 * Locks the heads of lanes, in order of id, and numbers their next events.
 * @returns the last sequence of each lane
 */
export const numberEvents = async (
  client: Transaction,
  lanes: readonly NumberedLane[],
): Promise<ReadonlyMap<string, number>> => {
  const rows = await queryRows<{ id: string; last_sequence: number }>(client, {
    name: 'number_operational_events',
    text: `
      insert into operational_lanes as l (${numbered.columns})
      select ${numbered.columns} from ${numbered.unnest(1)} as t (${numbered.columns}) order by id
      on conflict (id) do update
      set last_sequence = l.last_sequence + excluded.last_sequence,
        digest_at = coalesce(excluded.digest_at, l.digest_at)
      returning id, last_sequence`,
    values: numbered.values(lanes),
  });
  return new Map(rows.map((row) => [row.id, row.last_sequence]));
};

type Lane = { laneId: string; endpointId: string };
const lanes = relation<Lane>({
  lane_id: ['text', ({ laneId }) => laneId],
  endpoint_id: ['uuid', ({ endpointId }) => endpointId],
});

/** The last delivery of each of these lanes. Their heads are locked. */
export const readLastDeliveries = async (client: Transaction, wanted: readonly Lane[]): Promise<LaneEnd[]> => {
  type Row = { lane_id: string; endpoint_id: string; sequence: number; state: DeliveryState };
  const rows = await queryRows<Row>(client, {
    name: 'read_last_operational_deliveries',
    text: `
      select t.lane_id, t.endpoint_id, last.sequence, last.state
      from ${lanes.unnest(1)} as t (${lanes.columns}) cross join lateral (
        select d.sequence, d.state from webhook_deliveries d
        where d.order_id = t.lane_id and d.endpoint_id = t.endpoint_id and d.replay_id is null
        -- The order of the index, from its end.
        order by d.replay_id desc, d.sequence desc limit 1
      ) last`,
    values: lanes.values(wanted),
  });
  return rows.map(({ lane_id: orderId, endpoint_id: endpointId, sequence, state }) => ({
    orderId,
    endpointId,
    sequence,
    settled: isSettled(state),
  }));
};

const refused = relation<RefusedCalls>({
  owner_id: ['text', ({ owner_id }) => owner_id],
  limit_name: ['text', ({ limit }) => limit],
  count: ['int', ({ count }) => count],
  first_at: ['timestamptz', ({ first_at }) => Date.parse(first_at)],
  last_at: ['timestamptz', ({ last_at }) => Date.parse(last_at)],
});

/**
 * Adds refused calls of merchants for which an endpoint subscribed, in one order for all writers. Others are not kept.
 */
export const addRefusedCalls = async (client: Queryable, calls: readonly RefusedCalls[]): Promise<void> => {
  await client.query({
    name: 'add_refused_calls',
    text: `
      insert into refused_calls as r (${refused.columns})
      select ${refused.columns} from ${refused.unnest(1)} as t (${refused.columns})
      where exists (
        select from merchants ms join endpoints e on e.owner_id in (ms.id, ms.platform_owner_id)
        where ms.id = t.owner_id and e.status <> 'deleted' and 'rate_limited' = any(e.events))
      order by owner_id, limit_name
      on conflict (owner_id, limit_name) do update
      set count = r.count + excluded.count, first_at = least(r.first_at, excluded.first_at),
        last_at = greatest(r.last_at, excluded.last_at)`,
    values: refused.values(calls),
  });
};
