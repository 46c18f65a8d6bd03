import type { Queryable } from '@delivery/postgres';

export type TokenRow = { id: string; created_at: Date };

/** Only the hash is kept: the token itself is shown once and can never be read again. */
export const insertToken = async (client: Queryable, merchantId: string, tokenHash: string): Promise<TokenRow> => {
  const { rows } = await client.query<TokenRow>(
    'insert into merchant_tokens (merchant_id, token_hash) values ($1, $2) returning id, created_at',
    [merchantId, tokenHash],
  );
  const row = rows[0];
  if (!row) throw new Error('insert returned no row');
  return row;
};
