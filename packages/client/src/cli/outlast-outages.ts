import { setTimeout as delay } from 'node:timers/promises';
import { NoAnswerError } from '../errors.js';
import { isProblem } from '../problems.js';

const askAgainAfterMs = 1_000;

/** Only for calls that may be repeated. @throws errors that are no outage, and the signal's reason */
export type Outlast = <Result>(call: (state: { isAway: boolean }) => Promise<Result>) => Promise<Result>;

/**
 * Repeats a call while the service is away, and prints once that it is away and once that it is back. A service that has
 * never answered is not waited for: then something else is wrong.
 */
export const createOutlast = ({ tell, signal }: { tell: (line: string) => void; signal: AbortSignal }): Outlast => {
  let wasThere = false;
  let isAway = false;
  return async (call) => {
    for (;;) {
      try {
        const result = await call({ isAway });
        if (isAway) tell('the service is back');
        [wasThere, isAway] = [true, false];
        return result;
      } catch (error) {
        if (!wasThere || !isOutage(error)) throw error;
        if (!isAway) tell('the service is unavailable: continuing when it is back');
        isAway = true;
        await delay(askAgainAfterMs, undefined, { signal });
      }
    }
  };
};

const isOutage = (error: unknown): boolean =>
  error instanceof NoAnswerError || (isProblem(error) && (error.status >= 500 || error.status === 429));
