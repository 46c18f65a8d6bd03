import { arrayOf, type Queryable, queryRows, queryValue } from '@delivery/postgres';
import { merchantShareMin, type Window } from '../rules/window.js';

/**
 * `select … from` for `Release`: the columns of released deliveries that the dispatcher needs. The url, the secrets and
 * the header are those of this moment, the body is the event's snapshot.
 * @param deliveries a relation with all columns of `webhook_deliveries`, called `r` from here on
 * @param more further columns
 */
export const selectReleases = (deliveries: string, more?: string): string => `
  select r.id, r.order_id, r.endpoint_id, r.owner_id, r.mode, r.sequence, r.previous_sequence, r.event,
         r.webhook_id, r.generation, r.attempt_count,
         ${orderMerchantOf('r')} as merchant, r.replay_id, e.body, e.traceparent, p.url,
         p.revision, p.secrets, p.header, p.fault is not null as has_fault, p.open_delivery,
         case when p.open_delivery is not null then (${toldOrder}) end as told_order
         ${more === undefined ? '' : `, ${more}`}
  from ${deliveries} r
  -- An older event is looked for only where none was found.
  cross join lateral (
    select body, traceparent from recent_events where order_id = r.order_id and sequence = r.sequence
    union all
    select body, traceparent from event_at(r.order_id, r.sequence)
    limit 1
  ) e
  join endpoints p on p.id = r.endpoint_id`;

/** Facts of delivery `r`. An ended order has no times, and an older position counts as unknown. */
const toldOrder = `
           select json_build_object(
             'customer_name', o.content->'customer'->>'name', 'courier', o.courier,
             'times', case when o.final_at is null then json_build_object(
               'created_at', o.created_at, 'delivered_by', o.delivered_by, 'eta', o.eta::jsonb - 'announced',
               'picked_up_at', o.picked_up_at) end,
             'position', (select json_build_object('latitude', round(latitude::numeric, 3),
                                                   'longitude', round(longitude::numeric, 3))
                          from courier_positions where order_id = o.id and at > now() - interval '10 minutes'
                            and o.final_at is null)
           ) from orders o where o.id = r.order_id
         `;

/** The merchant of a delivery to a platform's endpoint; null: another kind of endpoint. */
export const orderMerchantOf = (delivery: string): string => `case when ${delivery}.order_merchant_id is not null then (
           select json_build_object('id', id, 'reference', reference) from merchants
             where id = ${delivery}.order_merchant_id
         ) end`;

/**
 * Due deliveries go first, live before replays, and of a platform's endpoint by the turns of its merchants; then those
 * that are not due yet, by their time. $1 is now.
 */
export const turn = 'greatest(due_at, $1), replay_id is not null, merchant_turn, due_at, id';

/**
 * For `from … i`, an endpoint with its window: `in_turn` and `reached`, nulls where it has no turns. $1 is now.
 * @param room as SQL
 */
export const joinTurns = (room: string): string => `left join lateral deliveries_in_turn(
      i.endpoint_id, i.last_turn, coalesce(i.catch_up_at, '-infinity'), $1, nullif(${room}, 0)
    ) turns (in_turn, reached) on true`;

/**
 * The first deliveries that wait for endpoint `i` with an open gate, in their turn, locked: first live ones, replays,
 * those that its catch-up brings forward, and those of the merchants that have a turn. For a `lateral`: the planner
 * cannot know how few they are.
 * @param limit how many, as SQL
 */
export const firstWaiting = (limit: string): string => `
  select * from (
    select id, replay_id, due_at, min(merchant_turn) as merchant_turn from (
      ${first('replay_id is null', 'not_before', limit)} union all
      ${first('replay_id is not null', 'not_before', limit)} union all
      ${first('attempt_count > schedule_base and released_at < i.catch_up_at', 'released_at', limit)} union all
      ${firstInTurn}
    ) waiting
    group by id, replay_id, due_at
  ) waiting
  order by ${turn} limit ${limit}`;

const dueAt = 'due_at(not_before, released_at, attempt_count, schedule_base, i.catch_up_at) as due_at';

/** Each of the three has an index. */
const first = (which: string, order: string, limit: string): string => `
    select * from (
      select id, ${dueAt}, replay_id, null::bigint as merchant_turn from webhook_deliveries
      where endpoint_id = i.endpoint_id and state = 'waiting' and gate_open and ${which}
      order by ${order}, id limit ${limit}
      for update skip locked
    ) waiting`;

const firstInTurn = `
    select d.id, ${dueAt}, null, t.turn
    from unnest(i.in_turn) with ordinality as t (id, turn) cross join lateral (
      select * from webhook_deliveries where id = t.id and state = 'waiting' for update skip locked
    ) d`;

/**
 * For a `lateral` or an `exists`: the first live or settled row of `webhook_deliveries` in the lane of `place` that
 * meets a condition. Two looks, because `is not distinct from` is no condition of an index, which would read the whole
 * lane. The one that is not for `place` reads nothing.
 * @param place a relation with the columns of a `LanePosition`
 * @param order from the lane's begin, or from its end
 */
export const firstInLane = (place: string, columns: string, which: string, order: 'asc' | 'desc' = 'asc'): string => `
  select * from (
    ${lookInLane(place, columns, `replay_id is null and ${place}.replay_id is null and ${which}`, order)}
    union all
    ${lookInLane(place, columns, `replay_id = ${place}.replay_id and ${which}`, order)}
  ) in_lane`;

/** Ordered by all that the index has, so that it is read from where the first row is. */
const lookInLane = (place: string, columns: string, which: string, order: string): string => `(
    select ${columns} from webhook_deliveries
    where order_id = ${place}.order_id and endpoint_id = ${place}.endpoint_id and ${which}
    order by replay_id ${order}, sequence ${order} limit 1)`;

/** How many active push endpoints the merchant of endpoint `e` has: they have one share together. */
export const sharedBy = `(select count(*) from endpoints o
  where o.owner_id = e.owner_id and o.status = 'active' and o.type = 'push')`;

/**
 * Whether window `w` of the active endpoint `e` is narrower than answers of any speed are worth. Few are narrower than
 * that for one endpoint alone, so the others of the merchant are counted for these and no more. A merchant may have no
 * active push endpoint, so this multiplies where the rule divides and rounds down.
 */
export const isNarrowed = `(w.size > 0 and w.size < ${merchantShareMin}
  and (w.size + 1) * ${sharedBy} <= ${merchantShareMin})`;

/**
 * Whether window `w`, which the statement locks, is as the statement sees it. One that was written since the statement
 * began is read as it is now, but what its writer did to deliveries is not seen.
 */
export const isUnchanged = 'w.ctid = (select ctid from endpoint_windows seen where seen.endpoint_id = w.endpoint_id)';

type Row = {
  endpoint_id: string;
  status: string;
  revision: number;
  shared_by: number;
  size: number;
  in_flight: number;
  probe_at: Date | null;
  failing_since: Date | null;
  catch_up_at: Date | null;
};

/**
 * Locks the windows in endpoint order: the last lock that a transaction waits for. The holder of one never waits for
 * another row, so transactions that come here in any number end one after the other.
 */
export const lockWindows = (client: Queryable, endpointIds: readonly string[]): Promise<Window[]> =>
  readAndLock(client, { name: 'lock_windows', how: 'order by w.endpoint_id for no key update of w' }, endpointIds);

/** The windows that no other transaction holds. */
export const lockFreeWindows = (client: Queryable, endpointIds: readonly string[]): Promise<Window[]> =>
  readAndLock(client, { name: 'lock_free_windows', how: 'for no key update of w skip locked' }, endpointIds);

/** A row that was waited for is read as it is once it is locked; its status and revision with it. */
const readAndLock = async (
  client: Queryable,
  { name, how }: { name: string; how: string },
  endpointIds: readonly string[],
): Promise<Window[]> => {
  const rows = await queryRows<Row>(client, {
    name,
    text: `
      select w.endpoint_id, w.status, w.revision, w.size, w.in_flight, w.probe_at, w.failing_since, w.catch_up_at,
             ${sharedBy}::int as shared_by
      from endpoint_windows w join endpoints e on e.id = w.endpoint_id
      where w.endpoint_id = any($1) ${how}`,
    values: [arrayOf('uuid', endpointIds)],
  });
  return rows.map(toWindow);
};

/**
 * How soon the relay asks again for due deliveries that another transaction holds; at the latest for those whose window
 * one holds, which mostly ends in some milliseconds.
 */
export const lockedRestMs = 250;

export type DueWindow = Pick<Window, 'endpointId' | 'size'>;

/**
 * Locks the windows whose time has come, and those with a noted wake-up. One that another transaction holds is skipped:
 * that one releases, or says when.
 *
 * The windows are not written here. A window that one transaction writes twice is checked again for its endpoint, and
 * that waits for a session that holds the endpoint's row.
 * @param aside endpoints that are left alone
 */
export const lockDueWindows = (
  client: Queryable,
  now: Date,
  windowMax: number,
  aside: readonly string[] = [],
): Promise<DueWindow[]> =>
  queryRows(client, {
    name: 'lock_due_windows',
    text: `
      with noted as materialized (
        select w.endpoint_id, w.size from window_wakes k join endpoint_windows w using (endpoint_id)
        where k.endpoint_id <> all($3) order by k.endpoint_id limit $2 for no key update skip locked
      ),
      due as materialized (
        select endpoint_id, size from endpoint_windows
        where wake_at <= $1 and endpoint_id <> all($3) order by wake_at limit $2 for no key update skip locked
      )
      select endpoint_id as "endpointId", size from noted union select endpoint_id, size from due`,
    values: [now, windowMax, arrayOf('uuid', aside)],
  });

/**
 * Takes the noted wake-ups of endpoints whose windows this transaction holds. To be followed by their release in the
 * same transaction, which decides anew when to look: a wake-up that is taken without one is lost.
 */
export const takeWakes = async (client: Queryable, endpointIds: readonly string[]): Promise<void> => {
  await client.query({
    name: 'take_wakes',
    text: 'delete from window_wakes where endpoint_id = any($1)',
    values: [arrayOf('uuid', endpointIds)],
  });
};

const toWindow = (row: Row): Window => ({
  endpointId: row.endpoint_id,
  active: row.status === 'active',
  deleted: row.status === 'deleted',
  revision: row.revision,
  sharedBy: Math.max(1, row.shared_by),
  size: row.size,
  inFlight: row.in_flight,
  probeAtMs: row.probe_at?.getTime() ?? null,
  failingSinceMs: row.failing_since?.getTime() ?? null,
  catchUpAtMs: row.catch_up_at?.getTime() ?? null,
});

/**
 * When the first endpoint has something to release, or the first delivery that was taken expires, in milliseconds since
 * the epoch; `null` when nothing waits for time.
 */
export const readNextWakeMs = async (client: Queryable): Promise<number | null> => {
  const at = await queryValue<Date | null>(client, {
    name: 'next_wake',
    text: `
      select least(
        (select min(wake_at) from endpoint_windows),
        (select min(at) from window_wakes),
        (select min(visible_until) from webhook_deliveries where state = 'in_flight' and visible_until > '-infinity')
      ) as at`,
  });
  return at?.getTime() ?? null;
};
