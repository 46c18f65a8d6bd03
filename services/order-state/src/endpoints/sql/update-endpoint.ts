import type { SealedHeader, WebhookEvent } from '@delivery/contracts';
import type { Queryable } from '@delivery/postgres';
import { endpointColumns, type EndpointRow } from './endpoint-row.js';

type Settings = {
  url: string | null;
  events: readonly WebhookEvent[] | null;
  header: SealedHeader | null;
  maxPerSecond: number | null;
};

/** What was released before goes to the old URL, what is released from now on to the new one. */
export const updateEndpoint = async (
  client: Queryable,
  endpointId: string,
  settings: Settings,
): Promise<EndpointRow | undefined> => {
  const { rows } = await client.query<EndpointRow>(
    `with changed as (
       update endpoints set url = $2, events = $3, header = $4, max_per_second = $5
       where id = $1 and status <> 'deleted' returning *
     ), logged as (
       insert into endpoint_log (endpoint_id, what) select id, 'changed' from changed
     )
     select ${endpointColumns} from changed e`,
    [endpointId, settings.url, settings.events, settings.header, settings.maxPerSecond],
  );
  return rows[0];
};
