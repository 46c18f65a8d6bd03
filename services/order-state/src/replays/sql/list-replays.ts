import type { ReplayView } from '@delivery/contracts';
import { maxUuid, type Queryable } from '@delivery/postgres';

export type ReplayRow = {
  id: string;
  status: ReplayView['status'];
  delivery_id: string | null;
  since: Date | null;
  until: Date | null;
  states: ReplayView['states'];
  total: number | null;
  queued: number;
  settled: number;
  created_at: Date;
  completed_at: Date | null;
};

/** What is not settled of a run is in a partial index, so this costs little however long the run is. */
const replaySelect = `
  select r.id, r.status, r.delivery_id, r.since, r.until, r.states, r.total, r.queued,
         r.queued - (select count(*)::int from deliveries d
                     where d.replay_id = r.id and d.state in ('waiting', 'in_flight')) as settled,
         r.created_at, r.completed_at
  from replays r`;

/** Newest first: ids rise with time. */
export const listReplays = async (
  client: Queryable,
  page: { merchantId: string; beforeId: string | null; rowMax: number },
): Promise<ReplayRow[]> => {
  const { rows } = await client.query<ReplayRow>(
    `${replaySelect} where r.merchant_id = $1 and r.id < $2 order by r.id desc limit $3`,
    [page.merchantId, page.beforeId ?? maxUuid, page.rowMax],
  );
  return rows;
};

export const readReplay = async (
  client: Queryable,
  merchantId: string,
  replayId: string,
): Promise<ReplayRow | undefined> => {
  const { rows } = await client.query<ReplayRow>(`${replaySelect} where r.id = $1 and r.merchant_id = $2`, [
    replayId,
    merchantId,
  ]);
  return rows[0];
};
