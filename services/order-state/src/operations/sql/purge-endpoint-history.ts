import type { Queryable } from '@delivery/postgres';

/** @returns how many rows went, the oldest first */
export const purgeEndpointHistory = async (client: Queryable, before: Date, purgeMax: number): Promise<number> => {
  const { rowCount } = await client.query({
    name: 'purge_endpoint_history',
    text: `
      delete from endpoint_history where (at, endpoint_id) in (
        select at, endpoint_id from endpoint_history where at < $1 order by at, endpoint_id limit $2
        for update skip locked)`,
    values: [before, purgeMax],
  });
  return rowCount ?? 0;
};
