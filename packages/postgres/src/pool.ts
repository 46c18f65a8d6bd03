import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { hasWaitedInVain, isConnectionLost, TransactionRolledBackError } from './errors.js';
import { awaitAll, createPipelineClient, type Queryable } from './pipeline.js';
import { reliedOnSettings } from './requirements.js';
import { CheckedPool } from './standby/checked-pool.js';

export type { Queryable } from './pipeline.js';
export type Pool = pg.Pool;

/** Runs statements inside one transaction. A pool does not pass for one: it would run each on its own. */
export type Transaction = Queryable & { readonly isTransaction: true };

/** int8 counts fit a JavaScript number here; a string would be a trap in every sum. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export type PoolOptions = {
  databaseUrl: string;
  poolMax: number;
  logger: PostgresLogger;
  /** Shown in `pg_stat_activity`. */
  applicationName: string;
  /**
   * `force_generic_plan`: one plan per statement for all values, kept until one of its tables is analysed. For
   * statements that find their rows by arrays of keys: left to itself Postgres plans them anew at each execution, which
   * costs as much as running them. Not for pages: the plan for an unknown limit assumes a tenth of the rows. Default
   * `auto`, as in Postgres.
   */
  planCacheMode?: 'auto' | 'force_generic_plan';
  /**
   * `false`: every statement of a transaction goes to the server by itself, as `pg` sends it. Default: in pipelines.
   */
  pipelining?: boolean;
  /**
   * How long a statement waits for a row that another session holds. Default: less long than a merchant waits for a
   * verdict.
   */
  lockTimeoutMs?: number;
  /** How long a statement runs at most. */
  statementTimeoutMs?: number;
};

/**
 * A statement that hangs (a dead network, a frozen server) must become an outage, not a standstill: no statement of the
 * services takes seconds. They wait for a row that another session holds for less long than a merchant waits for a
 * verdict. A process that hangs in a transaction soon loses its locks: the services send a transaction's statements
 * without pause.
 */
const timeLimits: TimeLimits = { statementMs: 8_000, queryMs: 10_000, lockMs: 1_000, idleInTransactionMs: 5_000 };

/** None, whatever the database or the role sets. */
const noTimeLimits: TimeLimits = { statementMs: 0, queryMs: 0, lockMs: 0, idleInTransactionMs: 0 };

type TimeLimits = { statementMs: number; queryMs: number; lockMs: number; idleInTransactionMs: number };

export const createPool = (options: PoolOptions): Pool => {
  const { lockTimeoutMs: lockMs = timeLimits.lockMs, statementTimeoutMs: statementMs = timeLimits.statementMs } =
    options;
  return openPool(options, { ...timeLimits, lockMs, statementMs });
};

/**
 * One connection without time limits: an index over a large table, or the wait for another replica's, may take minutes.
 */
export const createUnlimitedPool = (options: Omit<PoolOptions, 'poolMax'>): Pool =>
  openPool({ ...options, poolMax: 1 }, noTimeLimits);

/** Pools without pipelining. */
const plainPools = new WeakSet<Pool>();

/** A pool to a standby. Its time limits are short, as the primary answers when the standby does not. */
export const createStandbyPool = (
  options: PoolOptions & { limits: StandbyTimeLimits },
  check: (client: pg.PoolClient) => Promise<void>,
): CheckedPool => {
  const { connectMs, statementMs } = options.limits;
  const limits = {
    ...timeLimits,
    statementMs,
    // The server has the first word, as with the others.
    queryMs: statementMs + 300,
  };
  const config = { ...toPoolConfig(options, limits), connectionTimeoutMillis: connectMs };
  return watchPool(new CheckedPool(config, check), options);
};

/** How long is waited for a connection, be it a new one or a free one, and for a statement. */
export type StandbyTimeLimits = { connectMs: number; statementMs: number };

const openPool = (options: PoolOptions, limits: TimeLimits): Pool =>
  watchPool(new pg.Pool(toPoolConfig(options, limits)), options);

const toPoolConfig = (options: PoolOptions, limits: TimeLimits): pg.PoolConfig => ({
  connectionString: options.databaseUrl,
  max: options.poolMax,
  connectionTimeoutMillis: 5_000,
  idleTimeoutMillis: 30_000,
  keepAlive: true,
  application_name: options.applicationName,
  query_timeout: limits.queryMs,
  // Not as parameters of the start, which PgBouncer refuses.
  onConnect: (client) => applySettings(client, options, limits),
});

/** The pool awaits what it returns, which the types of `pg` do not say. */
const applySettings = (client: pg.ClientBase, options: PoolOptions, limits: TimeLimits): unknown =>
  client.query(sessionSettings(options, limits));

const sessionSettings = ({ planCacheMode = 'auto' }: PoolOptions, limits: TimeLimits): string =>
  [
    reliedOnSettings,
    // Compiling a plan (jit) would take longer than any statement here runs.
    'set jit = off',
    `set plan_cache_mode = ${planCacheMode}`,
    `set statement_timeout = ${limits.statementMs}`,
    `set lock_timeout = ${limits.lockMs}`,
    `set idle_in_transaction_session_timeout = ${limits.idleInTransactionMs}`,
  ].join('; ');

const watchPool = <P extends Pool>(pool: P, options: PoolOptions): P => {
  // The pool listens to idle connections alone: one lost inside a transaction, between two statements, would end the
  // process. The transaction learns of it from its next statement.
  pool.on('connect', (client) => {
    client.on('error', (error) => options.logger.warn({ err: error }, 'postgres.connection_lost'));
  });
  // The loss of an idle connection was logged just above.
  pool.on('error', () => undefined);
  if (options.pipelining === false) plainPools.add(pool);
  return pool;
};

/**
 * Runs `work` in one transaction. The queries of `work` may be in flight together, and `begin` travels with the first.
 * A connection that failed is not given back to the pool.
 */
export const inTransaction = async <T>(pool: Pool, work: (transaction: Transaction) => Promise<T>): Promise<T> =>
  (await readThenWrite(pool, work, () => undefined)).read;

/** For the rest of the transaction: how long a statement waits for a row that another session holds. */
export const limitLockWait = async (transaction: Transaction, lockTimeoutMs: number): Promise<void> => {
  await transaction.query({
    name: 'limit_lock_wait',
    text: `select set_config('lock_timeout', $1, true)`,
    values: [String(lockTimeoutMs)],
  });
};

/** For the rest of the transaction: how long each statement may run. */
export const limitStatements = async (transaction: Transaction, statementTimeoutMs: number): Promise<void> => {
  await transaction.query({
    name: 'limit_statements',
    text: `select set_config('statement_timeout', $1, true)`,
    values: [String(statementTimeoutMs)],
  });
};

/** A transaction that reads: all of it sees the same moment. */
export const inSnapshot = <T>(pool: Pool, read: (transaction: Transaction) => Promise<T>): Promise<T> =>
  inTransaction(pool, async (transaction) => {
    await transaction.query('set transaction isolation level repeatable read, read only');
    return read(transaction);
  });

/** A transaction of one pipeline: nothing of it depends on what the database answers. See `readThenWrite`. */
export const writeAtOnce = async <T>(pool: Pool, write: (transaction: Transaction) => Promise<T>): Promise<T> =>
  (await readThenWrite(pool, () => Promise.resolve(), write)).written;

/**
 * A transaction that ends with writes whose answers change nothing: COMMIT travels right behind them, which saves a
 * round trip while rows are locked. A write that fails aborts the transaction on the server, so that this COMMIT rolls
 * back; a write that must not be committed therefore has to fail as SQL, as the program cannot stop it afterwards.
 * @param read locks, reads and decides
 * @param write sends all of its statements before it returns: one sent later would come after the COMMIT
 * @returns after COMMIT
 */
export const readThenWrite = async <Read, Written>(
  pool: Pool,
  read: (transaction: Transaction) => Promise<Read>,
  write: (transaction: Transaction, read: Read) => Promise<Written> | Written,
): Promise<{ read: Read; written: Written }> => {
  const connection = await pool.connect();
  const isPlain = plainPools.has(pool);
  const transaction = toTransaction(isPlain ? connection : createPipelineClient(connection));
  const readWriteAndCommit = async () => {
    const found = await read(transaction);
    const written = write(transaction, found);
    // Without pipelines a value that cannot be sent fails its statement alone: the server, and COMMIT, never hear of
    // it.
    if (isPlain) await written;
    return awaitAll({ read: found, written, committed: transaction.query(commit) });
  };
  try {
    const { done } = await awaitAll({ begun: transaction.query(begin), done: readWriteAndCommit() });
    const { committed, ...answers } = done;
    // COMMIT of a failed transaction succeeds, and its command tag is ROLLBACK.
    if (committed.command !== 'COMMIT') throw new TransactionRolledBackError(`commit answered ${committed.command}`);
    connection.release();
    return answers;
  } catch (error) {
    await abandon(connection, error);
    throw error;
  }
};

/** Named, so that they travel with the others. */
const begin = { name: 'begin', text: 'begin' };
const commit = { name: 'commit', text: 'commit' };

const toTransaction = (client: Queryable): Transaction => ({ query: client.query.bind(client), isTransaction: true });

const abandon = async (connection: pg.PoolClient, reason: unknown): Promise<void> => {
  // A lost connection has nothing to roll back, and a rollback on a server that hangs would wait a second time.
  if (isConnectionLost(reason)) return connection.release(true);
  try {
    await connection.query('rollback');
    // It may have failed to lock the counts of its own slot, see `ledger_counts`: another connection has another slot.
    connection.release(hasWaitedInVain(reason));
  } catch (error) {
    connection.release(error instanceof Error ? error : true);
  }
};

/** The part of a pino logger that this package uses. */
export type PostgresLogger = {
  info: (fields: object, message: string) => void;
  warn: (fields: object, message: string) => void;
};

const healthPollMs = 500;

/** Resolves when `select 1` works again; rejects when the signal aborts. */
export const waitUntilHealthy = async (client: Queryable, signal: AbortSignal): Promise<void> => {
  for (;;) {
    signal.throwIfAborted();
    const answers = await client.query('select 1').then(
      () => true,
      () => false,
    );
    if (answers) return;
    await delay(healthPollMs, undefined, { signal });
  }
};
