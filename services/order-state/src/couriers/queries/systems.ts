import {
  type CourierSystemEntry,
  type MerchantMode,
  type PatchCourierSystem,
  simulatorSystemId,
} from '@delivery/contracts';
import { arrayOf, type Queryable, queryRow, queryRows, queryValue, queryValues } from '@delivery/postgres';
import { hashCredential, lastFourOf } from '../../merchants/rules/credentials.js';

export type CourierSystemRow = {
  id: string;
  name: string;
  mode: MerchantMode;
  status: 'active' | 'disabled';
  serves_all: boolean;
  merchant_ids: string[];
  per_minute: number | null;
  created_at: Date;
  /** Active ones, oldest first. */
  tokens: { id: string; last_four: string; created_at: string; last_used_at: string | null }[];
};

const columns = `
  s.id, s.name, s.mode, s.status, s.serves_all, s.per_minute, s.created_at,
  array(select m.merchant_id from courier_system_merchants m where m.courier_system_id = s.id order by m.merchant_id) as merchant_ids,
  coalesce((
    select json_agg(json_build_object('id', t.id, 'last_four', t.last_four, 'created_at', t.created_at, 'last_used_at', t.last_used_at)
                    order by t.created_at, t.id)
    from courier_tokens t where t.courier_system_id = s.id and t.revoked_at is null), '[]') as tokens`;

/** In id order, which is random but stays right while systems are added. */
export const listCourierSystems = (
  client: Queryable,
  page: { after: string; rowMax: number },
): Promise<CourierSystemRow[]> =>
  queryRows(client, `select ${columns} from courier_systems s where s.id > $1 order by s.id limit $2`, [
    page.after,
    page.rowMax,
  ]);

export const readCourierSystem = (client: Queryable, id: string): Promise<CourierSystemRow | undefined> =>
  queryRow(client, `select ${columns} from courier_systems s where s.id = $1`, [id]);

export type NewCourierSystem = { id: string; name: string; mode: MerchantMode; servesAll: boolean; version: number };

export const insertCourierSystem = async (client: Queryable, system: NewCourierSystem): Promise<void> => {
  await client.query('insert into courier_systems (id, name, mode, serves_all, version) values ($1, $2, $3, $4, $5)', [
    system.id,
    system.name,
    system.mode,
    system.servesAll,
    system.version,
  ]);
};

/** Settings that are absent in the patch stay. @returns its mode; `undefined`: there is no such system */
export const updateCourierSystem = (
  client: Queryable,
  id: string,
  { name, status, merchants, per_minute: perMinute }: PatchCourierSystem,
  version: number,
): Promise<MerchantMode | undefined> =>
  queryValue(
    client,
    `update courier_systems set version = $2, name = coalesce($3, name), status = coalesce($4, status),
       serves_all = coalesce($5, serves_all), per_minute = case when $6 then $7 else per_minute end
     where id = $1 returning mode`,
    [
      id,
      version,
      name ?? null,
      status ?? null,
      merchants === undefined ? null : merchants === 'all',
      perMinute !== undefined,
      perMinute ?? null,
    ],
  );

/** @returns those of the merchants that there are, in this mode: the others it does not serve */
export const replaceServed = async (
  client: Queryable,
  system: { id: string; mode: MerchantMode },
  merchantIds: readonly string[],
): Promise<string[]> => {
  await client.query('delete from courier_system_merchants where courier_system_id = $1', [system.id]);
  return queryValues(
    client,
    `insert into courier_system_merchants (courier_system_id, merchant_id)
     select $1, id from merchants where id = any($2) and mode = $3 returning merchant_id`,
    [system.id, arrayOf('text', merchantIds), system.mode],
  );
};

export const isSimulatorToken = async (client: Queryable, token: string): Promise<boolean> =>
  (
    await queryRows(
      client,
      'select from courier_tokens where courier_system_id = $1 and token_hash = $2 and revoked_at is null',
      [simulatorSystemId, hashCredential(token)],
    )
  ).length > 0;

/** It serves every sandbox merchant. Its other tokens are revoked. */
export const ensureSimulator = async (client: Queryable, token: string, version: number): Promise<void> => {
  const tokenHash = hashCredential(token);
  await client.query(
    `insert into courier_systems (id, name, mode, serves_all, version) values ($1, 'Simulated couriers', 'sandbox', true, $2)
     on conflict (id) do update set version = excluded.version`,
    [simulatorSystemId, version],
  );
  await client.query(
    'update courier_tokens set revoked_at = now() where courier_system_id = $1 and token_hash <> $2 and revoked_at is null',
    [simulatorSystemId, tokenHash],
  );
  await client.query(
    `insert into courier_tokens (courier_system_id, token_hash, last_four) values ($1, $2, $3)
     on conflict (token_hash) do update set revoked_at = null`,
    [simulatorSystemId, tokenHash, lastFourOf(token)],
  );
};

/** Systems written since a version, of all versions with 0. They are few: all come at once. */
export const readCourierEntries = (client: Queryable, sinceVersion: number): Promise<CourierSystemEntry[]> =>
  queryRows(
    client,
    `select s.id as courier_system_id, s.name, s.status, s.mode, s.per_minute, s.version,
       array(select t.token_hash from courier_tokens t where t.courier_system_id = s.id and t.revoked_at is null
             order by t.created_at, t.id) as token_hashes
     from courier_systems s where s.version > $1 order by s.version`,
    [sinceVersion],
  );
