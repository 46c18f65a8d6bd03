import { arrayOf, type Queryable } from '@delivery/postgres';

/**
 * Has the relay look at these endpoints, without their windows: whoever holds one is not waited for. A note that is there is
 * written again, and so locked until the caller's COMMIT: taken before it, it would be of what cannot be seen yet.
 */
export const wakeWindows = async (client: Queryable, endpointIds: readonly string[], at: Date): Promise<void> => {
  await client.query({
    name: 'wake_windows',
    text: `
      insert into window_wakes (endpoint_id, at)
      select distinct endpoint_id, $1::timestamptz from unnest($2::uuid[]) as t (endpoint_id) order by endpoint_id
      on conflict (endpoint_id) do update set at = least(window_wakes.at, excluded.at)`,
    values: [at, arrayOf('uuid', endpointIds)],
  });
};

/** Hands what is noted over to the windows that nobody holds: from here on their own `wake_at` says it. */
export const takeWakes = async (client: Queryable, windowMax: number): Promise<void> => {
  await client.query({
    name: 'take_wakes',
    text: `
      with free as (
        select k.endpoint_id, k.at from window_wakes k join endpoint_windows w using (endpoint_id)
        order by k.endpoint_id limit $1 for no key update skip locked
      ),
      taken as (
        delete from window_wakes where endpoint_id in (select endpoint_id from free)
      )
      update endpoint_windows w set wake_at = least(w.wake_at, free.at) from free where w.endpoint_id = free.endpoint_id`,
    values: [windowMax],
  });
};
