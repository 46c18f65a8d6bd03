import type { EndpointType, SealedHeader, WebhookEvent } from '@delivery/contracts';
import type { Queryable } from '@delivery/postgres';
import type { SealedSecret } from '../rules/secrets.js';
import type { EndpointRow } from './endpoint-row.js';
import { endpointColumns } from './endpoint-row.js';

export type NewEndpoint = {
  id: string;
  merchantId: string;
  type: EndpointType;
  url: string | null;
  events: readonly WebhookEvent[] | null;
  secrets: readonly SealedSecret[];
  header: SealedHeader | null;
  maxPerSecond: number | null;
};

/** How many deliveries may be in flight at first. None is ever released to a pull endpoint: what it has is taken. */
const firstWindowSizes: Readonly<Record<EndpointType, number>> = { push: 16, pull: 0 };

/** An endpoint and its window come together; so do their first lines in the log. */
export const insertEndpoint = async (client: Queryable, endpoint: NewEndpoint): Promise<EndpointRow> => {
  const { rows } = await client.query<EndpointRow>(
    `with created as (
       insert into endpoints (id, merchant_id, type, url, events, secrets, header, max_per_second, mode)
       values ($1, $2, $3, $4, $5, $6, $7, $8, (select mode from merchants where id = $2)) returning *
     ), opened as (
       insert into endpoint_windows (endpoint_id, size) select id, $9 from created
     ), logged as (
       insert into endpoint_log (endpoint_id, what) select id, 'created' from created
     )
     select ${endpointColumns} from created e`,
    [
      ...[endpoint.id, endpoint.merchantId, endpoint.type, endpoint.url, endpoint.events],
      ...[JSON.stringify(endpoint.secrets), endpoint.header, endpoint.maxPerSecond, firstWindowSizes[endpoint.type]],
    ],
  );
  const row = rows[0];
  if (!row) throw new Error('insert returned no row');
  return row;
};
