import type { Logger } from '@delivery/service-kit';

export const linesPerSecondMax = 10;

type Level = 'warn' | 'error';
export type BoundedLog = (level: Level, fields: Readonly<Record<string, unknown>>, message: string) => void;

/** While a dependency is away every request fails alike: a few lines a second say it, the metrics count the rest. */
export const createBoundedLog = (logger: Logger, now: () => number): BoundedLog => {
  let secondBeganAtMs = Number.NEGATIVE_INFINITY;
  let written = 0;
  let suppressed = 0;
  return (level, fields, message) => {
    if (now() - secondBeganAtMs >= 1000) {
      secondBeganAtMs = now();
      written = 0;
    }
    if (written >= linesPerSecondMax) {
      suppressed += 1;
      return;
    }
    written += 1;
    logger[level](suppressed > 0 ? { ...fields, suppressedLines: suppressed } : fields, message);
    suppressed = 0;
  };
};
