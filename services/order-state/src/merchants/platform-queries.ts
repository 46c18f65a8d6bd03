import type {
  CreatePlatformToken,
  MerchantMode,
  PatchPlatform,
  PlatformEntry,
  PlatformScope,
} from '@delivery/contracts';
import { arrayOf, type Queryable } from '@delivery/postgres';
import { impliedPlatformName } from './rules/credentials.js';

export type Platform = { id: string; sealedKey: string };

/** The platform of that name, created with the given key when it is new. A second caller waits for the first. */
export const ensurePlatform = async (
  client: Queryable,
  wanted: { id: string; name: string; keyHash: string; sealedKey: string },
): Promise<Platform> => {
  await client.query(
    'insert into platforms (id, name, key_hash, sealed_key) values ($1, $2, $3, $4) on conflict (name) do nothing',
    [wanted.id, wanted.name, wanted.keyHash, wanted.sealedKey],
  );
  const { rows } = await client.query<{ id: string; sealed_key: string }>(
    'select id, sealed_key from platforms where name = $1',
    [wanted.name],
  );
  const platform = rows[0];
  if (!platform) throw new Error('the platform was deleted while it was created');
  return { id: platform.id, sealedKey: platform.sealed_key };
};

/** Of the key for live merchants. */
export const readSealedKey = async (client: Queryable, platformId: string): Promise<string | undefined> => {
  const { rows } = await client.query<{ sealed_key: string }>('select sealed_key from platforms where id = $1', [
    platformId,
  ]);
  return rows[0]?.sealed_key;
};

/** The platform's key for sandbox merchants, sealed: the given one where it has none yet. A second caller waits for the first. */
export const ensureSandboxKey = async (
  client: Queryable,
  wanted: { platformId: string; keyHash: string; sealedKey: string },
): Promise<string> => {
  const { rows } = await client.query<{ sealed_sandbox_key: string }>(
    `update platforms
     set sealed_sandbox_key = case when sandbox_key_hash is null then $3 else sealed_sandbox_key end,
         sandbox_key_hash = coalesce(sandbox_key_hash, $2)
     where id = $1 returning sealed_sandbox_key`,
    [wanted.platformId, wanted.keyHash, wanted.sealedKey],
  );
  const platform = rows[0];
  if (!platform) throw new Error('the platform was deleted while it was given a sandbox key');
  return platform.sealed_sandbox_key;
};

export type PlatformRow = {
  id: string;
  name: string;
  status: 'active' | 'disabled';
  per_minute: number | null;
  created_at: Date;
  /** Active ones, oldest first. */
  tokens: {
    id: string;
    mode: MerchantMode;
    scopes: PlatformScope[];
    created_at: string;
    expires_at: string | null;
    last_used_at: string | null;
  }[];
};

const isActive = 't.revoked_at is null and (t.expires_at is null or t.expires_at > now())';

const columns = `
  p.id, p.name, p.status, p.per_minute, p.created_at,
  coalesce((
    select json_agg(json_build_object('id', t.id, 'mode', t.mode, 'scopes', t.scopes, 'created_at', t.created_at,
                                      'expires_at', t.expires_at, 'last_used_at', t.last_used_at)
                    order by t.created_at, t.id)
    from platform_tokens t where t.platform_id = p.id and ${isActive}), '[]') as tokens`;

/** By name. Those alone that an operator has named: a merchant without a platform is one of its own. */
export const listPlatforms = async (
  client: Queryable,
  page: { after: string; rowMax: number },
): Promise<PlatformRow[]> => {
  const { rows } = await client.query<PlatformRow>(
    `select ${columns} from platforms p
     where p.name > $1 and p.name !~ $3 order by p.name limit $2`,
    [page.after, page.rowMax, impliedPlatformName],
  );
  return rows;
};

export const readPlatform = async (client: Queryable, id: string): Promise<PlatformRow | undefined> => {
  const { rows } = await client.query<PlatformRow>(`select ${columns} from platforms p where p.id = $1`, [id]);
  return rows[0];
};

/** To be asked with the directory's lock, under which platforms are named one by one. @returns the id of the platform */
export const findPlatformByName = async (client: Queryable, name: string): Promise<string | undefined> => {
  const { rows } = await client.query<{ id: string }>('select id from platforms where name = $1', [name]);
  return rows[0]?.id;
};

/** Settings that are absent in the patch stay. @returns whether there is such a platform */
export const updatePlatform = async (
  client: Queryable,
  id: string,
  { name, status, per_minute: perMinute }: PatchPlatform,
  version: number,
): Promise<boolean> => {
  const { rowCount } = await client.query(
    `update platforms set version = $2, name = coalesce($3, name), status = coalesce($4, status),
       per_minute = case when $5 then $6 else per_minute end
     where id = $1`,
    [id, version, name ?? null, status ?? null, perMinute !== undefined, perMinute ?? null],
  );
  return rowCount === 1;
};

export const countPlatformTokens = async (client: Queryable, id: string, mode: MerchantMode): Promise<number> => {
  const { rows } = await client.query<{ n: number }>(
    `select count(*)::int as n from platform_tokens t where t.platform_id = $1 and t.mode = $2 and ${isActive}`,
    [id, mode],
  );
  return rows[0]?.n ?? 0;
};

/** Of a token that is active, or was. @returns `undefined`: the platform has no such token */
export const readPlatformTokenMode = async (
  client: Queryable,
  platformId: string,
  tokenId: string,
): Promise<MerchantMode | undefined> => {
  const { rows } = await client.query<{ mode: MerchantMode }>(
    'select mode from platform_tokens where platform_id = $1 and id = $2',
    [platformId, tokenId],
  );
  return rows[0]?.mode;
};

export type PlatformTokenRow = { id: string; created_at: Date; expires_at: Date | null };

/** Only the hash is kept: the token itself is shown once and can never be read again. */
export const insertPlatformToken = async (
  client: Queryable,
  platformId: string,
  { mode, scopes, expires_at: expiresAt, hash }: CreatePlatformToken & { hash: string },
): Promise<PlatformTokenRow> => {
  const { rows } = await client.query<PlatformTokenRow>(
    `insert into platform_tokens (platform_id, mode, scopes, expires_at, token_hash) values ($1, $2, $3, $4, $5)
     returning id, created_at, expires_at`,
    [platformId, mode, arrayOf('text', scopes), expiresAt ?? null, hash],
  );
  const row = rows[0];
  if (!row) throw new Error('insert returned no row');
  return row;
};

/** Platforms with tokens that were written since a version, of all versions with 0. They are few: all come at once. */
export const readPlatformEntries = async (client: Queryable, sinceVersion: number): Promise<PlatformEntry[]> => {
  const { rows } = await client.query<PlatformEntry>(
    `select p.id as platform_id, p.status, p.per_minute, p.version, coalesce((
       select json_agg(json_build_object('hash', t.token_hash, 'id', t.id, 'mode', t.mode, 'scopes', t.scopes,
                                         'expires_at', to_char(t.expires_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
                       order by t.created_at, t.id)
       from platform_tokens t where t.platform_id = p.id and ${isActive}), '[]') as tokens
     from platforms p where p.version > $1 order by p.version`,
    [sinceVersion],
  );
  return rows;
};
