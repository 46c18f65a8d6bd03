import type { Queryable } from './pool.js';

/**
 * Takes back deliveries whose attempt was never reported (the queue lost them, or a dispatcher is gone for good): they
 * wait again, due at once, under the generation after the next release.
 * @returns the endpoint of each, once per delivery
 */
export const lapseLeases = async (
  client: Queryable,
  limits: { now: Date; releasedBefore: Date; lapseMax: number },
): Promise<string[]> => {
  const { rows } = await client.query<{ endpoint_id: string }>({
    name: 'lapse_leases',
    text: `
      with lapsed as (
        select id from deliveries
        where state = 'in_flight' and released_at <= $2
        order by released_at limit $3 for update skip locked
      )
      update deliveries d set state = 'waiting', not_before = $1
      where d.id = any(array(select id from lapsed)) returning d.endpoint_id`,
    values: [limits.now, limits.releasedBefore, limits.lapseMax],
  });
  return rows.map((row) => row.endpoint_id);
};
