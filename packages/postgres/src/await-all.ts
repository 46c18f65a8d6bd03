import { types } from 'node:util';
import pg from 'pg';

/**
 * Awaits statements of one transaction that travel in one pipeline, in the order in which they are written down. Like
 * `Promise.all` over names, but it waits for all answers and rejects with the statement that failed, and not with one
 * behind it that failed only because the transaction was aborted.
 */
export const awaitAll = async <T extends Readonly<Record<string, unknown>>>(
  statements: T,
): Promise<{ -readonly [Name in keyof T]: Awaited<T[Name]> }> => {
  const answers: Record<string, unknown> = { ...statements };
  const failures: unknown[] = [];
  // One promise for each statement: `allSettled` makes several, and order-state awaits some forty statements for a webhook.
  await new Promise<void>((resolve) => {
    const sent = Object.entries(statements).filter(isSent);
    let openCount = sent.length;
    if (openCount === 0) resolve();
    const onEnd = (): void => {
      openCount -= 1;
      if (openCount === 0) resolve();
    };
    for (const [name, statement] of sent) {
      const onAnswer = (answer: unknown): void => {
        answers[name] = answer;
        onEnd();
      };
      const onFailure = (failure: unknown): void => {
        failures.push(failure);
        onEnd();
      };
      statement.then(onAnswer, onFailure);
    }
  });
  if (failures.length > 0) throw failures.find((failure) => !isFollowUp(failure)) ?? failures[0];
  return answers as { [Name in keyof T]: Awaited<T[Name]> };
};

/** Some are left out, and say so by `false`, or are answered already. */
const isSent = (named: [string, unknown]): named is [string, Promise<unknown>] => types.isPromise(named[1]);

/** in_failed_sql_transaction */
const isFollowUp = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '25P02';
