import type { Queryable } from '@delivery/postgres';

/**
 * Enables a disabled endpoint, whose window is locked. What was held is due now, and ramps up from one at a time.
 * @param logged who and why, shown to operators; `null`: the merchant
 */
export const enableEndpoint = async (
  client: Queryable,
  endpointId: string,
  now: Date,
  logged: string | null = null,
): Promise<void> => {
  await client.query(
    `with enabled as (
       update endpoints set status = 'active', disabled_reason = null, disabled_at = null
       where id = $1 and status = 'disabled' returning id
     ), opened as (
       update endpoint_windows set size = least(size, 1), probe_at = null, failing_since = null, wake_at = $2
       where endpoint_id in (select id from enabled)
     )
     insert into endpoint_log (endpoint_id, at, what, reason) select id, $2, 'enabled', $3 from enabled`,
    [endpointId, now, logged],
  );
};
