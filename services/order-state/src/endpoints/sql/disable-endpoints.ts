import { arrayOf, type Queryable } from '@delivery/postgres';

/**
 * Disables active endpoints, whose windows are locked, and writes down why. Their deliveries are held from now on.
 * @param reason shown to the merchant
 * @param logged shown to operators
 * @returns those that were active
 */
export const disableEndpoints = async (
  client: Queryable,
  endpointIds: readonly string[],
  reason: string,
  now: Date,
  logged = reason,
): Promise<string[]> => {
  const { rows } = await client.query<{ endpoint_id: string }>({
    name: 'disable_endpoints',
    text: `
      with disabled as (
        update endpoints set status = 'disabled', disabled_reason = $2, disabled_at = $3
        where id = any($1) and status = 'active' returning id
      )
      insert into endpoint_log (endpoint_id, at, what, reason) select id, $3, 'disabled', $4 from disabled
      returning endpoint_id`,
    values: [arrayOf('uuid', endpointIds), reason, now, logged],
  });
  return rows.map((row) => row.endpoint_id);
};
