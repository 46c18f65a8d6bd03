import type { OauthClient } from '@delivery/contracts';
import { arrayOf, type Queryable, queryCount, queryOne, queryRows, queryValue, type RowOf } from '@delivery/postgres';
import { hashCredential, lastFourOf } from './rules/credentials.js';

/** The tables of tokens, with the column that names whose a token is. */
const owners = {
  merchant_tokens: 'merchant_id',
  courier_tokens: 'courier_system_id',
  platform_tokens: 'platform_id',
} as const;

export type TokenTable = keyof typeof owners;
/** Tokens of platforms have a mode, scopes and an end beside these columns. */
export type PlainTable = Exclude<TokenTable, 'platform_tokens'>;

/** Only the hash is kept: the token itself is shown once and can never be read again. */
export const insertToken = (
  client: Queryable,
  table: PlainTable,
  ownerId: string,
  token: string,
): Promise<{ id: string; created_at: Date }> =>
  queryOne(
    client,
    `insert into ${table} (${owners[table]}, token_hash, last_four) values ($1, $2, $3) returning id, created_at`,
    [ownerId, hashCredential(token), lastFourOf(token)],
  );

export const countActiveTokens = async (client: Queryable, table: PlainTable, ownerId: string): Promise<number> =>
  (await queryValue<number>(
    client,
    `select count(*)::int as n from ${table} where ${owners[table]} = $1 and revoked_at is null`,
    [ownerId],
  )) ?? 0;

/** @returns how the token ends, whether it is revoked now or was earlier; `undefined`: the owner has no such token */
export const revokeToken = (
  client: Queryable,
  table: TokenTable,
  ownerId: string,
  tokenId: string,
): Promise<string | undefined> =>
  queryValue(
    client,
    `update ${table} set revoked_at = coalesce(revoked_at, now()) where id = $1 and ${owners[table]} = $2 returning last_four`,
    [tokenId, ownerId],
  );

/** Whose tokens have a time of their last use. */
const timed = ['courier_tokens', 'platform_tokens'] as const satisfies readonly TokenTable[];

/** At most once a minute for each, however often it is used and however many replicas say so. */
export const markTokensUsed = async (client: Queryable, tokenHashes: readonly string[], now: Date): Promise<void> => {
  for (const table of timed) {
    await client.query({
      name: `mark_used_${table}`,
      text: `
        update ${table} set last_used_at = $2
        where id in (
          select id from ${table}
          where token_hash = any($1) and (last_used_at is null or last_used_at < $2::timestamptz - interval '1 minute')
          order by id for no key update skip locked)`,
      values: [arrayOf('text', tokenHashes), now],
    });
  }
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
