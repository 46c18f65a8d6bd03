import {
  type DirectoryEntry,
  type MerchantMode,
  type MerchantView,
  type PatchMerchant,
  platformOwnerId,
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
  queryValues,
  type RowOf,
} from '@delivery/postgres';

export type DisabledBy = 'operator' | 'platform';

export type MerchantRow = RowOf<Omit<MerchantView, 'webhook_endpoints'>>;

/** Merchants as owners `m`, what they have beyond other owners as `ms`, and their platforms `p`. */
export const merchantSource = `
  merchants ms join owners m on m.id = ms.id join platform_owners po on po.owner_id = ms.platform_owner_id
    join platforms p on p.id = po.platform_id`;

/** For `select ${merchantColumns} from ${merchantSource}`. */
export const merchantColumns = `
  m.id as merchant_id, m.name, m.mode, json_build_object('id', p.id, 'name', p.name) as platform,
  ms.reference, m.status, m.disabled_by,
  ms.create_per_minute, m.per_minute as other_per_minute, ms.tracking_page, ms.time_zone, m.created_at,
  coalesce((select json_agg(json_build_object('id', t.id, 'last_four', t.last_four,
    'created_at', ${instantText('t.created_at')}) order by t.created_at, t.id)
            from tokens t where t.owner_id = m.id and t.revoked_at is null), '[]') as tokens`;

/** Couriers' systems as owners `s`, and what they have beyond other owners as `cs`. */
export const systemSource = 'courier_systems cs join owners s on s.id = cs.id';

/** For `from ${systemSource}`: whether it serves merchant `m` while it is active. */
export const isServed = `
  s.mode = m.mode and (cs.serves_all or exists (
    select from courier_system_merchants c where c.courier_system_id = s.id and c.merchant_id = m.id))`;

/** Whether it serves it now. */
export const serves = `s.status = 'active' and ${isServed}`;

/** Whether the merchant of `merchantSource` has the id or the reference of the text, or it as a part of its name. */
export const isNamed = (text: string): string =>
  `(m.id = ${text} or ms.reference = ${text} or strpos(lower(m.name), lower(${text})) > 0)`;

/** The merchants of a platform, of one mode. */
export type MerchantsOf = { platformId: string; mode: MerchantMode };

/** By its id, its reference, or a part of its name. */
export const searchMerchants = (
  client: Queryable,
  text: string,
  rowMax: number,
): Promise<{ id: string; name: string }[]> =>
  queryRows(
    client,
    `select m.id, m.name from merchants ms join owners m on m.id = ms.id
      where ${isNamed('$1')} order by m.name, m.id limit $2`,
    [text, rowMax],
  );

export const readMerchant = (client: Queryable, merchantId: string): Promise<MerchantRow | undefined> =>
  queryRow(client, `select ${merchantColumns} from ${merchantSource} where m.id = $1`, [merchantId]);

/** Only for those that have one. */
export const readReferences = async (
  client: Queryable,
  merchantIds: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (merchantIds.length === 0) return new Map();
  const rows = await queryRows<{ id: string; reference: string }>(client, {
    name: 'read_references',
    text: 'select id, reference from merchants where id = any($1) and reference is not null',
    values: [arrayOf('text', merchantIds)],
  });
  return new Map(rows.map(({ id, reference }) => [id, reference]));
};

/**
 * Locks the owner for counting what it has (endpoints, stores) before adding one: a second caller sees the first's.
 * `no key`: the foreign keys of added rows do not wait for it. @returns whether there is such an owner
 */
export const lockOwner = async (client: Queryable, ownerId: string): Promise<boolean> =>
  (await queryCount(client, 'select from owners where id = $1 for no key update', [ownerId])) === 1;

export const isOwner = async (client: Queryable, ownerId: string): Promise<boolean> =>
  (await queryCount(client, 'select from owners where id = $1', [ownerId])) === 1;

/** If a token of the owner is revoked, or the owner is disabled, meanwhile, that waits and then ends what was begun. */
export const shareOwner = async (client: Queryable, ownerId: string): Promise<void> => {
  await client.query('select from owners where id = $1 for share', [ownerId]);
};

export type NewMerchant = {
  id: string;
  name: string;
  platformId: string;
  timeZone: string | null;
  mode: MerchantMode;
};

/** Makes a merchant that has no version and no reference yet. */
export const insertMerchant = async (client: Queryable, merchant: NewMerchant): Promise<void> => {
  const { id, name, platformId, mode, timeZone } = merchant;
  await client.query(
    `with owner as (insert into owners (id, kind, name, mode) values ($1, 'merchant', $2, $3))
     insert into merchants (id, platform_owner_id, time_zone) values ($1, $4, $5)`,
    [id, name, mode, platformOwnerId(platformId, mode), timeZone],
  );
};

/**
 * The merchant that has this reference. To be asked with the directory's lock, under which merchants are changed one by
 * one.
 */
export const findByReference = (
  client: Queryable,
  { platformId, mode, reference }: Pick<NewMerchant, 'platformId' | 'mode'> & { reference: string },
): Promise<string | undefined> =>
  queryValue(client, 'select id from merchants where platform_owner_id = $1 and reference = $2', [
    platformOwnerId(platformId, mode),
    reference,
  ]);

type OwnerPatch = {
  name?: string | undefined;
  status?: 'active' | 'disabled' | undefined;
  per_minute?: number | null | undefined;
};

/**
 * Settings that are absent in the patch stay; a limit of `null` returns to the default. The new version makes the
 * owners, and changes of their credentials, visible to the directory. @returns the modes of those that there are
 */
export const updateOwners = (
  client: Queryable,
  ownerIds: readonly string[],
  { name, status, per_minute: perMinute }: OwnerPatch,
  { version, by }: { version: number; by: DisabledBy },
): Promise<MerchantMode[]> =>
  queryValues(
    client,
    `update owners set version = $2, name = coalesce($3, name), status = coalesce($4, status),
       per_minute = case when $5 then $6 else per_minute end,
       disabled_by = case $4 when 'active' then null
         when 'disabled' then case when disabled_by = 'operator' then disabled_by else $7 end
         else disabled_by end
     where id = any($1) returning mode`,
    [
      ...[arrayOf('text', ownerIds), version, name ?? null, status ?? null],
      ...[perMinute !== undefined, perMinute ?? null, by],
    ],
  );

/** Settings that are absent in the patch stay; a limit, reference or time zone of `null` returns to the default. */
export const updateMerchant = async (
  client: Queryable,
  merchantId: string,
  patch: PatchMerchant,
  done: { version: number; by: DisabledBy },
): Promise<void> => {
  await awaitAll({
    owner: updateOwners(client, [merchantId], { ...patch, per_minute: patch.other_per_minute }, done),
    merchant: client.query(
      `update merchants set create_per_minute = case when $2 then $3 else create_per_minute end,
         reference = case when $4 then $5 else reference end, tracking_page = coalesce($6, tracking_page),
         time_zone = case when $7 then $8 else time_zone end
       where id = $1`,
      [
        ...[merchantId, patch.create_per_minute !== undefined, patch.create_per_minute ?? null],
        ...[patch.reference !== undefined, patch.reference ?? null, patch.tracking_page ?? null],
        ...[patch.time_zone !== undefined, patch.time_zone ?? null],
      ],
    ),
  });
};

/**
 * The directory has none, so its version stays. @returns the one before; `undefined`: there is no such merchant with
 * another zone
 */
export const saveTimeZone = (
  client: Queryable,
  merchantId: string,
  timeZone: string | null,
): Promise<Pick<MerchantRow, 'time_zone'> | undefined> =>
  queryRow(
    client,
    `update merchants m set time_zone = $2 from (select id, time_zone from merchants where id = $1
      for no key update) old
     where m.id = old.id and old.time_zone is distinct from $2 returning old.time_zone`,
    [merchantId, timeZone],
  );

/** The directory's lock, without a version. */
export const lockDirectory = async (client: Queryable): Promise<void> => {
  await client.query('select from directory_state for no key update');
};

/**
 * Takes the next version of the directory and its row's lock until the transaction ends: merchant writes commit one
 * after the other, in the order of their versions, so that a reader of the changes since a version misses none.
 */
export const nextDirectoryVersion = async (client: Queryable): Promise<number> => {
  // Named, so that it travels with others.
  const { version } = await queryOne<{ version: number }>(client, {
    name: 'next_directory_version',
    text: 'update directory_state set version = version + 1 returning version',
    values: [],
  });
  return version;
};

/** The directory's state and entries, read in one statement: of one moment. */
export type DirectoryRead = { epoch: string; version: number; entries: DirectoryEntry[] };

const entryColumns = `
  m.id as merchant_id, po.platform_id, m.status, m.mode, ms.create_per_minute,
  m.per_minute as other_per_minute, m.version,
  k.key_hash,
  case when k.previous_until > now() then json_build_object('hash', k.previous_hash,
    'expires_at', ${instantText('k.previous_until')}) end as previous_key,
  array(select t.token_hash from tokens t where t.owner_id = m.id and t.revoked_at is null
    order by t.created_at, t.id) as token_hashes,
  array(select t.token_hash from tokens t where t.owner_id = m.id and t.revoked_at is null
    and t.scopes = '{read}') as reading_hashes,
  coalesce((select json_agg(json_build_object('client_id', c.id, 'secret_hash', c.secret_hash) order by c.id)
            from oauth_clients c where c.merchant_id = m.id), '[]') as oauth_clients`;
const entrySource = `
  merchants ms join owners m on m.id = ms.id join platform_owners po on po.owner_id = ms.platform_owner_id
    join platform_keys k on k.owner_id = ms.platform_owner_id`;

/** Pages are walked by `column`: rows after `position`, in its order. */
const readPage = (
  client: Queryable,
  page: { column: 'ms.id' | 'm.version'; position: string | number; limit: number },
): Promise<DirectoryRead> =>
  queryOne(
    client,
    `select s.epoch, s.version, coalesce((
       select json_agg(to_jsonb(e) - 'position' order by e.position) from (
         select ${entryColumns}, ${page.column} as position from ${entrySource}
         where m.kind = 'merchant' and ${page.column} > $1 order by ${page.column} limit $2
       ) e), '[]') as entries
     from directory_state s`,
    [page.position, page.limit],
  );

/** A page of the whole directory, in id order. */
export const readDirectory = (client: Queryable, page: { afterId: string; limit: number }): Promise<DirectoryRead> =>
  readPage(client, { column: 'ms.id', position: page.afterId, limit: page.limit });

/** Merchants written since a version, in version order. Each is whole. */
export const readDirectoryChanges = (
  client: Queryable,
  page: { sinceVersion: number; limit: number },
): Promise<DirectoryRead> => readPage(client, { column: 'm.version', position: page.sinceVersion, limit: page.limit });

/** The merchant of an active token or of an OAuth client. */
export const findDirectoryEntry = (
  client: Queryable,
  { tokenHash = null, clientId = null }: { tokenHash?: string | null; clientId?: string | null },
): Promise<DirectoryEntry | undefined> =>
  queryRow(
    client,
    `select ${entryColumns} from ${entrySource}
     where ms.id = coalesce(
       (select t.owner_id from tokens t where t.token_hash = $1 and t.revoked_at is null),
       (select c.merchant_id from oauth_clients c where c.id = $2))`,
    [tokenHash, clientId],
  );

/** The platform's merchants of a mode, by their status. */
export const countByStatus = async (
  client: Queryable,
  { platformId, mode }: MerchantsOf,
): Promise<{ active: number; disabled: number }> =>
  (await queryRow<{ active: number; disabled: number }>(
    client,
    `select (count(*) filter (where m.status = 'active'))::int as active,
       (count(*) filter (where m.status = 'disabled'))::int as disabled
     from merchants ms join owners m on m.id = ms.id where ms.platform_owner_id = $1`,
    [platformOwnerId(platformId, mode)],
  )) ?? { active: 0, disabled: 0 };

/** @returns the platform's merchants of a mode, counted to `countMax` */
export const countMerchants = async (
  client: Queryable,
  { platformId, mode }: MerchantsOf,
  countMax: number,
): Promise<number> =>
  (await queryValue<number>(
    client,
    'select count(*)::int as n from (select from merchants where platform_owner_id = $1 limit $2) counted',
    [platformOwnerId(platformId, mode), countMax],
  )) ?? 0;

/** The ids that belong to merchants. */
export const findMerchants = (client: Queryable, ids: readonly string[]): Promise<string[]> =>
  queryValues(client, 'select id from merchants where id = any($1)', [ids]);
