import type { OauthClient } from '@delivery/contracts';
import { arrayOf, type Queryable, queryCount, queryOne, queryRows, queryValue, type RowOf } from '@delivery/postgres';
import { hashCredential, lastFourOf } from './rules/credentials.js';

/** Whether token `t` is valid. */
export const isActiveToken = 't.revoked_at is null and (t.expires_at is null or t.expires_at > now())';

type TokenRights = { scopes?: readonly string[]; expires_at?: string | null | undefined };

/** Only the hash is kept: the token itself is shown once and can never be read again. */
export const insertToken = (
  client: Queryable,
  ownerId: string,
  token: string,
  { scopes = ['full'], expires_at: expiresAt = null }: TokenRights = {},
): Promise<{ id: string; last_four: string; created_at: Date; expires_at: Date | null }> =>
  queryOne(
    client,
    `insert into tokens (owner_id, kind, token_hash, last_four, scopes, expires_at)
     select id, kind, $2, $3, $4, $5 from owners where id = $1 returning id, last_four, created_at, expires_at`,
    [ownerId, hashCredential(token), lastFourOf(token), arrayOf('text', scopes), expiresAt],
  );

export const countActiveTokens = async (client: Queryable, ownerId: string): Promise<number> =>
  (await queryValue<number>(
    client,
    `select count(*)::int as n from tokens t where t.owner_id = $1 and ${isActiveToken}`,
    [ownerId],
  )) ?? 0;

/** Whether the token is, or was, one of the owner's. */
export const hasToken = async (client: Queryable, ownerId: string, tokenId: string): Promise<boolean> =>
  (await queryCount(client, 'select from tokens where owner_id = $1 and id = $2', [ownerId, tokenId])) === 1;

/**
 * @returns how the token ends, whether it is revoked now or was earlier; `undefined`: none of the owners has such a
 * token
 */
export const revokeToken = (
  client: Queryable,
  ownerIds: readonly string[],
  tokenId: string,
): Promise<string | undefined> =>
  queryValue(
    client,
    'update tokens set revoked_at = coalesce(revoked_at, now()) where id = $1 and owner_id = any($2) returning last_four',
    [tokenId, arrayOf('text', ownerIds)],
  );

/** At most once a minute for each, however often it is used and however many replicas say so. */
export const markTokensUsed = async (client: Queryable, tokenHashes: readonly string[], now: Date): Promise<void> => {
  await client.query({
    name: 'mark_tokens_used',
    text: `
      update tokens set last_used_at = $2
      where id in (
        select id from tokens
        where token_hash = any($1) and (last_used_at is null or last_used_at < $2::timestamptz - interval '1 minute')
        order by id for no key update skip locked)`,
    values: [arrayOf('text', tokenHashes), now],
  });
};

const clientColumns = 'id as client_id, name, created_at';

/** The oldest first; all of them, as a merchant has few. */
export const listOauthClients = (client: Queryable, merchantId: string): Promise<RowOf<OauthClient>[]> =>
  queryRows(client, `select ${clientColumns} from oauth_clients where merchant_id = $1 order by created_at, id`, [
    merchantId,
  ]);

export type NewOauthClient = { id: string; merchantId: string; name: string; secretHash: string; sealedSecret: string };

export const insertOauthClient = (client: Queryable, made: NewOauthClient): Promise<RowOf<OauthClient>> =>
  queryOne(
    client,
    `insert into oauth_clients (id, merchant_id, name, secret_hash, sealed_secret) values ($1, $2, $3, $4, $5)
     returning ${clientColumns}`,
    [made.id, made.merchantId, made.name, made.secretHash, made.sealedSecret],
  );

/** Sealed. `undefined`: the merchant has no such client. */
export const readOauthSecret = (client: Queryable, merchantId: string, id: string): Promise<string | undefined> =>
  queryValue(client, 'select sealed_secret from oauth_clients where id = $1 and merchant_id = $2', [id, merchantId]);

/** @returns whether the merchant had it */
export const deleteOauthClient = async (client: Queryable, merchantId: string, id: string): Promise<boolean> =>
  (await queryCount(client, 'delete from oauth_clients where id = $1 and merchant_id = $2', [id, merchantId])) === 1;
