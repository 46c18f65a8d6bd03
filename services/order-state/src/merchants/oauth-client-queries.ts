import type { Queryable } from '@delivery/postgres';

export type OauthClientRow = { id: string; name: string; created_at: Date };

/** The oldest first; all of them, as a merchant has few. */
export const listOauthClients = async (client: Queryable, merchantId: string): Promise<OauthClientRow[]> => {
  const { rows } = await client.query<OauthClientRow>(
    'select id, name, created_at from oauth_clients where merchant_id = $1 order by created_at, id',
    [merchantId],
  );
  return rows;
};

export type NewOauthClient = { id: string; merchantId: string; name: string; secretHash: string; sealedSecret: string };

export const insertOauthClient = async (client: Queryable, made: NewOauthClient): Promise<OauthClientRow> => {
  const { rows } = await client.query<OauthClientRow>(
    `insert into oauth_clients (id, merchant_id, name, secret_hash, sealed_secret) values ($1, $2, $3, $4, $5)
     returning id, name, created_at`,
    [made.id, made.merchantId, made.name, made.secretHash, made.sealedSecret],
  );
  const row = rows[0];
  if (!row) throw new Error('insert returned no row');
  return row;
};

/** Sealed. `undefined`: the merchant has no such client. */
export const readOauthSecret = async (
  client: Queryable,
  merchantId: string,
  id: string,
): Promise<string | undefined> => {
  const { rows } = await client.query<{ sealed_secret: string }>(
    'select sealed_secret from oauth_clients where id = $1 and merchant_id = $2',
    [id, merchantId],
  );
  return rows[0]?.sealed_secret;
};

/** @returns whether the merchant had it */
export const deleteOauthClient = async (client: Queryable, merchantId: string, id: string): Promise<boolean> => {
  const { rowCount } = await client.query('delete from oauth_clients where id = $1 and merchant_id = $2', [
    id,
    merchantId,
  ]);
  return rowCount === 1;
};
