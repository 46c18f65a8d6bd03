import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { classifyDatabaseError, hasLostAgainstOthers } from './error-kind.js';
import type { PostgresLogger } from './logger.js';
import { createUnlimitedPool, inTransaction, type Pool, type Transaction } from './pool.js';
import { waitUntilHealthy } from './wait-until-healthy.js';

/** Any constant: one migration at a time over all replicas. */
const migrationLock = 7_212_004_561;

const retryMs = 1_000;

export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

/**
 * Applies `migrations/NNNN-name.sql` in order, each once, all in one transaction under an advisory lock: replicas that
 * start together wait for the first. Refuses to run when an applied file was changed since.
 * @returns the names applied by this call
 */
const migrate = async (pool: Pool, directory: URL): Promise<string[]> => {
  const files = (await readdir(directory)).filter((name) => /^\d{4}-.*\.sql$/.test(name)).sort();
  const migrations = await Promise.all(
    files.map(async (name) => {
      const sql = await readFile(new URL(name, directory), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
  return inTransaction(pool, async (client) => {
    await client.query('select pg_advisory_xact_lock($1)', [migrationLock]);
    const applied = await readApplied(client);
    const pending = migrations.filter(({ name, checksum }) => {
      const known = applied.get(name);
      if (known !== undefined && known !== checksum)
        throw new MigrationError(`${name} was changed after it was applied`);
      return known === undefined;
    });
    for (const { name, sql, checksum } of pending) {
      await client.query(sql);
      await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum]);
    }
    return pending.map(({ name }) => name);
  });
};

const readApplied = async (client: Transaction): Promise<Map<string, string>> => {
  // `if not exists` asks for the right to create even where the table exists, and the service's role may lack it.
  const { rows: found } = await client.query<{ exists: boolean }>(
    "select to_regclass('schema_migrations') is not null as exists",
  );
  if (found[0]?.exists !== true) {
    await client.query(`create table schema_migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`);
  }
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations',
  );
  return new Map(rows.map((row) => [row.name, row.checksum]));
};

/**
 * Migrates as soon as the database answers, however long that takes and however often it loses against the replicas at
 * work. Rejects when a migration itself is at fault, or the signal aborts.
 * @param pool asked whether the database is back
 */
export const migrateWhenPossible = async (
  pool: Pool,
  directory: URL,
  deps: { databaseUrl: string; applicationName: string; logger: PostgresLogger; signal: AbortSignal },
): Promise<void> => {
  const migrating = createUnlimitedPool(deps);
  try {
    for (;;) {
      try {
        const applied = await migrate(migrating, directory);
        deps.logger.info({ applied }, 'database.migrated');
        return;
      } catch (error) {
        if (!mayPass(error)) throw error;
        deps.logger.warn({ err: error }, 'database.not_ready');
        // A database that answers and yet refuses, as with a missing right, must not be asked in a tight loop.
        await delay(retryMs, undefined, { signal: deps.signal });
        await waitUntilHealthy(pool, deps.signal);
      }
    }
  } finally {
    await migrating.end();
  }
};

const mayPass = (error: unknown): boolean =>
  !(error instanceof MigrationError) && (classifyDatabaseError(error) === 'outage' || hasLostAgainstOthers(error));
