import type { Queryable } from '@delivery/postgres';

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

/** Those of the delivery and of its replays, oldest first. */
export const listAttempts = async (client: Queryable, deliveryId: string): Promise<AttemptRow[]> => {
  const { rows } = await client.query<AttemptRow>(
    `select a.attempt, a.at, a.duration_ms, a.status_code, a.error_code, a.response_excerpt, d.replay_id
     from deliveries d join delivery_attempts a on a.delivery_id = d.id
     where d.id = $1 or d.origin_id = $1 order by a.at, d.id, a.generation limit $2`,
    [deliveryId, attemptMax],
  );
  return rows;
};
