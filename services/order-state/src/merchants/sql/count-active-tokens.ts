import type { Queryable } from '@delivery/postgres';

export const countActiveTokens = async (client: Queryable, merchantId: string): Promise<number> => {
  const { rows } = await client.query<{ n: number }>(
    'select count(*)::int as n from merchant_tokens where merchant_id = $1 and revoked_at is null',
    [merchantId],
  );
  return rows[0]?.n ?? 0;
};
