import { setTimeout as delay } from 'node:timers/promises';
import type { ConsumerOptions } from './consumer-options.js';
import type { OutageError } from './errors.js';
import { type Backoff, backoffDelayMs } from './waiting.js';

/** `attempt`: how often the same work has met an outage before. `until` aborts when it is not waited for any more. */
export type OutageWait = { attempt: number; until: AbortSignal };

/** Resolves when work makes sense again, or early. */
export const sitOut = async (
  { queue, logger, outageBackoff }: Required<Pick<ConsumerOptions, 'queue' | 'logger' | 'outageBackoff'>>,
  error: OutageError,
  { attempt, until }: OutageWait,
): Promise<void> => {
  const sinceMs = Date.now();
  logger.error({ queue, err: error }, 'consumer.paused');
  let isHealthy = false;
  for (let tries = attempt; !isHealthy && !until.aborted; tries += 1) {
    // Neither a probe that fails nor one that says "healthy" when work fails again at once may spin.
    if (tries > 0) await backOff(until, outageBackoff, tries);
    try {
      await error.waitUntilHealthy(until);
      isHealthy = true;
    } catch {
      // A failed probe is no news: the outage goes on.
    }
  }
  if (isHealthy) logger.info({ queue, durationMs: Date.now() - sinceMs }, 'consumer.resumed');
};

/** Resolves early when the signal aborts. */
export const backOff = (signal: AbortSignal, backoff: Backoff, attempt: number): Promise<void> =>
  delay(backoffDelayMs(attempt, backoff, Math.random()), undefined, { signal }).catch(() => undefined);
