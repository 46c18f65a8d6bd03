import { type Backoff, backoffDelayMs } from './backoff.js';
import { delay } from './delay.js';
import type { OutageError } from './errors.js';
import type { MessagingLogger } from './logger.js';

export type OutagePause = {
  /** No work is started while this is true. */
  isOn: () => boolean;
  /** Resolves when work makes sense again, or when the signal aborts. `attempt` counts outages of the same work, from 0. */
  sitOut: (error: OutageError, attempt: number) => Promise<void>;
};

export type OutagePauseOptions = {
  queue: string;
  logger: MessagingLogger;
  backoff: Backoff;
  signal: AbortSignal;
  onOver: () => void;
};

/** Several handlers may meet the same outage: it begins with the first and is over with the last, one log line each. */
export const createOutagePause = (options: OutagePauseOptions): OutagePause => {
  const { queue, logger, signal } = options;
  let waitingCount = 0;
  let sinceMs = 0;
  const begin = (error: OutageError) => {
    waitingCount += 1;
    if (waitingCount > 1) return;
    sinceMs = Date.now();
    logger.error({ queue, err: error }, 'consumer.outage_began');
  };
  const end = () => {
    waitingCount -= 1;
    if (waitingCount > 0) return;
    logger.info({ queue, durationMs: Date.now() - sinceMs }, 'consumer.outage_over');
    options.onOver();
  };
  return {
    isOn: () => waitingCount > 0,
    sitOut: async (error, attempt) => {
      begin(error);
      // "Healthy" and failing again at once must not spin.
      if (attempt > 0) await delay(backoffDelayMs(attempt, options.backoff, Math.random()), signal);
      await waitUntilHealthy(error, options);
      end();
    },
  };
};

const waitUntilHealthy = async (error: OutageError, options: OutagePauseOptions): Promise<void> => {
  for (let attempt = 0; !options.signal.aborted; attempt += 1) {
    try {
      return await error.waitUntilHealthy(options.signal);
    } catch {
      // A failed probe says what was known already: still down. Try again, more slowly.
      await delay(backoffDelayMs(attempt, options.backoff, Math.random()), options.signal);
    }
  }
};
