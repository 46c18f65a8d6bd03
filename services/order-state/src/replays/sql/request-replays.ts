import { arrayOf, type Queryable } from '@delivery/postgres';
import { isOfKeptOrder, lookByDelivery } from '../../ledger/queries/history-days.js';

export type ReplayRange = { sinceMs: number; untilMs: number; states: readonly string[] };

export type ReplayOrigin = { orderId: string; endpointId: string; replayable: boolean; replaying: boolean };

/** Deliveries of the merchant by id, and whether each can be sent again now. The repeat of another one cannot. */
export const readReplayOrigins = async (
  client: Queryable,
  wanted: { merchantId: string; deliveryIds: readonly string[] },
): Promise<Map<string, ReplayOrigin>> => {
  const rows = await lookByDelivery(wanted.deliveryIds, async (inDays) => {
    const found = await client.query<OriginRow>(originsSql(inDays), [
      arrayOf('uuid', wanted.deliveryIds),
      wanted.merchantId,
    ]);
    return found.rows;
  });
  return new Map(
    rows.map(({ id, order_id: orderId, endpoint_id: endpointId, replayable, replaying }) => [
      id,
      { orderId, endpointId, replayable, replaying },
    ]),
  );
};

type OriginRow = { id: string; order_id: string; endpoint_id: string; replayable: boolean; replaying: boolean };

const originsSql = (inDays: string): string => `
  select d.id, d.order_id, d.endpoint_id,
         d.state in ('delivered', 'exhausted') and d.replay_id is null
           and coalesce(e.status, 'deleted') <> 'deleted' as replayable,
         exists (select 1 from deliveries r where r.origin_id = d.id and r.state in ('waiting', 'in_flight')) as replaying
  from all_deliveries d left join endpoints e on e.id = d.endpoint_id
  where ${inDays} and d.id = any($1) and d.merchant_id = $2 and ${isOfKeptOrder}`;

/** `total`: how many are queued with it; `null`: the feeder counts and queues the `range`. */
export const insertReplay = async (
  client: Queryable,
  replay: {
    id: string;
    merchantId: string;
    /** The only one that is sent again; `null`: it is a range, or several. */
    deliveryId: string | null;
    range: ReplayRange | null;
    total: number | null;
    /** `null`: the merchant itself. */
    requestedBy: string | null;
    nowMs: number;
  },
): Promise<void> => {
  const { range } = replay;
  await client.query({
    name: 'insert_replay',
    text: `
      insert into replays (id, merchant_id, delivery_id, since, until, states, fed, total, queued, created_at, requested_by)
      values ($1, $2, $3, $4, $5, $6, $7::int is not null, $7, coalesce($7, 0), $8, $9)`,
    values: [
      replay.id,
      replay.merchantId,
      replay.deliveryId,
      range && new Date(range.sinceMs),
      range && new Date(range.untilMs),
      range?.states ?? null,
      replay.total,
      new Date(replay.nowMs),
      replay.requestedBy,
    ],
  });
};

export type RunningRange = { id: string; isSame: boolean };

/** Whether so many replays of a single delivery of the merchant run. */
export const hasRunningSingles = async (client: Queryable, merchantId: string, count: number): Promise<boolean> => {
  const { rowCount } = await client.query({
    name: 'has_running_singles',
    text: `select from replays where merchant_id = $1 and status = 'running' and delivery_id is not null offset $2 limit 1`,
    values: [merchantId, count - 1],
  });
  return rowCount === 1;
};

/**
 * What a merchant is being sent again, but single deliveries: whether each is the given range, whoever asked for it.
 * `range`: `null` for deliveries that were named, which are no range.
 */
export const readRunningRanges = async (
  client: Queryable,
  merchantId: string,
  range: ReplayRange | null,
): Promise<RunningRange[]> => {
  const { rows } = await client.query<{ id: string; is_same: boolean }>({
    name: 'read_running_ranges',
    text: `
      select id, coalesce(since = $2 and until = $3 and states @> $4 and states <@ $4, false) as is_same
      from replays where merchant_id = $1 and status = 'running' and delivery_id is null`,
    values: [
      merchantId,
      range && new Date(range.sinceMs),
      range && new Date(range.untilMs),
      arrayOf('text', range?.states ?? []),
    ],
  });
  return rows.map((row) => ({ id: row.id, isSame: row.is_same }));
};
