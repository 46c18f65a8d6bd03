import type { Transaction } from '@delivery/postgres';
import { inDays, inDaysOrLive, readHistoryDays } from './history-days.js';

export type AttemptRow = {
  attempt: number;
  at: Date;
  duration_ms: number;
  status_code: number | null;
  error_code: string | null;
  response_excerpt: string | null;
  replay_id: string | null;
};

/** A page shows no more; only one delivery replayed dozens of times has them. */
const attemptMax = 1_000;

/** Those of a delivery of the order, and of its replays, oldest first. @param client of one snapshot */
export const listAttempts = async (
  client: Transaction,
  { orderId, deliveryId }: { orderId: string; deliveryId: string },
): Promise<AttemptRow[]> => {
  const days = await readHistoryDays(client, [orderId]);
  const { rows } = await client.query<AttemptRow>(
    `select a.attempt, a.at, a.duration_ms, a.status_code, a.error_code, a.response_excerpt, d.replay_id
     from all_deliveries d join all_attempts a on a.delivery_id = d.id and ${inDays(days, 'a')}
     where ${inDaysOrLive(days, 'd')} and (d.id = $1 or d.origin_id = $1) order by a.at, d.id, a.generation limit $2`,
    [deliveryId, attemptMax],
  );
  return rows;
};
