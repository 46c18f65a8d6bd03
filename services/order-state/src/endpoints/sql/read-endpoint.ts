import type { Queryable } from '@delivery/postgres';
import { endpointColumns, type EndpointRow } from './endpoint-row.js';

/** The merchant's endpoint, unless it is deleted. */
export const readEndpoint = async (
  client: Queryable,
  merchantId: string,
  endpointId: string,
): Promise<EndpointRow | undefined> => {
  const { rows } = await client.query<EndpointRow>(
    `select ${endpointColumns} from endpoints e where e.id = $1 and e.merchant_id = $2 and e.status <> 'deleted'`,
    [endpointId, merchantId],
  );
  return rows[0];
};
