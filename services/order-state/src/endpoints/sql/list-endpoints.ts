import type { Queryable } from '@delivery/postgres';
import { endpointColumns, type EndpointRow } from './endpoint-row.js';

/** Oldest first; all of them, as a merchant has few. */
export const listEndpoints = async (client: Queryable, merchantId: string): Promise<EndpointRow[]> => {
  const { rows } = await client.query<EndpointRow>(
    `select ${endpointColumns} from endpoints e
     where e.merchant_id = $1 and e.status <> 'deleted' order by e.created_at, e.id`,
    [merchantId],
  );
  return rows;
};
