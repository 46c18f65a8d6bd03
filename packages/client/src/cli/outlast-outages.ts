import { setTimeout as delay } from 'node:timers/promises';
import { NoAnswerError } from '../errors.js';
import { isProblem } from '../problems.js';

const askAgainAfterMs = 1_000;

/** Only for calls that may be repeated. @throws what is no outage, and the signal's reason */
export type Outlast = <Result>(call: (state: { isAway: boolean }) => Promise<Result>) => Promise<Result>;

/**
 * A call again and again while the service is away, which is told once, and once that it is back. A service that was never
 * there is not waited for: then something else is wrong.
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
