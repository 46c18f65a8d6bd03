import { setTimeout as delay } from 'node:timers/promises';

/** Short waits are noticed at once; long waits are not made longer by many polls. */
const pollMs = { first: 25, last: 100 };

/** Asks until there is an answer other than `undefined`. @throws Error with the condition and the last failure */
export const pollUntil = async <T>(
  wanted: string,
  ask: () => Promise<T | undefined> | T | undefined,
  timeoutMs = 60_000,
  everyMs?: number,
): Promise<T> => {
  let waitMs = everyMs ?? pollMs.first;
  const deadlineMs = performance.now() + timeoutMs;
  let lastError: unknown;
  for (;;) {
    try {
      const found = await ask();
      if (found !== undefined) return found;
      lastError = undefined;
    } catch (error) {
      // A server that is restarting does not answer: expected while waiting for it, reported when the time is over.
      lastError = error;
    }
    if (performance.now() > deadlineMs)
      throw new Error(`not within ${timeoutMs} ms: ${wanted}`, lastError === undefined ? {} : { cause: lastError });
    await delay(waitMs);
    waitMs = everyMs ?? Math.min(waitMs * 1.25, pollMs.last);
  }
};
