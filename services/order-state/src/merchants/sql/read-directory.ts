import type { DirectoryEntry } from '@delivery/contracts';
import type { Queryable } from '@delivery/postgres';

/** The directory's state and entries, read in one statement: of one moment. */
export type DirectoryRead = { epoch: string; version: number; entries: DirectoryEntry[] };

const entryColumns = `
  m.id as merchant_id, m.platform_id, m.status, m.mode, m.create_per_minute, m.other_per_minute, m.version,
  case m.mode when 'sandbox' then p.sandbox_key_hash else p.key_hash end as key_hash,
  array(select t.token_hash from merchant_tokens t where t.merchant_id = m.id and t.revoked_at is null
        order by t.created_at, t.id) as token_hashes`;
const entrySource = 'merchants m join platforms p on p.id = m.platform_id';

/** Pages are walked by `column`: rows after `position`, in its order. */
const readPage = async (
  client: Queryable,
  page: { column: 'm.id' | 'm.version'; position: string | number; limit: number },
): Promise<DirectoryRead> => {
  const { rows } = await client.query<DirectoryRead>(
    `select s.epoch, s.version, coalesce((
       select json_agg(to_jsonb(e) - 'position' order by e.position) from (
         select ${entryColumns}, ${page.column} as position from ${entrySource}
         where ${page.column} > $1 order by ${page.column} limit $2
       ) e), '[]') as entries
     from directory_state s`,
    [page.position, page.limit],
  );
  const row = rows[0];
  if (!row) throw new Error('directory_state has lost its row');
  return row;
};

/** A page of the whole directory, in id order. */
export const readDirectory = (client: Queryable, page: { afterId: string; limit: number }): Promise<DirectoryRead> =>
  readPage(client, { column: 'm.id', position: page.afterId, limit: page.limit });

/** Merchants written since a version, in version order. Each is whole. */
export const readDirectoryChanges = (
  client: Queryable,
  page: { sinceVersion: number; limit: number },
): Promise<DirectoryRead> => readPage(client, { column: 'm.version', position: page.sinceVersion, limit: page.limit });

/** The merchant of an active token. */
export const findDirectoryEntry = async (client: Queryable, tokenHash: string): Promise<DirectoryEntry | undefined> => {
  const { rows } = await client.query<DirectoryEntry>(
    `select ${entryColumns} from ${entrySource}
     where m.id = (select t.merchant_id from merchant_tokens t where t.token_hash = $1 and t.revoked_at is null)`,
    [tokenHash],
  );
  return rows[0];
};
