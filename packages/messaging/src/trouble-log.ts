import type { MessagingLogger } from './logger.js';

export type TroubleLog = {
  lost: (error: Error, readyMs: number) => void;
  over: () => void;
};

const repeatEveryMs = 60_000;

/** One line when trouble starts or changes, one a minute while it lasts, one when it is over: never one per try. */
export const createTroubleLog = (logger: MessagingLogger, connection: string, now = Date.now): TroubleLog => {
  let tries = 0;
  let sinceMs = now();
  let loggedAtMs = 0;
  let loggedText = '';
  return {
    lost: (error, readyMs) => {
      if (readyMs > 0) sinceMs = now();
      tries += 1;
      const isNews = readyMs > 0 || error.message !== loggedText || now() - loggedAtMs >= repeatEveryMs;
      if (!isNews) return;
      loggedAtMs = now();
      loggedText = error.message;
      logger.error({ connection, tries, readyMs, err: error }, 'messaging.connection_lost');
    },
    over: () => {
      logger.info({ connection, tries, downMs: now() - sinceMs }, 'messaging.connection_ready');
      tries = 0;
    },
  };
};
