import pg from 'pg';
import { hasWaitedInVain, isDatabaseAway } from './is-database-away.js';
import { TransactionRolledBackError } from './pool.js';

/** Another transaction made the row meanwhile: done again, the same work sees what it did. */
const isPrimaryKey = (constraint: string | undefined): boolean => constraint?.endsWith('_pkey') === true;

export type DatabaseErrorKind = 'data' | 'conflict' | 'locked' | 'outage';

/**
 * `data`: this message can never be applied, alone or in company: SQLSTATE classes 22 and 23, or code that fails on it.
 * `conflict`: run the transaction again (deadlock, serialization, a concurrent creation).
 * `locked`: another session holds a row that is needed: try later, and blame no message.
 * `outage`: the database is away, full, restarting or not migrated: wait, and blame no message.
 */
export const classifyDatabaseError = (error: unknown): DatabaseErrorKind => {
  if (error instanceof TransactionRolledBackError) return 'outage';
  if (hasLostAgainstOthers(error)) return 'conflict';
  if (hasWaitedInVain(error)) return 'locked';
  if (error instanceof pg.DatabaseError && error.code !== undefined) {
    if (error.code === '23505' && isPrimaryKey(error.constraint)) return 'conflict';
    return error.code.startsWith('22') || error.code.startsWith('23') ? 'data' : 'outage';
  }
  return isDatabaseAway(error) ? 'outage' : 'data';
};

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
