import { type Queryable, relation } from '@delivery/postgres';
import type { ChainPlace } from '../rules/delivery.js';
import type { Release } from '../rules/release.js';
import type { Window } from '../rules/window.js';
import { firstWaiting, turn } from './first-waiting.js';
import { selectReleases } from './select-releases.js';

const settledRows = relation<ChainPlace>({
  order_id: ['text', (place) => place.orderId],
  endpoint_id: ['uuid', (place) => place.endpointId],
  replay_id: ['uuid', (place) => place.replayId],
  sequence: ['int', (place) => place.sequence],
});
const windowRows = relation<Window>({
  endpoint_id: ['uuid', (window) => window.endpointId],
  active: ['boolean', (window) => window.active],
  size: ['int', (window) => window.size],
  in_flight: ['int', (window) => window.inFlight],
  probe_at: ['timestamptz', (window) => window.probeAtMs],
  max_per_second: ['int', (window) => window.maxPerSecond],
  failing_since: ['timestamptz', (window) => window.failingSinceMs],
});

/**
 * Saves the windows, which the caller has locked, and takes as many due deliveries as each has room for: state
 * `in_flight`, the next generation. The url, the secrets and the header are those of this moment; the body is the event's snapshot.
 * What follows the `settled` ones has its gate opened, and is written once whether it waits on or goes out: their orders
 * are locked, so that no successor is missed and none is anybody else's to change.
 *
 * Of a pull endpoint nothing is released: its gates are opened, and its window says when the next one is due by time.
 *
 * Of each endpoint the first room + 1 candidates are looked at: the one beyond the room tells when to look again. The
 * planner cannot know how few that is: `lateral … limit` keeps it from reading whole tables.
 */
export const releaseDeliveries = async (
  client: Queryable,
  windows: readonly Window[],
  nowMs: number,
  settled: readonly ChainPlace[] = [],
): Promise<Release[]> => {
  const { rows } = await client.query<Release>({
    name: 'release_deliveries',
    text: releaseSql,
    values: [new Date(nowMs), ...settledRows.values(settled), ...windowRows.values(windows)],
  });
  return rows;
};

/** Hashed once for the statement: looked up row by row among the candidates, a hundred endpoints' backlog took longer than a statement may. */
const goes = 'd.id in (select id from candidates where goes)';

/** See `Release`. */
const mayWait = `
  r.id in (select id from candidates where leaves_room) and not exists (
    select from deliveries
    where order_id = r.order_id and endpoint_id = r.endpoint_id and replay_id is not distinct from r.replay_id
      and sequence > r.sequence
  ) as report_may_wait`;

/** $1 is now. */
const releaseSql = `
  with input as (
    select t.*, p.paced_to, window_room(active, size, in_flight, probe_at, max_per_second, p.paced_to, $1) as room
    from ${windowRows.unnest(2 + settledRows.columnCount)} as t (${windowRows.columns})
    -- To the microsecond, which a replica's clock does not hold.
    cross join lateral (select paced_to from endpoint_windows where endpoint_id = t.endpoint_id limit 1) p
  ),
  settled as (
    select * from ${settledRows.unnest(2)} as t (${settledRows.columns})
  ),
  candidates as (
    select c.id, c.endpoint_id, c.not_before, c.opens, coalesce(c.place <= c.room and c.not_before <= $1, false) as goes,
           count(*) filter (where c.not_before <= $1) over (partition by c.endpoint_id) < c.room as leaves_room
    from (
      select c.*, row_number() over (partition by endpoint_id order by ${turn}) as place
      from (
        select i.endpoint_id, i.room, d.*, false as opens
        from input i cross join lateral (
          ${firstWaiting('i.room + 1')}
        ) d
        where i.active and i.size > 0
        union all
        select n.endpoint_id, i.room, n.id, n.not_before, s.replay_id, true
        from settled s cross join lateral (
          select id, endpoint_id, not_before, state, gate_open from deliveries
          where order_id = s.order_id and endpoint_id = s.endpoint_id and replay_id is not distinct from s.replay_id
            and sequence > s.sequence
          order by sequence limit 1
        ) n
        left join input i on i.endpoint_id = n.endpoint_id
        where n.state = 'waiting' and not n.gate_open
      ) c
    ) c
  ),
  written as (
    -- Not joined with the candidates: see update_deliveries.
    update deliveries d
    set gate_open = true, published = false,
        state = case when ${goes} then 'in_flight' else 'waiting' end,
        generation = d.generation + (${goes})::int,
        released_at = case when ${goes} then $1 end
    where d.id = any(array(select id from candidates where goes or opens)) and d.state = 'waiting'
    returning d.*
  ),
  tally as (
    select endpoint_id, (count(*) filter (where goes))::int as gone, min(not_before) filter (where not goes) as next_at
    from candidates group by endpoint_id
  ),
  saved as (
    update endpoint_windows w
    set size = i.size, in_flight = i.in_flight, probe_at = i.probe_at, failing_since = i.failing_since,
        paced_to = i.paced_to,
        wake_at = case
          when i.size > 0
            then window_wake_at(i.active, i.size, i.in_flight, i.probe_at, i.max_per_second, i.paced_to, i.next_at)
          when i.active then (
            select min(not_before) from deliveries
            where endpoint_id = i.endpoint_id and state = 'waiting' and gate_open and not_before > $1)
        end
    from (
      select i.endpoint_id, i.active, i.size, i.in_flight + coalesce(t.gone, 0) as in_flight, i.probe_at, i.failing_since,
             i.max_per_second, pace_after(i.max_per_second, i.paced_to, coalesce(t.gone, 0), $1) as paced_to, t.next_at
      from input i left join tally t using (endpoint_id)
    ) i
    where w.endpoint_id = i.endpoint_id
  )
  ${selectReleases('written', mayWait)}
  where r.state = 'in_flight'
  order by r.not_before, r.id`;
