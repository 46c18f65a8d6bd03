import { arrayOf, type Queryable } from '@delivery/postgres';

/** The endpoints of the deliveries whose leases ran out first. */
export const readLapsedEndpoints = async (
  client: Queryable,
  limits: { releasedBefore: Date; lapseMax: number },
): Promise<string[]> => {
  const { rows } = await client.query<{ endpoint_id: string }>({
    name: 'read_lapsed_endpoints',
    text: `
      select distinct endpoint_id from (
        select endpoint_id from deliveries where state = 'in_flight' and released_at <= $1 and visible_until is null
        order by released_at limit $2
      ) lapsed`,
    values: [limits.releasedBefore, limits.lapseMax],
  });
  return rows.map((row) => row.endpoint_id);
};

/**
 * Takes back deliveries whose attempt was never reported (the queue lost them, or a dispatcher is gone for good): they
 * wait again, due at once, under the generation after the next release. The caller holds the windows of the endpoints.
 * @returns the endpoint of each, once per delivery
 */
export const lapseLeases = async (
  client: Queryable,
  limits: { now: Date; releasedBefore: Date; lapseMax: number; endpointIds: readonly string[] },
): Promise<string[]> => {
  const { rows } = await client.query<{ endpoint_id: string }>({
    name: 'lapse_leases',
    text: `
      with lapsed as (
        select id from deliveries
        where state = 'in_flight' and released_at <= $2 and endpoint_id = any($4) and visible_until is null
        order by released_at limit $3 for update skip locked
      )
      update deliveries d set state = 'waiting', not_before = $1
      where d.id = any(array(select id from lapsed)) returning d.endpoint_id`,
    values: [limits.now, limits.releasedBefore, limits.lapseMax, arrayOf('uuid', limits.endpointIds)],
  });
  return rows.map((row) => row.endpoint_id);
};
