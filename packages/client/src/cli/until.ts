import { setTimeout as delay } from 'node:timers/promises';

const askEveryMs = 300;
const waitMaxMs = 15_000;

/** Asks until there is an answer, for 15 s at most. @returns undefined when there is none by then */
export const until = async <T>(ask: () => Promise<T | undefined>, signal: AbortSignal): Promise<T | undefined> => {
  const endMs = Date.now() + waitMaxMs;
  for (;;) {
    const found = await ask();
    if (found !== undefined || Date.now() > endMs) return found;
    await delay(askEveryMs, undefined, { signal });
  }
};
