import {
  merchantModes,
  type PatchPlatform,
  type PlatformEntry,
  platformOwnerId,
  type PlatformView,
} from '@delivery/contracts';
import {
  arrayOf,
  awaitAll,
  instantText,
  type Queryable,
  queryOne,
  queryRow,
  queryRows,
  queryValue,
  type RowOf,
} from '@delivery/postgres';
import { isActiveToken } from './credential-queries.js';
import { type MerchantsOf, updateOwners } from './queries.js';
import { impliedPlatformName } from './rules/credentials.js';

/**
 * The platform of that name, with the given id when it is new. Where others may give the name: with the directory's
 * lock. @returns its id
 */
export const ensurePlatform = async (client: Queryable, wanted: { id: string; name: string }): Promise<string> => {
  await client.query(
    `with made as (
       insert into platforms (id, name) values ($1, $2) on conflict (name) do nothing returning id, name
     ), given as (
       select o.id, o.mode, made.id as platform_id, made.name from made, unnest($3::text[], $4::text[]) as o (id, mode)
     ), owner as (
       insert into owners (id, kind, mode, name) select id, 'platform', mode, name from given
     )
     insert into platform_owners (owner_id, platform_id, mode) select id, platform_id, mode from given`,
    [wanted.id, wanted.name, arrayOf('text', ownerIdsOf(wanted.id)), arrayOf('text', merchantModes)],
  );
  const id = await findPlatformByName(client, wanted.name);
  if (id === undefined) throw new Error('the platform was deleted while it was created');
  return id;
};

/** The owner that a platform is in each mode. */
export const ownerIdsOf = (platformId: string): string[] =>
  merchantModes.map((mode) => platformOwnerId(platformId, mode));

export type NewKey = { keyHash: string; sealedKey: string };

/**
 * The key of a platform that there is, sealed: the given one where it has none of the mode yet. To be called with the
 * directory's lock.
 */
export const ensureKey = async (
  client: Queryable,
  { platformId, mode }: MerchantsOf,
  made: NewKey,
): Promise<string> => {
  const ownerId = platformOwnerId(platformId, mode);
  // Together, as others wait for the lock.
  const { sealed } = await awaitAll({
    made: client.query(
      'insert into platform_keys (owner_id, key_hash, sealed_key) values ($1, $2, $3) on conflict (owner_id) do nothing',
      [ownerId, made.keyHash, made.sealedKey],
    ),
    sealed: queryOne<{ sealed_key: string }>(client, 'select sealed_key from platform_keys where owner_id = $1', [
      ownerId,
    ]),
  });
  return sealed.sealed_key;
};

/**
 * Replaces the key by the given one; the old one keeps working for some hours. While an older one still works, the key
 * stays, and the end of the older one is set anew: so a repeat does no harm.
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
       key_hash = case when ${isUnderWay} then key_hash else $2 end,
       sealed_key = case when ${isUnderWay} then sealed_key else $3 end,
       created_at = case when ${isUnderWay} then created_at else now() end,
       previous_hash = case when ${isUnderWay} then previous_hash else key_hash end,
       previous_until = now() + make_interval(hours => $4)
     where owner_id = $1 returning sealed_key, previous_until`,
    [platformOwnerId(platformId, mode), made.keyHash, made.sealedKey, oldKeyHours],
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
       update owners m set version = $2 + ms.place
       from (select id, row_number() over (order by id) as place from merchants where platform_owner_id = $1) ms
       where m.id = ms.id returning m.id
     )
     update directory_state set version = version + (select count(*) from renewed)`,
    [platformOwnerId(platformId, mode), version],
  );
};

export type PlatformRow = RowOf<PlatformView>;

/** Both owners of a platform have the same limit, version and time of creation: those of the live one are read. */
const source = `
  platforms p join platform_owners po on po.platform_id = p.id and po.mode = 'live'
    join owners o on o.id = po.owner_id`;

const columns = `
  p.id, p.name, p.status, o.per_minute, o.created_at,
  coalesce((
    select json_agg(json_build_object('mode', w.mode, 'created_at', ${instantText('k.created_at')},
                                      'old_key_until',
                                      case when k.previous_until > now() then ${instantText('k.previous_until')} end)
                    order by w.mode)
    from platform_owners w join platform_keys k on k.owner_id = w.owner_id where w.platform_id = p.id), '[]') as keys,
  coalesce((
    select json_agg(json_build_object('id', t.id, 'last_four', t.last_four, 'mode', w.mode, 'scopes', t.scopes,
                                      'created_at', ${instantText('t.created_at')},
                                      'expires_at', ${instantText('t.expires_at')},
                                      'last_used_at', ${instantText('t.last_used_at')})
                    order by t.created_at, t.id)
    from platform_owners w join tokens t on t.owner_id = w.owner_id
    where w.platform_id = p.id and ${isActiveToken}), '[]') as tokens`;

/** By name. Those alone that an operator has named: a merchant without a platform is one of its own. */
export const listPlatforms = (client: Queryable, page: { after: string; rowMax: number }): Promise<PlatformRow[]> =>
  queryRows(
    client,
    `select ${columns} from ${source}
     where p.name > $1 and p.name !~ $3 order by p.name limit $2`,
    [page.after, page.rowMax, impliedPlatformName],
  );

export const readPlatform = (client: Queryable, id: string): Promise<PlatformRow | undefined> =>
  queryRow(client, `select ${columns} from ${source} where p.id = $1`, [id]);

/**
 * To be asked with the directory's lock, under which platforms are named one by one. @returns the id of the platform
 */
export const findPlatformByName = (client: Queryable, name: string): Promise<string | undefined> =>
  queryValue(client, 'select id from platforms where name = $1', [name]);

/** Settings that are absent in the patch stay. @returns whether there is such a platform */
export const updatePlatform = async (
  client: Queryable,
  id: string,
  patch: PatchPlatform,
  version: number,
): Promise<boolean> => {
  const { name = null, status = null } = patch;
  if (name !== null || status !== null)
    await client.query('update platforms set name = coalesce($2, name), status = coalesce($3, status) where id = $1', [
      ...[id, name, status],
    ]);
  return (await updateOwners(client, ownerIdsOf(id), patch, { version, by: 'operator' })).length > 0;
};

/** Platforms with tokens that were written since a version, of all versions with 0. They are few: all come at once. */
export const readPlatformEntries = (client: Queryable, sinceVersion: number): Promise<PlatformEntry[]> =>
  queryRows(
    client,
    `select p.id as platform_id, p.status, o.per_minute, o.version, coalesce((
       select json_agg(json_build_object('hash', t.token_hash, 'id', t.id, 'mode', w.mode, 'scopes', t.scopes,
                                         'expires_at', ${instantText('t.expires_at')})
                       order by t.created_at, t.id)
       from platform_owners w join tokens t on t.owner_id = w.owner_id
       where w.platform_id = p.id and ${isActiveToken}), '[]') as tokens
     from ${source} where o.version > $1 order by o.version`,
    [sinceVersion],
  );
