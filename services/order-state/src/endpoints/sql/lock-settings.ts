import type { EndpointType } from '@delivery/contracts';
import type { Queryable } from '@delivery/postgres';
import type { Settings } from '../rules/changed-settings.js';

/** Locks the endpoint, unless it is deleted: what its change keeps is as it is now, also where its header is being sealed anew. */
export const lockSettings = async (
  client: Queryable,
  merchantId: string,
  endpointId: string,
): Promise<(Settings & { type: EndpointType }) | undefined> => {
  const { rows } = await client.query<Settings & { type: EndpointType }>(
    `select type, url, events, header, max_per_second as "maxPerSecond" from endpoints
     where id = $1 and merchant_id = $2 and status <> 'deleted' for no key update`,
    [endpointId, merchantId],
  );
  return rows[0];
};
