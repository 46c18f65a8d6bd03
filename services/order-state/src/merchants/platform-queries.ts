import type {
  CreatePlatformToken,
  MerchantMode,
  PatchPlatform,
  PlatformEntry,
  PlatformTokenCreated,
  PlatformView,
} from '@delivery/contracts';
import {
  arrayOf,
  awaitAll,
  instantText,
  type Queryable,
  queryCount,
  queryOne,
  queryRow,
  queryRows,
  queryValue,
  type RowOf,
} from '@delivery/postgres';
import type { MerchantsOf } from './queries.js';
import { hashCredential, impliedPlatformName, lastFourOf } from './rules/credentials.js';

/** The platform of that name, with the given id when it is new. Where others may give the name: with the directory's lock. @returns its id */
export const ensurePlatform = async (client: Queryable, wanted: { id: string; name: string }): Promise<string> => {
  await client.query('insert into platforms (id, name) values ($1, $2) on conflict (name) do nothing', [
    wanted.id,
    wanted.name,
  ]);
  const id = await findPlatformByName(client, wanted.name);
  if (id === undefined) throw new Error('the platform was deleted while it was created');
  return id;
};

export type NewKey = { keyHash: string; sealedKey: string };

/** The key of a platform that there is, sealed: the given one where it has none of the mode yet. To be called with the directory's lock. */
export const ensureKey = async (
  client: Queryable,
  { platformId, mode }: MerchantsOf,
  made: NewKey,
): Promise<string> => {
  // Together, as others wait for the lock.
  const { sealed } = await awaitAll({
    made: client.query(
      'insert into platform_keys (platform_id, mode, key_hash, sealed_key) values ($1, $2, $3, $4) on conflict (platform_id, mode) do nothing',
      [platformId, mode, made.keyHash, made.sealedKey],
    ),
    sealed: queryOne<{ sealed_key: string }>(
      client,
      'select sealed_key from platform_keys where platform_id = $1 and mode = $2',
      [platformId, mode],
    ),
  });
  return sealed.sealed_key;
};

/**
 * Replaces the key by the given one, and lets the old one open as much for some hours. While an older one still does, the key stays, and
 * the end of the older one is set anew: so a repeat does no harm.
 */
export const replaceKey = async (
  client: Queryable,
  { platformId, mode }: MerchantsOf,
  made: NewKey,
  oldKeyHours: number,
): Promise<{ sealed_key: string; previous_until: Date }> => {
  const isUnderWay = 'previous_until > now()';
  return queryOne(
    client,
    `update platform_keys set
       key_hash = case when ${isUnderWay} then key_hash else $3 end,
       sealed_key = case when ${isUnderWay} then sealed_key else $4 end,
       created_at = case when ${isUnderWay} then created_at else now() end,
       previous_hash = case when ${isUnderWay} then previous_hash else key_hash end,
       previous_until = now() + make_interval(hours => $5)
     where platform_id = $1 and mode = $2 returning sealed_key, previous_until`,
    [platformId, mode, made.keyHash, made.sealedKey, oldKeyHours],
  );
};

/** Makes the change of a key visible to the directory. @param version the one that the transaction has taken */
export const renewMerchants = async (
  client: Queryable,
  { platformId, mode }: MerchantsOf,
  version: number,
): Promise<void> => {
  await client.query(
    `with renewed as (
       update merchants m set version = $3 + o.place
       from (select id, row_number() over (order by id) as place from merchants where platform_id = $1 and mode = $2) o
       where m.id = o.id returning m.id
     )
     update directory_state set version = version + (select count(*) from renewed)`,
    [platformId, mode, version],
  );
};

export type PlatformRow = RowOf<PlatformView>;

/** Of token `t`. */
export const isActiveToken = 't.revoked_at is null and (t.expires_at is null or t.expires_at > now())';

const columns = `
  p.id, p.name, p.status, p.per_minute, p.created_at,
  coalesce((
    select json_agg(json_build_object('mode', k.mode, 'created_at', ${instantText('k.created_at')},
                                      'old_key_until', case when k.previous_until > now() then ${instantText('k.previous_until')} end)
                    order by k.mode)
    from platform_keys k where k.platform_id = p.id), '[]') as keys,
  coalesce((
    select json_agg(json_build_object('id', t.id, 'last_four', t.last_four, 'mode', t.mode, 'scopes', t.scopes,
                                      'created_at', ${instantText('t.created_at')}, 'expires_at', ${instantText('t.expires_at')},
                                      'last_used_at', ${instantText('t.last_used_at')})
                    order by t.created_at, t.id)
    from platform_tokens t where t.platform_id = p.id and ${isActiveToken}), '[]') as tokens`;

/** By name. Those alone that an operator has named: a merchant without a platform is one of its own. */
export const listPlatforms = (client: Queryable, page: { after: string; rowMax: number }): Promise<PlatformRow[]> =>
  queryRows(
    client,
    `select ${columns} from platforms p
     where p.name > $1 and p.name !~ $3 order by p.name limit $2`,
    [page.after, page.rowMax, impliedPlatformName],
  );

export const readPlatform = (client: Queryable, id: string): Promise<PlatformRow | undefined> =>
  queryRow(client, `select ${columns} from platforms p where p.id = $1`, [id]);

/** To be asked with the directory's lock, under which platforms are named one by one. @returns the id of the platform */
export const findPlatformByName = (client: Queryable, name: string): Promise<string | undefined> =>
  queryValue(client, 'select id from platforms where name = $1', [name]);

/** Settings that are absent in the patch stay. @returns whether there is such a platform */
export const updatePlatform = async (
  client: Queryable,
  id: string,
  { name, status, per_minute: perMinute }: PatchPlatform,
  version: number,
): Promise<boolean> =>
  (await queryCount(
    client,
    `update platforms set version = $2, name = coalesce($3, name), status = coalesce($4, status),
       per_minute = case when $5 then $6 else per_minute end
     where id = $1`,
    [id, version, name ?? null, status ?? null, perMinute !== undefined, perMinute ?? null],
  )) === 1;

export const countPlatformTokens = async (client: Queryable, id: string, mode: MerchantMode): Promise<number> =>
  (await queryValue<number>(
    client,
    `select count(*)::int as n from platform_tokens t where t.platform_id = $1 and t.mode = $2 and ${isActiveToken}`,
    [id, mode],
  )) ?? 0;

/** Of a token that is active, or was. @returns `undefined`: the platform has no such token */
export const readPlatformTokenMode = (
  client: Queryable,
  platformId: string,
  tokenId: string,
): Promise<MerchantMode | undefined> =>
  queryValue(client, 'select mode from platform_tokens where platform_id = $1 and id = $2', [platformId, tokenId]);

/** Only the hash is kept: the token itself is shown once and can never be read again. */
export const insertPlatformToken = (
  client: Queryable,
  platformId: string,
  { mode, scopes, expires_at: expiresAt, token }: CreatePlatformToken & { token: string },
): Promise<RowOf<Omit<PlatformTokenCreated, 'token'>>> =>
  queryOne(
    client,
    `insert into platform_tokens (platform_id, mode, scopes, expires_at, token_hash, last_four) values ($1, $2, $3, $4, $5, $6)
     returning id, last_four, mode, scopes, created_at, expires_at`,
    [platformId, mode, arrayOf('text', scopes), expiresAt ?? null, hashCredential(token), lastFourOf(token)],
  );

/** Platforms with tokens that were written since a version, of all versions with 0. They are few: all come at once. */
export const readPlatformEntries = (client: Queryable, sinceVersion: number): Promise<PlatformEntry[]> =>
  queryRows(
    client,
    `select p.id as platform_id, p.status, p.per_minute, p.version, coalesce((
       select json_agg(json_build_object('hash', t.token_hash, 'id', t.id, 'mode', t.mode, 'scopes', t.scopes,
                                         'expires_at', ${instantText('t.expires_at')})
                       order by t.created_at, t.id)
       from platform_tokens t where t.platform_id = p.id and ${isActiveToken}), '[]') as tokens
     from platforms p where p.version > $1 order by p.version`,
    [sinceVersion],
  );

/** One whose token is revoked meanwhile waits, and then ends what was begun. */
export const sharePlatform = async (client: Queryable, platformId: string): Promise<void> => {
  await client.query('select 1 from platforms where id = $1 for share', [platformId]);
};
