import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { isErrorCode } from '../files/error-code.js';
import { awaitAnswer } from '../processes/await-answer.js';

const connectTimeoutMs = 3_000;

/**
 * Tries to connect until the server answers or the signal aborts.
 * @throws Error with the last failure, if it does not answer within the limit
 */
export const awaitPostgres = (url: string, limitMs: number, signal?: AbortSignal): Promise<void> =>
  awaitAnswer('Postgres', () => withClient(url, (client) => client.query('select 1')), { limitMs, signal });

/** Creates the database where it is missing; two starts at the same time do no harm. */
export const ensureDatabase = (serverUrl: string, database: string): Promise<void> =>
  withClient(serverUrl, async (client) => {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [database]);
    if (rowCount !== 0) return;
    try {
      await client.query(`create database ${client.escapeIdentifier(database)}`);
    } catch (error) {
      // duplicate_database, or the unique violation that a concurrent creation ends in
      if (!isErrorCode(error, '42P04', '23505')) throw error;
    }
  });

export const withClient = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: connectTimeoutMs });
  // An idle client without a listener ends the process when its server dies.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end();
  }
};

/**
 * The role that order-state works with. It owns nothing, and reads and writes rows; functions of the schema do what only
 * the owner may do. It sees locks of other sessions, for metrics and runbooks.
 */
export const workingRole = { name: 'order_state', memberOf: ['pg_read_all_stats'] } as const;

/**
 * SQL for a database before its first migration. Tables then come with the rights, also those of later releases and
 * days.
 * @param owner the role that migrates
 */
export const grantRows = (owner: string): string =>
  `alter default privileges for role ${owner} in schema public grant select, insert, update, delete on tables to ${workingRole.name}`;

/**
 * Reports in one line, before a service starts, that the data was made by an unreleased version. order-state refuses
 * such a database, too, but would be restarted again and again.
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
