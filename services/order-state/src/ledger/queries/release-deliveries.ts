import { arrayOf, type Queryable, queryRows, relation } from '@delivery/postgres';
import { firstDueAt } from '../../endpoints/queries/read-endpoints.js';
import type { LanePosition, NewDelivery } from '../rules/deliveries.js';
import type { Release } from '../rules/releases.js';
import type { Window } from '../rules/window.js';
import { addToCounts } from './counts.js';
import { firstInLane, firstWaiting, isUnchanged, joinTurns, lockedRestMs, selectReleases, turn } from './windows.js';

const adjustedRows = relation<Window>({
  endpoint_id: ['uuid', (window) => window.endpointId],
  size: ['int', (window) => window.size],
  in_flight: ['int', (window) => window.inFlight],
  probe_at: ['timestamptz', (window) => window.probeAtMs],
  failing_since: ['timestamptz', (window) => window.failingSinceMs],
  catch_up_at: ['timestamptz', (window) => window.catchUpAtMs],
});
const settledRows = relation<LanePosition>({
  order_id: ['text', (place) => place.orderId],
  endpoint_id: ['uuid', (place) => place.endpointId],
  replay_id: ['uuid', (place) => place.replayId],
  sequence: ['int', (place) => place.sequence],
});
const createdRows = relation<NewDelivery>({
  id: ['uuid', (delivery) => delivery.id],
  order_id: ['text', (delivery) => delivery.orderId],
  endpoint_id: ['uuid', (delivery) => delivery.endpointId],
  owner_id: ['text', (delivery) => delivery.ownerId],
  order_merchant_id: ['text', (delivery) => delivery.orderMerchantId],
  mode: ['text', (delivery) => delivery.mode],
  sequence: ['int', (delivery) => delivery.sequence],
  previous_sequence: ['int', (delivery) => delivery.previousSequence],
  event: ['text', (delivery) => delivery.event],
  webhook_id: ['text', (delivery) => delivery.webhookId],
  gate_open: ['boolean', (delivery) => delivery.gateOpen],
  created_at: ['timestamptz', (delivery) => delivery.createdAtMs],
});
const firstAdjusted = 3;
const firstSettled = firstAdjusted + adjustedRows.columnCount;
const firstCreated = firstSettled + settledRows.columnCount;

export type Released = {
  releases: Release[];
  /**
   * When one of these endpoints has something to release again, in milliseconds since the epoch; `null`: not by time
   * alone.
   */
  nextWakeMs: number | null;
};

/** The endpoints, windows and deliveries from which to release. */
export type Releasable = {
  /** Endpoints whose windows are free or locked by this transaction. */
  endpointIds: readonly string[];
  /** Windows locked by this transaction, as attempts have adjusted them; they are saved. */
  adjusted?: readonly Window[];
  /** Settled in this transaction: the delivery behind each of them has its gate opened. Their orders are locked. */
  settled?: readonly LanePosition[];
  /**
   * Planned deliveries, which are written here, due now, and counted as matched: that side of the audit counts planned
   * rows, and not written ones. Their orders are locked.
   */
  created?: readonly NewDelivery[];
};

/**
 * Takes as many due deliveries as each window has room for: state `in_flight`, the next generation. The url, the
 * secrets and the header are those of this moment; the body is the event's snapshot. Each delivery is written once,
 * whether it waits or goes out.
 *
 * A window that another transaction holds, or has written since this statement began, is not waited for: a wake-up is
 * noted for it, and the relay looks at it later. Pull endpoints have no releases: their gates are opened, and the
 * window says when the next delivery is due.
 *
 * For each endpoint the first room + 1 candidates are read: the last one says when to look again, and so does a
 * delivery that another session holds, which is passed over.
 */
export const releaseDeliveries = async (
  client: Queryable,
  { endpointIds, adjusted = [], settled = [], created = [] }: Releasable,
  nowMs: number,
): Promise<Released> => {
  const rows = await queryRows<(Release | { id: null }) & { next_wake_at: Date | null }>(client, {
    name: 'release_deliveries',
    text: releaseSql,
    values: [
      ...[new Date(nowMs), arrayOf('uuid', endpointIds)],
      ...adjustedRows.values(adjusted),
      ...settledRows.values(settled),
      ...createdRows.values(created),
    ],
  });
  const releases = rows.filter((row) => row.id !== null);
  return { releases, nextWakeMs: rows[0]?.next_wake_at?.getTime() ?? null };
};

/**
 * Hashed once for the statement: looked up row by row among the candidates, a hundred endpoints' backlog took longer
 * than a statement may.
 */
const goes = (id: string) => `${id} in (select id from candidates where goes)`;

/** See `Release`. */
const mayWait = `
  r.id in (select id from candidates where leaves_room) and not exists (
    ${firstInLane('r', 'id', 'sequence > r.sequence')}
  ) and not exists (
    select from created where order_id = r.order_id and endpoint_id = r.endpoint_id and sequence > r.sequence
  ) as report_batchable`;

/**
 * The windows as attempts have adjusted them. The columns that decide about a release are in this row, and are read as
 * they are once it is locked.
 */
const lockWindows = `
  select w.endpoint_id, w.status = 'active' as active, w.last_turn, w.paced_to, e.max_per_second,
         coalesce(a.size, w.size) as size, coalesce(a.in_flight, w.in_flight) as in_flight,
         case when a.endpoint_id is null then w.probe_at else a.probe_at end as probe_at,
         case when a.endpoint_id is null then w.failing_since else a.failing_since end as failing_since,
         case when a.endpoint_id is null then w.catch_up_at else a.catch_up_at end as catch_up_at
  from endpoint_windows w join endpoints e on e.id = w.endpoint_id
  left join ${adjustedRows.unnest(firstAdjusted)} as a (${adjustedRows.columns}) on a.endpoint_id = w.endpoint_id
  where w.endpoint_id = any($2) and ${isUnchanged}
  for no key update of w skip locked`;

/** Nothing is released to a pull endpoint, nor to one that is not active. */
const isReleasedTo = `i.reason not in ('held', 'fetch')`;

/**
 * Deliveries that wait, or are behind a settled one, or new. A delivery whose gate opens was never released: it is due.
 */
const considered = `
  select i.endpoint_id, d.id, d.due_at, d.replay_id, d.merchant_turn, false as opens
  from input i cross join lateral (${firstWaiting('i.room + 1')}) d
  where ${isReleasedTo}
  union all
  select n.endpoint_id, n.id, least(n.not_before, $1), s.replay_id, null, true
  from ${settledRows.unnest(firstSettled)} as s (${settledRows.columns}) cross join lateral (
    ${firstInLane('s', 'id, endpoint_id, not_before, state, gate_open', 'sequence > s.sequence')}
  ) n
  where n.state = 'waiting' and not n.gate_open
  union all
  select endpoint_id, id, $1, null, null, false from created where gate_open`;

const isPassedOver = 'and id not in (select id from candidates)';

/**
 * The windows after the release, and `next_at`: when the next delivery is due. A delivery that was passed over, because
 * another session holds it, or is behind such a delivery, rests first: the relay comes to other endpoints, too.
 */
const windowsAfter = `
  select i.*, i.in_flight + coalesce(t.released, 0) as in_flight_after, least(t.next_at, l.look_at) as next_at,
         case when t.released > 0
           then greatest(i.paced_to, $1) + make_interval(secs => t.released::float8 / i.max_per_second)
           else i.paced_to end as paced_to_after
  from input i
  left join (
    select endpoint_id, (count(*) filter (where goes))::int as released, min(due_at) filter (where not goes) as next_at
    from candidates group by endpoint_id
  ) t using (endpoint_id)
  left join lateral (
    select greatest(due_at, $1::timestamptz + interval '${lockedRestMs} ms') as look_at
    from (select ${firstDueAt('i.endpoint_id', 'i.catch_up_at', isPassedOver)} as due_at) d
    where ${isReleasedTo} and due_at is not null
  ) l on true`;

/** When the next message of a pull endpoint will be due: those that are due wait for a poll. */
const nextToFetchAt = `least(
  (select min(not_before) from webhook_deliveries
   where endpoint_id = i.endpoint_id and state = 'waiting' and gate_open and not_before > $1),
  case when i.catch_up_at > $1 then i.catch_up_at end)`;

/** $1 is now. */
const releaseSql = `
  with windows as materialized (${lockWindows}),
  noted as (
    -- An existing note is written again, and so locked until COMMIT: otherwise it could be taken before this
    -- transaction's rows are visible.
    insert into window_wakes (endpoint_id, at)
    select endpoint_id, $1::timestamptz from endpoint_windows
    where endpoint_id = any($2) and endpoint_id not in (select endpoint_id from windows) order by endpoint_id
    on conflict (endpoint_id) do update set at = least(window_wakes.at, excluded.at)
    returning at
  ),
  input as (
    select i.*, look.room, look.reason, turns.in_turn, turns.reached
    from windows i cross join lateral look_at_window(
      i.active, i.size, i.in_flight, i.probe_at, i.max_per_second, i.paced_to, null, $1) look ${joinTurns('look.room')}
  ),
  created as (select * from ${createdRows.unnest(firstCreated)} as t (${createdRows.columns})),
  candidates as (
    select *, place <= room and due_at <= $1 as goes,
           count(*) filter (where due_at <= $1) over (partition by endpoint_id) < room as leaves_room
    from (
      select c.*, i.room, row_number() over (partition by endpoint_id order by ${turn}) as place
      from (${considered}) c left join input i using (endpoint_id)
    ) c
  ),
  written as (
    update webhook_deliveries d
    set gate_open = true, published = false,
        state = case when ${goes('d.id')} then 'in_flight' else 'waiting' end,
        generation = d.generation + (${goes('d.id')})::int, released_at = case when ${goes('d.id')} then $1 end,
        not_before = case when d.gate_open then d.not_before else least(d.not_before, $1) end
    where d.id = any(array(select id from candidates where goes or opens)) and d.state = 'waiting'
    returning d.*
  ),
  matched as (
    ${addToCounts(`select count_name('matched', mode) as name, count(*) as n from created group by mode`)}
  ),
  inserted as (
    insert into webhook_deliveries (${createdRows.columns}, state, not_before, generation, released_at)
    select ${createdRows.columns}, case when goes then 'in_flight' else 'waiting' end, $1, goes::int,
      case when goes then $1 end
    from (select *, ${goes('id')} and gate_open as goes from created) t
    returning *
  ),
  saved as (
    update endpoint_windows w
    set size = i.size, in_flight = i.in_flight_after, probe_at = i.probe_at, failing_since = i.failing_since,
        catch_up_at = i.catch_up_at, paced_to = i.paced_to_after, last_turn = coalesce(i.reached, i.last_turn),
        tried = w.tried or i.in_flight_after > 0,
        wake_at = case look.reason when 'fetch' then ${nextToFetchAt} else look.wake_at end
    from (${windowsAfter}) i cross join lateral look_at_window(
      i.active, i.size, i.in_flight_after, i.probe_at, i.max_per_second, i.paced_to_after, i.next_at, $1) look
    where w.endpoint_id = i.endpoint_id
    returning w.wake_at
  )
  select r.*, wakes.next_wake_at
  from (select least((select min(wake_at) from saved), (select min(at) from noted)) as next_wake_at) wakes
  left join (
    ${selectReleases('(select * from written union all select * from inserted)', `r.not_before, ${mayWait}`)}
    where r.state = 'in_flight'
  ) r on true
  order by r.not_before, r.id`;
