import type { EndpointType } from '@delivery/contracts';
import { arrayOf, nilUuid, type Queryable, queryRows, queryValues, relation, toDate } from '@delivery/postgres';
import { isAnyDue } from '../../endpoints/queries/read-endpoints.js';
import type { DeliveryState } from '../rules/deliveries.js';
import type { TakenDelivery } from '../rules/pulled.js';
import type { Taken } from '../rules/releases.js';
import { lookByDelivery } from './partition-days.js';
import { firstWaiting, joinTurns, selectReleases, turn } from './windows.js';

export type PolledEndpoint = {
  id: string;
  owner_id: string;
  type: EndpointType;
  is_due: boolean;
  last_fetched_at: Date | null;
};

/** The endpoints that polls name, unless they are deleted. Locks nothing: most polls find nothing. */
export const lookAtPolled = (
  client: Queryable,
  endpointIds: readonly string[],
  limits: { now: Date; takenMax: number },
): Promise<PolledEndpoint[]> =>
  queryRows(client, {
    name: 'look_at_polled',
    text: `
      select e.id, e.owner_id, e.type, w.last_fetched_at, e.type = 'pull' and ${isDue('$2', '$3')} as is_due
      from endpoints e join endpoint_windows w on w.endpoint_id = e.id
      where e.id = any($1) and e.status <> 'deleted'`,
    values: [arrayOf('uuid', endpointIds), limits.now, limits.takenMax],
  });

/**
 * Whether something may be taken from endpoint `e` with window `w` at this moment. Where many polls wait and nothing
 * has happened, this is all that they cost.
 */
const isDue = (now: string, takenMax: string): string =>
  `(e.status = 'active' and w.in_flight < ${takenMax} and ${isAnyDue(now)})`;

/** Notes that pull endpoints were asked for messages, except where a window is locked: a later poll notes it. */
export const noteFetches = async (client: Queryable, endpointIds: readonly string[], now: Date): Promise<void> => {
  await client.query({
    name: 'note_fetches',
    text: `
      update endpoint_windows set last_fetched_at = $2
      where endpoint_id in (
        select endpoint_id from endpoint_windows where endpoint_id = any($1) for no key update skip locked)`,
    values: [arrayOf('uuid', endpointIds), now],
  });
};

/** Pull endpoints whose waiting polls should look: something is due, or the endpoint is gone. */
export const readDuePulled = (
  client: Queryable,
  endpointIds: readonly string[],
  limits: { now: Date; takenMax: number },
): Promise<string[]> =>
  queryValues(client, {
    name: 'read_due_pulled',
    text: `
      select e.id from endpoints e join endpoint_windows w on w.endpoint_id = e.id
      where e.id = any($1) and (e.status = 'deleted' or ${isDue('$2', '$3')})`,
    values: [arrayOf('uuid', endpointIds), limits.now, limits.takenMax],
  });

/** How many deliveries are taken from one endpoint at most. */
export type PulledRoom = { endpointId: string; room: number };

/** Which of the deliveries that its endpoint hands out a poll gets, by their turn, from 1. */
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
 * Hands out due deliveries of any number of pull endpoints whose windows the caller has locked: state `in_flight`, the
 * next generation, invisible to other polls for a time. The relay publishes none of it.
 */
export const takeDeliveries = (
  client: Queryable,
  nowMs: number,
  wanted: { rooms: readonly PulledRoom[]; shares: readonly PollShare[] },
): Promise<Taken[]> =>
  queryRows(client, {
    name: 'take_deliveries',
    text: takeSql,
    values: [new Date(nowMs), ...rooms.values(wanted.rooms), ...shares.values(wanted.shares)],
  });

/** $1 is now. */
const takeSql = `
  with input as materialized (
    select i.*, turns.in_turn, turns.reached
    from (
      select r.*, w.catch_up_at, w.last_turn
      from ${rooms.unnest(2)} as r (${rooms.columns}) join endpoint_windows w using (endpoint_id)
    ) i ${joinTurns('i.room')}
  ),
  candidates as (
    select i.endpoint_id, d.id, row_number() over (partition by i.endpoint_id order by ${turn}) as turn
    from input i cross join lateral (
      ${firstWaiting('i.room')}
    ) d
    where d.due_at <= $1
  ),
  chosen as (
    select c.id, s.place, s.visible_until
    from ${shares.unnest(2 + rooms.columnCount)} as s (${shares.columns}) join candidates c using (endpoint_id)
    where c.turn between s.first_turn and s.last_turn
  ),
  written as (
    update webhook_deliveries d
    set state = 'in_flight', generation = d.generation + 1, released_at = $1, published = true,
        visible_until = c.visible_until
    from chosen c
    where d.id = c.id and d.state = 'waiting'
    returning d.*, c.place
  ),
  saved as (
    update endpoint_windows w set in_flight = w.in_flight + t.n, last_fetched_at = $1,
      last_turn = coalesce(i.reached, i.last_turn)
    from (select endpoint_id, count(*)::int as n from written group by endpoint_id) t join input i using (endpoint_id)
    where w.endpoint_id = t.endpoint_id
  )
  ${selectReleases('written', 'r.place, r.visible_until')}
  order by r.place, r.replay_id is not null, r.not_before, r.id`;

type TakenRow = {
  id: string;
  order_id: string;
  endpoint_id: string;
  owner_id: string;
  state: DeliveryState;
  generation: number;
  attempt_count: number;
  revision: number;
  released_at: Date | null;
  visible_until: Date;
};

/**
 * For `select ${takenColumns} from webhook_deliveries d`, of those whose `visible_until` is not null. Only enabling
 * raises the revision of a pull endpoint, so the time of the take tells which one it was. A settled delivery may have
 * outlived its endpoint.
 */
const takenColumns = `
  coalesce((select e.revision - (d.released_at < e.enabled_at)::int from endpoints e where e.id = d.endpoint_id),
    1) as revision,
  d.id, d.order_id, d.endpoint_id, d.owner_id, d.state, d.generation, d.attempt_count, d.released_at, d.visible_until`;

const toTakenDelivery = (row: TakenRow): TakenDelivery => ({
  id: row.id,
  orderId: row.order_id,
  endpointId: row.endpoint_id,
  ownerId: row.owner_id,
  state: row.state,
  generation: row.generation,
  attemptCount: row.attempt_count,
  revision: row.revision,
  releasedAtMs: row.released_at?.getTime() ?? null,
  visibleUntilMs: row.visible_until.getTime(),
});

/** A delivery as a merchant names it: only one that was taken from this endpoint of its own is found. */
export type NamedDelivery = { id: string; endpointId: string; ownerId: string };

const named = relation<NamedDelivery>({
  id: ['uuid', (delivery) => delivery.id],
  endpoint_id: ['uuid', (delivery) => delivery.endpointId],
  owner_id: ['text', (delivery) => delivery.ownerId],
});

/**
 * The named deliveries that were ever taken, settled or not. Nearly all are unsettled: only those that are not found
 * there are looked for in days.
 */
export const readTaken = async (client: Queryable, wanted: readonly NamedDelivery[]): Promise<TakenDelivery[]> => {
  const rows = await queryRows<TakenRow>(client, {
    name: 'read_taken',
    text: takenFrom('webhook_deliveries', 'true'),
    values: named.values(wanted),
  });
  const found = new Set(rows.map(({ id }) => id));
  const missing = wanted.filter(({ id }) => !found.has(id));
  if (missing.length === 0) return rows.map(toTakenDelivery);
  const missingIds = [...new Set(missing.map(({ id }) => id))];
  const settled = await lookByDelivery(client, missingIds, (inDays) =>
    queryRows<TakenRow>(client, takenFrom('all_webhook_deliveries', inDays), named.values(missing)),
  );
  return [...rows, ...settled].map(toTakenDelivery);
};

/** @param where a condition on `d` */
const takenFrom = (deliveries: string, where: string): string => `
  select ${takenColumns} from ${named.unnest(1)} as t (${named.columns}) join ${deliveries} d on d.id = t.id
  where ${where} and d.endpoint_id = t.endpoint_id and d.owner_id = t.owner_id and d.visible_until is not null`;

/**
 * Deliveries that were taken and not acked in time, the longest overdue first. Nothing is locked: settling it locks its
 * order first.
 * @param page.after the last one of the page before
 */
export const readExpired = async (
  client: Queryable,
  { now, after, expireMax }: { now: Date; after: TakenDelivery | undefined; expireMax: number },
): Promise<TakenDelivery[]> => {
  const rows = await queryRows<TakenRow>(client, {
    name: 'read_expired',
    text: `
      select ${takenColumns} from webhook_deliveries d
      where d.state = 'in_flight' and d.visible_until > '-infinity' and d.visible_until <= $1
        and (d.visible_until, d.id) > (coalesce($2, '-infinity'::timestamptz), $3::uuid)
      order by d.visible_until, d.id limit $4`,
    values: [now, toDate(after?.visibleUntilMs ?? null), after?.id ?? nilUuid, expireMax],
  });
  return rows.map(toTakenDelivery);
};
