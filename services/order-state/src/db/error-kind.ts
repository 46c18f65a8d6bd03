import pg from 'pg';

/** Another transaction got there first: the same work, done again, sees what it did. */
export class ConcurrentChangeError extends Error {
  override readonly name = 'ConcurrentChangeError';
}

/**
 * `data`: this message can never be stored, alone or in company (SQLSTATE classes 22 and 23).
 * `conflict`: run the transaction again (deadlock, serialization, a concurrent creation).
 * `outage`: everything else. The database is away, full, or restarting: wait, and blame no message.
 */
export const classifyDatabaseError = (error: unknown): 'data' | 'conflict' | 'outage' => {
  if (error instanceof ConcurrentChangeError) return 'conflict';
  if (!(error instanceof pg.DatabaseError) || error.code === undefined) return 'outage';
  if (error.code === '40P01' || error.code === '40001') return 'conflict';
  return error.code.startsWith('22') || error.code.startsWith('23') ? 'data' : 'outage';
};

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
