import type { Queryable } from '@delivery/postgres';

/** The row stays until retention purges it; what waits for it ends as `skipped`. */
export const deleteEndpoint = async (client: Queryable, endpointId: string, now: Date): Promise<void> => {
  await client.query(
    `with deleted as (
       update endpoints set status = 'deleted', deleted_at = $2 where id = $1 returning id
     ), woken as (
       update endpoint_windows set wake_at = $2 where endpoint_id in (select id from deleted)
     )
     insert into endpoint_log (endpoint_id, at, what) select id, $2, 'deleted' from deleted`,
    [endpointId, now],
  );
};
