import { types } from 'node:util';
import pg from 'pg';

/** Another transaction made the row meanwhile: done again, the same work sees what it did. */
const isPrimaryKey = (constraint: string | undefined): boolean => constraint?.endsWith('_pkey') === true;

/** The partition that a statement chose was dropped before it wrote. A check that fails has a name. */
export const hasLostPartition = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '23514' && error.constraint === undefined;

export class TransactionRolledBackError extends Error {
  override readonly name = 'TransactionRolledBackError';
}

export type DatabaseErrorKind = 'data' | 'conflict' | 'locked' | 'slow' | 'outage';

/**
 * `data`: this message can never be applied, alone or in company: SQLSTATE classes 22 and 23, or code that fails on it.
 * `conflict`: run the transaction again (deadlock, serialization, a concurrent creation or drop of a partition).
 * `locked`: another session holds a row that is needed: try later, and blame no message. `slow`: a statement took too
 * long, or failed inside Postgres. Either the rows of one message are the cause, or Postgres is slow for all: only the
 * results of other messages show which. `outage`: the database is away, full, restarting or not migrated: wait, and
 * blame no message.
 */
export const classifyDatabaseError = (error: unknown): DatabaseErrorKind => {
  if (error instanceof TransactionRolledBackError) return 'outage';
  if (hasLostAgainstOthers(error) || hasLostPartition(error)) return 'conflict';
  if (hasWaitedInVain(error)) return 'locked';
  if (error instanceof pg.DatabaseError && error.code !== undefined) {
    if (error.code === '23505' && isPrimaryKey(error.constraint)) return 'conflict';
    if (slowSqlState.test(error.code)) return 'slow';
    return error.code.startsWith('22') || error.code.startsWith('23') ? 'data' : 'outage';
  }
  if (isReadTimeout(error)) return 'slow';
  return isDatabaseAway(error) ? 'outage' : 'data';
};

/**
 * Canceled (statement_timeout), cardinality, a limit of the program, functions, PL/pgSQL, internal errors. Not among
 * them is what says that Postgres is away, full, failing over or not migrated.
 */
const slowSqlState = /^(57014$|21|54|38|39|P0|XX)/;

/**
 * Statements that travel together took longer than the time limit of their pipeline, though each stayed below its own.
 */
const isReadTimeout = (error: unknown): boolean => types.isNativeError(error) && error.message === 'Query read timeout';

/** Deadlock, serialization: Postgres has chosen this transaction to give way. */
export const hasLostAgainstOthers = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === '40P01' || error.code === '40001');

const conflictTryMax = 10;

/** Runs a transaction again while it loses against others. */
export const retryConflicts = async <T>(transaction: () => Promise<T>): Promise<T> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (tries >= conflictTryMax || classifyDatabaseError(error) !== 'conflict') throw error;
    }
  }
};

/**
 * Ours to mend: a feature that is not there, wrong data, a violated constraint, wrong SQL. All else may pass by itself.
 */
const faultSqlState = /^(0A|21|22|23|42)/;
const awayNodeCode = /^(ECONN|EPIPE$|ETIMEDOUT$|EHOSTUNREACH$|ENETUNREACH$|ENOTFOUND$|EAI_AGAIN$)/;
/** Messages of errors that pg and its pool throw without a code. */
const awayMessage =
  /^(Connection terminated|timeout (exceeded when trying to connect|expired)|Query read timeout|Client (has encountered|was closed)|Cannot use a pool after)/;

/** Whether trying later can help: a server that is gone, full or restarting, as against SQL that is wrong. */
export const isDatabaseAway = (error: unknown): boolean => {
  if (error instanceof pg.DatabaseError) return !faultSqlState.test(error.code ?? '');
  // Not by instanceof: where modules run in a context of their own, as in tests, those of Node's sockets are of another
  // one.
  if (!types.isNativeError(error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway);
  return isConnectionLost(error) || isDatabaseAway(error.cause);
};

/** The connection is gone, or nothing comes over it: the server itself said nothing. */
export const isConnectionLost = (error: unknown): boolean => {
  if (error instanceof pg.DatabaseError || !types.isNativeError(error)) return false;
  if ('code' in error && typeof error.code === 'string' && awayNodeCode.test(error.code)) return true;
  return awayMessage.test(error.message);
};

/** A row that was asked for is held by another transaction, for longer than is waited. */
export const hasWaitedInVain = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '55P03';
