import pg from 'pg';

/**
 * Awaits statements of one transaction that travel in one flight. Like `Promise.all`, but it waits for all answers and
 * rejects with the statement that failed, and not with one behind it that was only told that the transaction is aborted.
 */
export const together = async <T extends readonly unknown[] | []>(
  statements: T,
): Promise<{ -readonly [Place in keyof T]: Awaited<T[Place]> }> => {
  const failures = (await Promise.allSettled(statements)).flatMap((result) =>
    result.status === 'rejected' ? [result.reason as unknown] : [],
  );
  if (failures.length > 0) throw failures.find((failure) => !isFollowUp(failure)) ?? failures[0];
  return Promise.all(statements);
};

/** in_failed_sql_transaction */
const isFollowUp = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '25P02';
