import { setTimeout as delay } from 'node:timers/promises';
import { hasWaitedInVain } from '@delivery/postgres';

/** Longer than any transaction of ours holds a row, and less than callers wait for an answer. */
const waitMaxMs = 1_000;
const pauseMinMs = 10;
const pauseMaxMs = 100;

/**
 * Repeats work that found a row held by another session: the connection, on which it waited for a moment only, serves others in
 * between. For work of one transaction, which was rolled back.
 */
export const retryLocked = async <T>(work: () => T | Promise<T>): Promise<T> => {
  const untilMs = performance.now() + waitMaxMs;
  for (let pauseMs = pauseMinMs; ; pauseMs = Math.min(2 * pauseMs, pauseMaxMs)) {
    try {
      return await work();
    } catch (error) {
      if (!hasWaitedInVain(error) || performance.now() + pauseMs > untilMs) throw error;
    }
    await delay(pauseMs);
  }
};
