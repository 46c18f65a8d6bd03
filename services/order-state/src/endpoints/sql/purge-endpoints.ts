import type { Queryable } from '@delivery/postgres';

/**
 * Purges endpoints that were deleted before `before` and owe nothing any more, with their windows. Settled deliveries of
 * theirs may remain, with an order whose history is younger: they are shown without it.
 * @returns how many were purged
 */
export const purgeEndpoints = async (client: Queryable, before: Date, purgeMax: number): Promise<number> => {
  const { rowCount } = await client.query({
    name: 'purge_endpoints',
    text: `
      with doomed as (
        select e.id from endpoints e join endpoint_windows w on w.endpoint_id = e.id
        where e.status = 'deleted' and e.drained and e.deleted_at < $1
        order by e.deleted_at limit $2 for update skip locked
      ),
      wakes_gone as (delete from window_wakes where endpoint_id in (select id from doomed)),
      windows_gone as (delete from endpoint_windows where endpoint_id in (select id from doomed))
      delete from endpoints where id in (select id from doomed)`,
    values: [before, purgeMax],
  });
  return rowCount ?? 0;
};

/**
 * Purges what the log of endpoints, deleted or not, says of the time before `before`.
 * @returns how many lines were purged
 */
export const purgeEndpointLog = async (client: Queryable, before: Date, purgeMax: number): Promise<number> => {
  const { rowCount } = await client.query({
    name: 'purge_endpoint_log',
    text: `
      delete from endpoint_log where id in (
        select id from endpoint_log where at < $1 order by at limit $2 for update skip locked)`,
    values: [before, purgeMax],
  });
  return rowCount ?? 0;
};
