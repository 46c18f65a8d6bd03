import type { Queryable } from '@delivery/postgres';
import type { Settings } from '../rules/changed-settings.js';
import { endpointColumns, type EndpointRow } from './endpoint-row.js';

/**
 * What was released before goes to the old URL, what is released from now on to the new one.
 * @param logged which settings these change, shown to operators
 */
export const updateEndpoint = async (
  client: Queryable,
  endpointId: string,
  settings: Settings,
  logged: string,
): Promise<EndpointRow | undefined> => {
  const { rows } = await client.query<EndpointRow>(
    `with changed as (
       update endpoints set url = $2, events = $3, header = $4, max_per_second = $5
       where id = $1 and status <> 'deleted' returning *
     ), logged as (
       insert into endpoint_log (endpoint_id, what, reason) select id, 'changed', $6 from changed
     )
     select ${endpointColumns} from changed e`,
    [endpointId, settings.url, settings.events, settings.header, settings.maxPerSecond, logged],
  );
  return rows[0];
};
