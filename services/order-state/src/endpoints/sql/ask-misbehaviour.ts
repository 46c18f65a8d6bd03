import type { MisbehaviourKind } from '@delivery/contracts';
import type { Queryable } from '@delivery/postgres';
import { endpointColumns, type EndpointRow } from './endpoint-row.js';

/** Of a sandbox merchant alone. A fault that is still to come is replaced. */
export const askMisbehaviour = async (
  client: Queryable,
  { merchantId, endpointId }: { merchantId: string; endpointId: string },
  asked: { id: string; kind: MisbehaviourKind; at: string },
): Promise<EndpointRow | undefined> => {
  const { rows } = await client.query<EndpointRow>(
    `with asked as (
       update endpoints set misbehaviour = $3
       where id = $1 and merchant_id = $2 and status <> 'deleted' and mode = 'sandbox' returning *
     )
     select ${endpointColumns} from asked e`,
    [endpointId, merchantId, JSON.stringify(asked)],
  );
  return rows[0];
};
