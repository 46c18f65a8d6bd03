import { type Queryable, relation } from '@delivery/postgres';
import type { Taken } from '../rules/release.js';
import { firstWaiting, turn } from './first-waiting.js';
import { selectReleases } from './select-releases.js';

/** What is taken from one endpoint at most. */
export type PulledRoom = { endpointId: string; room: number };

/** Of what its endpoint hands out, in turn, from 1, a poll gets these. */
export type PollShare = {
  /** Which poll. */
  place: number;
  endpointId: string;
  firstTurn: number;
  lastTurn: number;
  visibleUntilMs: number;
};

const rooms = relation<PulledRoom>({
  endpoint_id: ['uuid', (room) => room.endpointId],
  room: ['int', (room) => room.room],
});
const shares = relation<PollShare>({
  place: ['int', (share) => share.place],
  endpoint_id: ['uuid', (share) => share.endpointId],
  first_turn: ['int', (share) => share.firstTurn],
  last_turn: ['int', (share) => share.lastTurn],
  visible_until: ['timestamptz', (share) => share.visibleUntilMs],
});

/**
 * Hands out what is due, of any number of pull endpoints whose windows the caller has locked: state `in_flight`, the next
 * generation, visible to nobody else for a time. It is nobody's to publish.
 */
export const takeDeliveries = async (
  client: Queryable,
  nowMs: number,
  wanted: { rooms: readonly PulledRoom[]; shares: readonly PollShare[] },
): Promise<Taken[]> => {
  const { rows } = await client.query<Taken>({
    name: 'take_deliveries',
    text: takeSql,
    values: [new Date(nowMs), ...rooms.values(wanted.rooms), ...shares.values(wanted.shares)],
  });
  return rows;
};

/** $1 is now. */
const takeSql = `
  with candidates as (
    select i.endpoint_id, d.id, row_number() over (partition by i.endpoint_id order by ${turn}) as turn
    from ${rooms.unnest(2)} as i (${rooms.columns}) cross join lateral (
      ${firstWaiting('i.room')}
    ) d
    where d.not_before <= $1
  ),
  chosen as (
    select c.id, s.place, s.visible_until
    from ${shares.unnest(2 + rooms.columnCount)} as s (${shares.columns}) join candidates c using (endpoint_id)
    where c.turn between s.first_turn and s.last_turn
  ),
  written as (
    update deliveries d
    set state = 'in_flight', generation = d.generation + 1, released_at = $1, published = true, visible_until = c.visible_until
    from chosen c
    where d.id = c.id and d.state = 'waiting'
    returning d.*, c.place
  ),
  saved as (
    update endpoint_windows w set in_flight = w.in_flight + t.n
    from (select endpoint_id, count(*)::int as n from written group by endpoint_id) t
    where w.endpoint_id = t.endpoint_id
  )
  ${selectReleases('written', 'r.place, r.visible_until')}
  order by r.place, r.replay_id is not null, r.not_before, r.id`;
