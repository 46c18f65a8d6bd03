import type { Queryable } from './pool.js';

/** When the first endpoint has something to release, in milliseconds since the epoch; `null` when none waits for time. */
export const readNextWakeMs = async (client: Queryable): Promise<number | null> => {
  const { rows } = await client.query<{ at: Date | null }>({
    name: 'next_wake',
    text: 'select min(wake_at) as at from endpoint_windows',
  });
  return rows[0]?.at?.getTime() ?? null;
};
