import type { EndpointType, SealedHeader } from '@delivery/contracts';
import type { Queryable } from '@delivery/postgres';

/** Locks the endpoint, unless it is deleted: what its change keeps is as it is now, also where its header is being sealed anew. */
export const lockSettings = async (
  client: Queryable,
  merchantId: string,
  endpointId: string,
): Promise<{ type: EndpointType; url: string | null; header: SealedHeader | null } | undefined> => {
  const { rows } = await client.query<{ type: EndpointType; url: string | null; header: SealedHeader | null }>(
    `select type, url, header from endpoints
     where id = $1 and merchant_id = $2 and status <> 'deleted' for no key update`,
    [endpointId, merchantId],
  );
  return rows[0];
};
