import type { Logger } from './logger.js';

/** The process does not wait longer than this for a log reader that has stopped reading. */
const flushTimeoutMs = 1_000;

/** Ends the process once its log is written: a line that is under way, most often the one that says why, would be lost. */
export const exitAfterLog = (logger: Logger, code: number): Promise<never> =>
  new Promise(() => {
    setTimeout(() => process.exit(code), flushTimeoutMs);
    logger.flush(() => process.exit(code));
  });
