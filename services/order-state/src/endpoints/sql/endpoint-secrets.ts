import type { Queryable } from '@delivery/postgres';
import { type SealedSecret, sealedSecretSchema } from '../rules/secrets.js';

/** Locks the endpoint: two rotations at once are one after the other. */
export const lockSecrets = async (
  client: Queryable,
  merchantId: string,
  endpointId: string,
): Promise<SealedSecret[] | undefined> => {
  const { rows } = await client.query<{ secrets: unknown }>(
    `select secrets from endpoints where id = $1 and merchant_id = $2 and status <> 'deleted' for no key update`,
    [endpointId, merchantId],
  );
  return rows[0] && sealedSecretSchema.array().parse(rows[0].secrets);
};

export const updateSecrets = async (
  client: Queryable,
  endpointId: string,
  secrets: readonly SealedSecret[],
): Promise<void> => {
  await client.query(
    `with rotated as (update endpoints set secrets = $2 where id = $1 returning id)
     insert into endpoint_log (endpoint_id, what) select id, 'secret_rotated' from rotated`,
    [endpointId, JSON.stringify(secrets)],
  );
};
