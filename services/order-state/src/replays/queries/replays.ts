import type { ReplayView } from '@delivery/contracts';
import { arrayOf, maxUuid, type Queryable, queryCount, queryRow, queryRows, type RowOf } from '@delivery/postgres';
import { isOfKeptOrder, lookByDelivery } from '../../ledger/queries/partition-days.js';
import { firstUuidOf } from '../../ledger/rules/deliveries.js';

export type ReplayRow = RowOf<ReplayView>;

/** The unsettled deliveries of a run are in a partial index, so this costs little for a run of any length. */
const replaySelect = `
  select r.id, r.status, r.delivery_id, r.since, r.until, r.states, r.endpoint_id, r.events, r.total, r.queued,
         r.queued - (select count(*)::int from webhook_deliveries d
                     where d.replay_id = r.id and d.state in ('waiting', 'in_flight')) as settled,
         r.created_at, r.completed_at
  from replays r`;

/** Newest first: ids rise with time. */
export const listReplays = (
  client: Queryable,
  page: { ownerId: string; beforeId: string | null; rowMax: number },
): Promise<ReplayRow[]> =>
  queryRows(client, `${replaySelect} where r.owner_id = $1 and r.id < $2 order by r.id desc limit $3`, [
    page.ownerId,
    page.beforeId ?? maxUuid,
    page.rowMax,
  ]);

export const readReplay = (client: Queryable, ownerId: string, replayId: string): Promise<ReplayRow | undefined> =>
  queryRow(client, `${replaySelect} where r.id = $1 and r.owner_id = $2`, [replayId, ownerId]);

/** `endpointId`: `null` for every endpoint; `events`: `null` for every event. */
export type ReplayRange = {
  sinceMs: number;
  untilMs: number;
  states: readonly string[];
  endpointId: string | null;
  events: readonly string[] | null;
};

/** Replays of one delivery. */
export const replaysMax = 50;

/**
 * Whether delivery `d` has been replayed as often as it may. Its replays are where it is, and in no day while they are
 * not settled.
 */
const isReplayedOut = (d: string): string => `(
  select count(*) from (
    -- A range in the place of an equality, and sorted: if one delivery has most repeats of a day, the planner would
    -- read the day.
    select from all_webhook_deliveries r
    where r.origin_id >= ${d}.id and r.origin_id <= ${d}.id and r.partition_day in ('epoch', ${d}.partition_day)
    order by r.origin_id limit ${replaysMax}) repeats
) >= ${replaysMax}`;

export type ReplayOrigin = {
  orderId: string;
  endpointId: string;
  replayable: boolean;
  replaying: boolean;
  replayedOut: boolean;
};

/** Deliveries of the merchant by id, and whether each can be sent again now. The repeat of another one cannot. */
export const readReplayOrigins = async (
  client: Queryable,
  wanted: { ownerId: string; deliveryIds: readonly string[] },
): Promise<Map<string, ReplayOrigin>> => {
  const rows = await lookByDelivery(client, wanted.deliveryIds, (inDays) =>
    queryRows<OriginRow>(client, originsSql(inDays), [arrayOf('uuid', wanted.deliveryIds), wanted.ownerId]),
  );
  return new Map(
    rows.map(({ id, order_id: orderId, endpoint_id: endpointId, replayable, replaying, replayed_out: replayedOut }) => [
      id,
      { orderId, endpointId, replayable, replaying, replayedOut },
    ]),
  );
};

type OriginRow = {
  id: string;
  order_id: string;
  endpoint_id: string;
  replayable: boolean;
  replaying: boolean;
  replayed_out: boolean;
};

const originsSql = (inDays: string): string => `
  select d.id, d.order_id, d.endpoint_id,
         d.state in ('delivered', 'exhausted') and d.replay_id is null
           and coalesce(e.status, 'deleted') <> 'deleted' as replayable,
         exists (select 1 from webhook_deliveries r
           where r.origin_id = d.id and r.state in ('waiting', 'in_flight')) as replaying,
         ${isReplayedOut('d')} as replayed_out
  from all_webhook_deliveries d left join endpoints e on e.id = d.endpoint_id
  where ${inDays} and d.id = any($1) and d.owner_id = $2 and ${isOfKeptOrder}`;

export type NewReplay = {
  id: string;
  ownerId: string;
  /** The only one that is sent again; `null`: it is a range, or several. */
  deliveryId: string | null;
  range: ReplayRange | null;
  /** How many are queued with it; `null`: the feeder counts and queues the `range`. */
  total: number | null;
  /** `null`: the merchant itself. */
  requestedBy: string | null;
  nowMs: number;
};

export const insertReplay = async (client: Queryable, replay: NewReplay): Promise<void> => {
  const { range } = replay;
  await client.query({
    name: 'insert_replay',
    text: `
      insert into replays (id, owner_id, delivery_id, since, until, states, fed, total, queued,
        created_at, requested_by,
                           endpoint_id, events)
      values ($1, $2, $3, $4, $5, $6, $7::int is not null, $7, coalesce($7, 0), $8, $9, $10, $11)`,
    values: [
      replay.id,
      replay.ownerId,
      replay.deliveryId,
      range && new Date(range.sinceMs),
      range && new Date(range.untilMs),
      range?.states ?? null,
      replay.total,
      new Date(replay.nowMs),
      replay.requestedBy,
      range?.endpointId ?? null,
      range?.events ?? null,
    ],
  });
};

export type RunningRange = { id: string; isSame: boolean };

/** Whether so many replays of a single delivery of the merchant run. */
export const hasRunningSingles = async (client: Queryable, ownerId: string, count: number): Promise<boolean> =>
  (await queryCount(client, {
    name: 'has_running_singles',
    // A range in the place of an equality, and sorted: if most are of one merchant, the planner would read all of them.
    text: `
      select from replays where owner_id between $1 and $1 and status = 'running' and delivery_id is not null
      order by owner_id offset $2 limit 1`,
    values: [ownerId, count - 1],
  })) === 1;

/**
 * The merchant's running replays, except those of single deliveries, and whether each is of the given range, for any
 * requester. `range`: `null` for deliveries that were named, which are no range.
 */
export const readRunningRanges = async (
  client: Queryable,
  ownerId: string,
  range: ReplayRange | null,
): Promise<RunningRange[]> => {
  const rows = await queryRows<{ id: string; is_same: boolean }>(client, {
    name: 'read_running_ranges',
    text: `
      select id, coalesce(since = $2 and until = $3 and states @> $4 and states <@ $4
               and endpoint_id is not distinct from $5
               and coalesce(events @> $6 and events <@ $6, events is null and $6::text[] is null), false) as is_same
      from replays where owner_id = $1 and status = 'running' and delivery_id is null`,
    values: [
      ownerId,
      range && new Date(range.sinceMs),
      range && new Date(range.untilMs),
      arrayOf('text', range?.states ?? []),
      range?.endpointId ?? null,
      range?.events ?? null,
    ],
  });
  return rows.map((row) => ({ id: row.id, isSame: row.is_same }));
};

export type Covered = {
  /** By endpoint: the deliveries that would be sent again. */
  deliveries: Map<string, number>;
  orders: number;
  /** Deliveries that a replay is sending at this moment, or that have been replayed as often as they may. */
  leftOut: number;
  /** The range has more deliveries than were looked at. */
  truncated: boolean;
};

/**
 * The deliveries that a replay of the range would send now. Looks at the range's first deliveries in any state, so that
 * a range with many that are not asked for costs no more than `lookMax` rows either.
 */
export const countCovered = async (
  client: Queryable,
  wanted: { ownerId: string; range: ReplayRange },
  lookMax: number,
): Promise<Covered> => {
  const { ownerId, range } = wanted;
  const rows = await queryRows<{
    looked: number;
    orders: number;
    endpoint_id: string | null;
    deliveries: number;
    left_out: number;
  }>(
    client,
    `
      with looked as (
        select id, order_id, endpoint_id, event, state, partition_day from all_webhook_deliveries d
        where owner_id = $1 and id >= $2::uuid and id < $3::uuid and replay_id is null and ${isOfKeptOrder}
        order by id limit $5
      ),
      covered as (
        select l.order_id, l.endpoint_id,
               -- A replay leaves such a delivery out.
               exists (select from webhook_deliveries r
                 where r.origin_id = l.id and r.state in ('waiting', 'in_flight'))
                 or ${isReplayedOut('l')} as repeated
        from looked l join endpoints e on e.id = l.endpoint_id and e.status <> 'deleted'
        where l.state = any($4) and ($6::uuid is null or l.endpoint_id = $6)
          and ($7::text[] is null or l.event = any($7))
      ),
      of_endpoints as (
        select endpoint_id, count(*) filter (where not repeated) as deliveries,
          count(*) filter (where repeated) as left_out
        from covered group by endpoint_id
      )
      select (select count(*)::int from looked) as looked,
             (select count(*)::int from (select 1 from covered where not repeated group by order_id) o) as orders,
             c.endpoint_id, coalesce(c.deliveries, 0)::int as deliveries, coalesce(c.left_out, 0)::int as left_out
      from (select) one left join of_endpoints c on true`,
    [
      ...[ownerId, firstUuidOf(range.sinceMs), firstUuidOf(range.untilMs), arrayOf('text', range.states), lookMax + 1],
      ...[range.endpointId, range.events],
    ],
  );
  return {
    deliveries: new Map(
      rows.flatMap((row) =>
        row.deliveries > 0 && row.endpoint_id !== null ? [[row.endpoint_id, row.deliveries]] : [],
      ),
    ),
    orders: rows[0]?.orders ?? 0,
    leftOut: rows.reduce((sum, row) => sum + row.left_out, 0),
    truncated: (rows[0]?.looked ?? 0) > lookMax,
  };
};
