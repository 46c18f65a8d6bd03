import type { Logger } from 'pino';

type Level = 'info' | 'warn' | 'error';
export type BoundedLog = (level: Level, fields: Readonly<Record<string, unknown>>, message: string) => void;

/**
 * For lines that come in crowds: at most `linesPerSecondMax` a second are written, the next one says how many were not
 * (`suppressedLines`). Metrics count them all.
 * @param options.now milliseconds of a monotonic clock
 */
export const createBoundedLog = (
  logger: Pick<Logger, Level>,
  options: { linesPerSecondMax: number; now: () => number },
): BoundedLog => {
  let secondBeganAtMs = Number.NEGATIVE_INFINITY;
  let written = 0;
  let suppressed = 0;
  return (level, fields, message) => {
    const nowMs = options.now();
    if (nowMs - secondBeganAtMs >= 1000) {
      secondBeganAtMs = nowMs;
      written = 0;
    }
    if (written >= options.linesPerSecondMax) {
      suppressed += 1;
      return;
    }
    written += 1;
    logger[level](suppressed > 0 ? { ...fields, suppressedLines: suppressed } : fields, message);
    suppressed = 0;
  };
};
