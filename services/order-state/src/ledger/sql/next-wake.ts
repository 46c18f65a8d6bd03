import type { Queryable } from '@delivery/postgres';

/** When the first endpoint has something to release, in milliseconds since the epoch; `null` when none waits for time. */
export const readNextWakeMs = async (client: Queryable): Promise<number | null> => {
  const { rows } = await client.query<{ at: Date | null }>({
    name: 'next_wake',
    text: `
      select least((select min(wake_at) from endpoint_windows), (select min(at) from window_wakes)) as at`,
  });
  return rows[0]?.at?.getTime() ?? null;
};
