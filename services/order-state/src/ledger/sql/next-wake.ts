import type { Queryable } from '@delivery/postgres';

/**
 * When the first endpoint has something to release, or the first delivery that was taken lapses, in milliseconds since the
 * epoch; `null` when nothing waits for time.
 */
export const readNextWakeMs = async (client: Queryable): Promise<number | null> => {
  const { rows } = await client.query<{ at: Date | null }>({
    name: 'next_wake',
    text: `
      select least(
        (select min(wake_at) from endpoint_windows),
        (select min(at) from window_wakes),
        (select min(visible_until) from deliveries where state = 'in_flight' and visible_until > '-infinity')
      ) as at`,
  });
  return rows[0]?.at?.getTime() ?? null;
};
