import pg from 'pg';

/**
 * Awaits statements of one transaction that travel in one pipeline, in the order in which they are written down. Like
 * `Promise.all` over names, but it waits for all answers and rejects with the statement that failed, and not with one
 * behind it that failed only because the transaction was aborted.
 */
export const awaitAll = async <T extends Readonly<Record<string, unknown>>>(
  statements: T,
): Promise<{ -readonly [Name in keyof T]: Awaited<T[Name]> }> => {
  const failures = (await Promise.allSettled(Object.values(statements))).flatMap((result) =>
    result.status === 'rejected' ? [result.reason as unknown] : [],
  );
  if (failures.length > 0) throw failures.find((failure) => !isFollowUp(failure)) ?? failures[0];
  const answers = Object.entries(statements).map(async ([name, statement]) => [name, await statement] as const);
  return Object.fromEntries(await Promise.all(answers)) as { [Name in keyof T]: Awaited<T[Name]> };
};

/** in_failed_sql_transaction */
const isFollowUp = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '25P02';
