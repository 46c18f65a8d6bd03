import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withClient } from '../postgres/await-postgres.js';

/**
 * Says in one line, before a service starts, that the kept data was made by an unreleased version. order-state refuses such a
 * database itself, but is then started again and again.
 * @param where the directory or database, as people know it
 * @throws Error
 */
export const refuseUnreleasedData = async (options: {
  databaseUrl: string;
  migrationsDir: string;
  where: string;
}): Promise<void> => {
  const { databaseUrl, migrationsDir, where } = options;
  const files = (await readdir(migrationsDir)).filter((name) => name.endsWith('.sql'));
  const known = await Promise.all(files.map(async (name) => `${name} ${await hashFile(join(migrationsDir, name))}`));
  const isOther = await withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ exists: boolean }>(
      "select to_regclass('schema_migrations') is not null as exists",
    );
    if (rows[0]?.exists !== true) return false;
    const { rowCount } = await client.query(
      "select from schema_migrations where name || ' ' || checksum <> all($1::text[])",
      [known],
    );
    return rowCount !== 0;
  });
  if (isOther) throw new Error(`${where} is of an unreleased version: move or delete it to start empty`);
};

const hashFile = async (path: string): Promise<string> =>
  createHash('sha256')
    .update(await readFile(path))
    .digest('hex');
