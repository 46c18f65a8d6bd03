import type { Queryable } from './pool.js';

export type AttemptRow = {
  attempt: number;
  at: Date;
  duration_ms: number;
  status_code: number | null;
  error_code: string | null;
  response_excerpt: string | null;
};

/** Oldest first. The schedule bounds their number. */
export const listAttempts = async (client: Queryable, deliveryId: string): Promise<AttemptRow[]> => {
  const { rows } = await client.query<AttemptRow>(
    `select attempt, at, duration_ms, status_code, error_code, response_excerpt
     from delivery_attempts where delivery_id = $1 order by generation`,
    [deliveryId],
  );
  return rows;
};
