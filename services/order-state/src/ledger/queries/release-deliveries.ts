import { arrayOf, type Queryable, queryRows, relation } from '@delivery/postgres';
import type { LanePosition, NewDelivery } from '../rules/deliveries.js';
import type { Release } from '../rules/releases.js';
import type { Window } from '../rules/window.js';
import { addToCounts } from './counts.js';
import {
  firstInLane,
  firstWaiting,
  isCaughtUp,
  isUnchanged,
  isWaiting,
  joinTurns,
  lockedRestMs,
  selectReleases,
  turn,
  waitsUntil,
} from './windows.js';

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
  /** When one of these endpoints has something to release again, in milliseconds since the epoch; `null`: not by time alone. */
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
   * Planned deliveries, which are written here, due now, and counted as matched: that side of the audit counts planned rows, and
   * not written ones. Their orders are locked.
   */
  created?: readonly NewDelivery[];
};

/**
 * Takes as many due deliveries as each window has room for: state `in_flight`, the next generation. The url, the secrets and
 * the header are those of this moment; the body is the event's snapshot. Each delivery is written once, whether it waits or
 * goes out.
 *
 * A window that another transaction holds, or has written since this statement began, is not waited for: a wake-up is noted for it, and
 * the relay looks at it later.
 * Of a pull endpoint nothing is released: its gates are opened, and its window says when the next delivery is due.
 *
 * Of each endpoint the first room + 1 candidates are read: the one beyond the room tells when to look again, and so does a
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

/** Hashed once for the statement: looked up row by row among the candidates, a hundred endpoints' backlog took longer than a statement may. */
const goes = (id: string) => `${id} in (select id from candidates where goes)`;

/** See `Release`. */
const mayWait = `
  r.id in (select id from candidates where leaves_room) and not exists (
    ${firstInLane('r', 'id', 'sequence > r.sequence')}
  ) and not exists (
    select from created where order_id = r.order_id and endpoint_id = r.endpoint_id and sequence > r.sequence
  ) as report_batchable`;

/** Of a delivery, for endpoint `i`. */
const isLeftOut = `${isWaiting} and id not in (select id from candidates)`;

/** $1 is now. */
const releaseSql = `
  with windows as materialized (
    -- The columns that decide about a release are in this row, and are read as they are once it is locked.
    select w.endpoint_id, w.status = 'active' as active, w.last_turn, e.max_per_second,
           -- The burst is all that can be used up: see pace_capacity.
           case when w.paced_to is not null then
             least(w.paced_to, $1::timestamptz + make_interval(secs => pace_burst(e.max_per_second)::float8 / e.max_per_second))
           end as paced_to,
           coalesce(a.size, w.size) as size, coalesce(a.in_flight, w.in_flight) as in_flight,
           case when a.endpoint_id is null then w.probe_at else a.probe_at end as probe_at,
           case when a.endpoint_id is null then w.failing_since else a.failing_since end as failing_since,
           case when a.endpoint_id is null then w.catch_up_at else a.catch_up_at end as catch_up_at
    from endpoint_windows w join endpoints e on e.id = w.endpoint_id
    left join ${adjustedRows.unnest(firstAdjusted)} as a (${adjustedRows.columns}) on a.endpoint_id = w.endpoint_id
    where w.endpoint_id = any($2) and ${isUnchanged}
    for no key update of w skip locked
  ),
  noted as (
    -- An existing note is written again, and so locked until COMMIT: otherwise it could be taken before this transaction's rows are visible.
    insert into window_wakes (endpoint_id, at)
    select endpoint_id, $1 from endpoint_windows
    where endpoint_id = any($2) and endpoint_id not in (select endpoint_id from windows) order by endpoint_id
    on conflict (endpoint_id) do update set at = least(window_wakes.at, excluded.at)
    returning at
  ),
  input as (
    select i.*, turns.in_turn, turns.reached
    from (
      select *, window_capacity(active, size, in_flight, probe_at, max_per_second, paced_to, $1) as room from windows
    ) i ${joinTurns}
  ),
  settled as (
    select * from ${settledRows.unnest(firstSettled)} as t (${settledRows.columns})
  ),
  created as (
    select * from ${createdRows.unnest(firstCreated)} as t (${createdRows.columns})
  ),
  candidates as (
    select c.id, c.endpoint_id, c.due_at, c.opens, coalesce(c.place <= c.room and c.due_at <= $1, false) as goes,
           count(*) filter (where c.due_at <= $1) over (partition by c.endpoint_id) < c.room as leaves_room
    from (
      select c.*, row_number() over (partition by endpoint_id order by ${turn}) as place
      from (
        select i.endpoint_id, i.room, d.id, d.due_at, d.replay_id, d.merchant_turn, false as opens
        from input i cross join lateral (
          ${firstWaiting('i.room + 1')}
        ) d
        where i.active and i.size > 0
        union all
        select n.endpoint_id, i.room, n.id, ${waitsUntil}, s.replay_id, null, true
        from settled s cross join lateral (
          ${firstInLane('s', 'id, endpoint_id, not_before, released_at, state, gate_open', 'sequence > s.sequence')}
        ) n
        left join input i on i.endpoint_id = n.endpoint_id
        where n.state = 'waiting' and not n.gate_open
        union all
        select c.endpoint_id, i.room, c.id, $1, null, null, false
        from created c left join input i using (endpoint_id)
        where c.gate_open
      ) c
    ) c
  ),
  written as (
    update webhook_deliveries d
    set gate_open = true, published = false,
        state = case when ${goes('d.id')} then 'in_flight' else 'waiting' end,
        generation = d.generation + (${goes('d.id')})::int,
        released_at = case when ${goes('d.id')} then $1 end,
        not_before = case when ${goes('d.id')} then ${waitsUntil} else d.not_before end
    where d.id = any(array(select id from candidates where goes or opens)) and d.state = 'waiting'
    returning d.*
  ),
  matched as (
    -- The planned deliveries, and not the written ones.
    ${addToCounts("select count_name('matched', mode) as name, count(*) as n from created group by mode")}
  ),
  inserted as (
    insert into webhook_deliveries (${createdRows.columns}, state, not_before, generation, released_at)
    select ${createdRows.columns}, case when goes then 'in_flight' else 'waiting' end, $1, goes::int, case when goes then $1 end
    from (select *, ${goes('id')} and gate_open as goes from created) t
    returning *
  ),
  tally as (
    select endpoint_id, (count(*) filter (where goes))::int as released, min(due_at) filter (where not goes) as next_at
    from candidates group by endpoint_id
  ),
  -- Besides what was looked at: held by another session, or behind it. What is due rests first: the relay comes to other endpoints, too.
  left_out as materialized (
    select i.endpoint_id, greatest(d.due_at, $1::timestamptz + interval '${lockedRestMs} ms') as look_at
    from input i cross join lateral (
      select least(
        (select ${waitsUntil} as due_at from webhook_deliveries where ${isLeftOut} order by not_before, id limit 1),
        (select least(not_before, i.catch_up_at) from webhook_deliveries where ${isLeftOut} and ${isCaughtUp} order by released_at, id limit 1)
      ) as due_at
    ) d
    where i.active and i.size > 0 and d.due_at is not null
  ),
  saved as (
    update endpoint_windows w
    set size = i.size, in_flight = i.in_flight, probe_at = i.probe_at, failing_since = i.failing_since, catch_up_at = i.catch_up_at,
        paced_to = i.paced_to, last_turn = i.last_turn, tried = w.tried or i.in_flight > 0,
        wake_at = case
          when i.size > 0
            then window_wake_at(i.active, i.size, i.in_flight, i.probe_at, i.max_per_second, i.paced_to, i.next_at)
          when i.active then least(
            (select min(not_before) from webhook_deliveries
             where endpoint_id = i.endpoint_id and state = 'waiting' and gate_open and not_before > $1),
            case when i.catch_up_at > $1 then i.catch_up_at end)
        end
    from (
      select i.endpoint_id, i.active, i.size, i.in_flight + coalesce(t.released, 0) as in_flight, i.probe_at, i.failing_since,
             i.catch_up_at, i.max_per_second, coalesce(i.reached, i.last_turn) as last_turn,
             pace_after(i.max_per_second, i.paced_to, coalesce(t.released, 0), $1) as paced_to, least(t.next_at, l.look_at) as next_at
      from input i left join tally t using (endpoint_id) left join left_out l using (endpoint_id)
    ) i
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
