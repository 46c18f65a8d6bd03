import { arrayOf, type Queryable } from '@delivery/postgres';

export type ReplayRange = { sinceMs: number; untilMs: number; states: readonly string[] };

export type ReplayOrigin = { orderId: string; replayable: boolean; replaying: boolean };

/** A merchant's own delivery, and whether it can be sent again now. The repeat of another one cannot. */
export const readReplayOrigin = async (
  client: Queryable,
  wanted: { merchantId: string; deliveryId: string },
): Promise<ReplayOrigin | undefined> => {
  const { rows } = await client.query<{ order_id: string; replayable: boolean; replaying: boolean }>({
    name: 'read_replay_origin',
    text: `
      select d.order_id,
             d.state in ('delivered', 'exhausted') and d.replay_id is null
               and coalesce(e.status, 'deleted') <> 'deleted' as replayable,
             exists (select 1 from deliveries r where r.origin_id = d.id and r.state in ('waiting', 'in_flight')) as replaying
      from deliveries d left join endpoints e on e.id = d.endpoint_id
      where d.id = $1 and d.merchant_id = $2`,
    values: [wanted.deliveryId, wanted.merchantId],
  });
  const [row] = rows;
  return row && { orderId: row.order_id, replayable: row.replayable, replaying: row.replaying };
};

/** `deliveryId` of the replay of one delivery, which is queued with it; else `range`, which the feeder queues. */
export const insertReplay = async (
  client: Queryable,
  replay: {
    id: string;
    merchantId: string;
    deliveryId: string | null;
    range: ReplayRange | null;
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
      values ($1, $2, $3, $4, $5, $6, $3::uuid is not null, case when $3::uuid is not null then 1 end,
              case when $3::uuid is null then 0 else 1 end, $7, $8)`,
    values: [
      replay.id,
      replay.merchantId,
      replay.deliveryId,
      range && new Date(range.sinceMs),
      range && new Date(range.untilMs),
      range?.states ?? null,
      new Date(replay.nowMs),
      replay.requestedBy,
    ],
  });
};

export type RunningRange = { id: string; isSame: boolean };

/** The ranges of a merchant that are being sent again, and whether each is the given one, whoever asked for it. */
export const readRunningRanges = async (
  client: Queryable,
  merchantId: string,
  range: ReplayRange,
): Promise<RunningRange[]> => {
  const { rows } = await client.query<{ id: string; is_same: boolean }>({
    name: 'read_running_ranges',
    text: `
      select id, since = $2 and until = $3 and states @> $4 and states <@ $4 as is_same
      from replays where merchant_id = $1 and status = 'running' and delivery_id is null`,
    values: [merchantId, new Date(range.sinceMs), new Date(range.untilMs), arrayOf('text', range.states)],
  });
  return rows.map((row) => ({ id: row.id, isSame: row.is_same }));
};
