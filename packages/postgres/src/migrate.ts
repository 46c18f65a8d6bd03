import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { classifyDatabaseError, hasLostAgainstOthers, hasWaitedInVain } from './errors.js';
import { createUnlimitedPool, type Pool, type PostgresLogger, waitUntilHealthy } from './pool.js';
import { queryOne, queryRows, queryValue } from './query.js';
import { type Durability, refuseUnsuitableServer, UnsuitableServerError } from './requirements.js';

/** An arbitrary constant. Its lock allows one migration at a time over all replicas. */
const migrationLock = 7_212_004_561;

const retryMs = 1_000;
/**
 * How long a migration waits for a table. Other statements queue behind it, so it does not wait for a dump. It is longer
 * than `deadlock_timeout`, after which an autovacuum yields.
 */
const lockTimeout = '1500ms';
/** The pause after that, in which other statements get the table. */
const lockedRetryMs = 5_000;
/** How often a replica looks whether another one has finished migrating. */
const lockRetryMs = 250;

export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

/** A role that may only read and write rows waits until the owner has migrated. */
class NotMigratedError extends Error {
  override readonly name = 'NotMigratedError';
}

type Migration = { name: string; sql: string; checksum: string };

/**
 * Applies `migrations/NNNN-name.sql` in order, each once and in a transaction of its own, under an advisory lock:
 * replicas that start together wait for the first. It changes nothing in a database of an unreleased version. A newer
 * release's database, which has all of these files and more, is used as it is.
 * @returns the names applied by this call
 */
const migrate = async (pool: Pool, directory: URL, signal: AbortSignal): Promise<string[]> => {
  const files = (await readdir(directory)).filter((name) => /^\d{4}-.*\.sql$/.test(name)).sort();
  const migrations = await Promise.all(
    files.map(async (name) => {
      const sql = await readFile(new URL(name, directory), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
  const session = await pool.connect();
  try {
    await takeLock(session, signal);
    const applied = await readApplied(session);
    const foreign = findForeign(migrations, applied);
    if (foreign !== undefined) throw new MigrationError(unreleased(foreign));
    const pending = migrations.filter(({ name }) => !applied.has(name));
    if (pending.length === 0) return [];
    if (!(await mayMigrate(session))) throw new NotMigratedError(notMigrated(pending));
    await session.query(`create table if not exists schema_migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`);
    for (const migration of pending) await apply(session, migration);
    return pending.map(({ name }) => name);
  } finally {
    // The lock ends with its session.
    session.release(true);
  }
};

/** Checksums by name. */
type Applied = ReadonlyMap<string, string>;

/**
 * Finds an applied migration that no release has: its content differs, or it is unknown while one of this release is
 * missing.
 */
const findForeign = (migrations: readonly Migration[], applied: Applied): string | undefined => {
  const changed = migrations.find(({ name, checksum }) => applied.has(name) && applied.get(name) !== checksum);
  if (changed) return changed.name;
  const known = new Set(migrations.map(({ name }) => name));
  const isComplete = migrations.every(({ name }) => applied.has(name));
  return isComplete ? undefined : [...applied.keys()].find((name) => !known.has(name));
};

const unreleased = (foreign: string): string =>
  `the database was created by an unreleased version (its migration ${foreign} is unknown or differs) and was ` +
  'not changed: move it away, or drop it to start with an empty one';

const notMigrated = (pending: readonly Migration[]): string =>
  `this role may not change the schema, and waits for the owner to apply ${pending.map(({ name }) => name).join(', ')}`;

const mayMigrate = async (session: pg.PoolClient): Promise<boolean> =>
  (await queryValue<boolean | null>(session, `select has_schema_privilege(current_schema(), 'create')`)) === true;

/** Tries to take the lock without waiting, so that the signal can end the loop. */
const takeLock = async (session: pg.PoolClient, signal: AbortSignal): Promise<void> => {
  for (;;) {
    if (await queryValue<boolean>(session, 'select pg_try_advisory_lock($1)', [migrationLock])) return;
    await delay(lockRetryMs, undefined, { signal });
  }
};

const apply = async (session: pg.PoolClient, { name, sql, checksum }: Migration): Promise<void> => {
  // A failure ends the session, and the transaction with it.
  await session.query(`begin; set local lock_timeout = '${lockTimeout}'`);
  await session.query(sql);
  await session.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum]);
  await session.query('commit');
};

const readApplied = async (session: pg.PoolClient): Promise<Applied> => {
  const isThere = await queryValue<boolean>(session, "select to_regclass('schema_migrations') is not null");
  if (!isThere) return new Map();
  const rows = await queryRows<{ name: string; checksum: string }>(
    session,
    'select name, checksum from schema_migrations',
  );
  return new Map(rows.map((row) => [row.name, row.checksum]));
};

/**
 * Migrates as soon as the database answers, however long that takes and however often running replicas hold its tables.
 * A role that may not change the schema waits until another one has migrated. Rejects when a migration itself is faulty,
 * the server is unsuitable, a pooler shares the sessions, or the signal aborts.
 * @param pool its answer says that the database is back
 */
export const migrateWhenPossible = async (
  pool: Pool,
  directory: URL,
  deps: {
    databaseUrl: string;
    applicationName: string;
    logger: PostgresLogger;
    signal: AbortSignal;
    durability: Durability;
  },
): Promise<void> => {
  const migrating = createUnlimitedPool(deps);
  try {
    for (;;) {
      try {
        await refuseSharedSessions(() => openSession(deps.databaseUrl, deps.applicationName));
        await refuseUnsuitableServer(migrating, deps.durability);
        const applied = await migrate(migrating, directory, deps.signal);
        deps.logger.info({ applied }, 'database.migrated');
        return;
      } catch (error) {
        if (!mayPass(error)) throw error;
        deps.logger.warn({ err: error }, 'database.migration_postponed');
        // A database that answers but refuses, for example because of a missing right, must not be retried in a tight loop.
        await delay(hasWaitedInVain(error) ? lockedRetryMs : retryMs, undefined, { signal: deps.signal });
        await waitUntilHealthy(pool, deps.signal);
      }
    }
  } finally {
    await migrating.end();
  }
};

const mayPass = (error: unknown): boolean =>
  error instanceof NotMigratedError ||
  (![MigrationError, SharedSessionError, UnsuitableServerError].some((fatal) => error instanceof fatal) &&
    (['outage', 'slow', 'locked'].includes(classifyDatabaseError(error)) || hasLostAgainstOthers(error)));

/** A pooler lends a session for a transaction instead of a connection. */
export class SharedSessionError extends Error {
  override readonly name = 'SharedSessionError';
}

type Session = Pick<pg.Client, 'query' | 'end'>;

const roundMax = 5;
const limits = { connectionTimeoutMillis: 5_000, query_timeout: 10_000 };

export const openSession = async (databaseUrl: string, applicationName: string): Promise<Session> => {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: applicationName, ...limits });
  // The next query rejects after a loss.
  client.on('error', () => undefined);
  await client.connect();
  return client;
};

/**
 * Checks whether a connection has a session of its own. Advisory locks, settings and prepared statements belong to a
 * session: behind a pooler in transaction mode a lock stays in a session that others use, and is never released.
 * @throws SharedSessionError
 */
export const refuseSharedSessions = async (open: () => Promise<Session>): Promise<void> => {
  const one = await open();
  try {
    const other = await open();
    try {
      for (let round = 0; round < roundMax; round += 1) {
        if (await isShared(one, other)) throw new SharedSessionError(refusal);
      }
    } finally {
      await other.end();
    }
  } finally {
    await one.end();
  }
};

const refusal =
  'DATABASE_URL leads to a pooler in transaction mode, which shares sessions: use session mode, or Postgres itself';

/** A pooler gives a free session to the next transaction: two connections then see one session, or one sees two. */
const isShared = async (one: Session, other: Session): Promise<boolean> => {
  const before = await readSession(one);
  await other.query('begin');
  const meanwhile = await readSession(other);
  const after = await readSession(one);
  await other.query('rollback');
  return meanwhile === before || after !== before;
};

const readSession = async (client: Session): Promise<number> => {
  const { pid } = await queryOne<{ pid: number }>(client, 'select pg_backend_pid() as pid');
  return pid;
};
