import { setTimeout as delay } from 'node:timers/promises';
import type { Queryable } from './pool.js';

const healthPollMs = 500;

/** Resolves when `select 1` works again; rejects when the signal aborts. */
export const waitUntilHealthy = async (client: Queryable, signal: AbortSignal): Promise<void> => {
  for (;;) {
    signal.throwIfAborted();
    const answers = await client.query('select 1').then(
      () => true,
      () => false,
    );
    if (answers) return;
    await delay(healthPollMs, undefined, { signal });
  }
};
