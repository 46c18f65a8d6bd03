import { firstUuidOf } from '../ledger/ids.js';
import type { Queryable } from './pool.js';

export type ReplayRange = { sinceMs: number; untilMs: number; states: readonly string[] };

export type ReplayOrigin = { orderId: string; replayable: boolean; replaying: boolean };

/** A merchant's own delivery, and whether it can be sent again now. */
export const readReplayOrigin = async (
  client: Queryable,
  wanted: { merchantId: string; deliveryId: string },
): Promise<ReplayOrigin | undefined> => {
  const { rows } = await client.query<{ order_id: string; replayable: boolean; replaying: boolean }>({
    name: 'read_replay_origin',
    text: `
      select d.order_id, d.state in ('delivered', 'exhausted') and e.status <> 'deleted' as replayable,
             exists (select 1 from deliveries r where r.origin_id = d.id and r.state in ('waiting', 'in_flight')) as replaying
      from deliveries d join endpoints e on e.id = d.endpoint_id
      where d.id = $1 and d.merchant_id = $2 and d.replay_id is null`,
    values: [wanted.deliveryId, wanted.merchantId],
  });
  const [row] = rows;
  return row && { orderId: row.order_id, replayable: row.replayable, replaying: row.replaying };
};

/** Delivery ids are UUIDv7, so a range of time is a range of the index by merchant. */
export const countReplayable = async (client: Queryable, merchantId: string, range: ReplayRange): Promise<number> => {
  const { rows } = await client.query<{ n: number }>({
    name: 'count_replayable',
    text: `
      select count(*) as n from deliveries d join endpoints e on e.id = d.endpoint_id
      where d.merchant_id = $1 and d.id >= $2::uuid and d.id < $3::uuid and d.replay_id is null
        and d.state = any($4) and e.status <> 'deleted'`,
    values: [merchantId, firstUuidOf(range.sinceMs), firstUuidOf(range.untilMs), range.states],
  });
  return rows[0]?.n ?? 0;
};

export const insertReplay = async (
  client: Queryable,
  replay: {
    id: string;
    merchantId: string;
    deliveryId: string | null;
    range: ReplayRange | null;
    total: number;
    nowMs: number;
  },
): Promise<void> => {
  const { range } = replay;
  await client.query({
    name: 'insert_replay',
    text: `
      insert into replays (id, merchant_id, delivery_id, since, until, states, fed, total, queued, created_at)
      values ($1, $2, $3, $4, $5, $6, $3::uuid is not null, $7, case when $3::uuid is null then 0 else 1 end, $8)`,
    values: [
      replay.id,
      replay.merchantId,
      replay.deliveryId,
      range && new Date(range.sinceMs),
      range && new Date(range.untilMs),
      range?.states ?? null,
      replay.total,
      new Date(replay.nowMs),
    ],
  });
};

export type RunningReplay = {
  id: string;
  merchant_id: string;
  since: Date | null;
  until: Date | null;
  states: string[] | null;
  cursor_created_at: Date | null;
  cursor_order_id: string | null;
  fed: boolean;
  /** Queued and not settled yet. */
  outstanding: number;
};

/** Locks one running replay after another that no other replica works on. */
export const lockRunningReplay = async (
  client: Queryable,
  afterId: string | null,
): Promise<RunningReplay | undefined> => {
  const { rows } = await client.query<RunningReplay>({
    name: 'lock_running_replay',
    text: `
      select r.id, r.merchant_id, r.since, r.until, r.states, r.cursor_created_at, r.cursor_order_id, r.fed,
             (select count(*) from deliveries d where d.replay_id = r.id and d.state in ('waiting', 'in_flight'))
               as outstanding
      from replays r where r.status = 'running' and ($1::uuid is null or r.id > $1)
      order by r.id limit 1 for no key update of r skip locked`,
    values: [afterId],
  });
  return rows[0];
};

export type ReplayOrder = { id: string; created_at: Date; delivery_ids: string[] };

/** The next orders of the run, oldest first, each with the deliveries that the run covers, in sequence. */
export const readReplayOrders = async (
  client: Queryable,
  replay: RunningReplay,
  orderMax: number,
): Promise<ReplayOrder[]> => {
  const { rows } = await client.query<ReplayOrder>({
    name: 'read_replay_orders',
    text: `
      select o.id, o.created_at,
             array(select d.id from deliveries d join endpoints e on e.id = d.endpoint_id
                   where d.order_id = o.id and d.replay_id is null and d.created_at >= $2 and d.created_at < $3
                     and d.state = any($4) and e.status <> 'deleted'
                   order by d.sequence)::text[] as delivery_ids
      from orders o
      where o.merchant_id = $1 and o.created_at < $3 and o.updated_at >= $2
        and ($5::timestamptz is null or (o.created_at, o.id) > ($5, $6))
      order by o.created_at, o.id limit $7`,
    values: [
      replay.merchant_id,
      replay.since,
      replay.until,
      replay.states,
      replay.cursor_created_at,
      replay.cursor_order_id,
      orderMax,
    ],
  });
  return rows;
};

export const saveReplayProgress = async (
  client: Queryable,
  progress: { id: string; cursor: ReplayOrder | undefined; queued: number; fed: boolean },
): Promise<void> => {
  await client.query({
    name: 'save_replay_progress',
    text: `
      update replays set cursor_created_at = coalesce($2, cursor_created_at),
        cursor_order_id = coalesce($3, cursor_order_id), queued = queued + $4, fed = $5
      where id = $1`,
    values: [
      progress.id,
      progress.cursor?.created_at ?? null,
      progress.cursor?.id ?? null,
      progress.queued,
      progress.fed,
    ],
  });
};

export const completeReplay = async (client: Queryable, id: string, now: Date): Promise<void> => {
  await client.query({
    name: 'complete_replay',
    text: `update replays set status = 'completed', completed_at = $2 where id = $1`,
    values: [id, now],
  });
};
