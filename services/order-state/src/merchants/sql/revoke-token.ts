import type { Queryable } from '@delivery/postgres';

/** @returns whether the merchant has such a token, revoked now or earlier */
export const revokeToken = async (client: Queryable, merchantId: string, tokenId: string): Promise<boolean> => {
  const { rowCount } = await client.query(
    'update merchant_tokens set revoked_at = coalesce(revoked_at, now()) where id = $1 and merchant_id = $2',
    [tokenId, merchantId],
  );
  return rowCount === 1;
};
