import type { MessagingLogger } from './logger.js';

export type TroubleLog = {
  lost: (error: Error, readyMs: number, address: string) => void;
  over: (address: string) => void;
};

const repeatEveryMs = 60_000;

/**
 * One line for each reason when trouble starts or changes, once more a minute while it lasts, one line when it is over:
 * never one per try. Addresses that are tried in turn may each have a reason of their own.
 */
export const createTroubleLog = (logger: MessagingLogger, connection: string, now = Date.now): TroubleLog => {
  let tries = 0;
  let sinceMs = now();
  let periodStartMs = now();
  const logged = new Set<string>();
  return {
    lost: (error, readyMs, address) => {
      if (readyMs > 0) sinceMs = now();
      tries += 1;
      if (readyMs > 0 || now() - periodStartMs >= repeatEveryMs) {
        periodStartMs = now();
        logged.clear();
      }
      if (logged.has(error.message)) return;
      logged.add(error.message);
      logger.error({ connection, address, tries, readyMs, err: error }, 'messaging.connection_lost');
    },
    over: (address) => {
      logger.info({ connection, address, tries, downMs: now() - sinceMs }, 'messaging.connected');
      tries = 0;
      logged.clear();
    },
  };
};
