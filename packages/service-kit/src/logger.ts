import { type Logger, type LoggerOptions, pino } from 'pino';

export type { Logger } from 'pino';

/**
 * JSON logs on stdout. Callers log only fields that hold no secret and no customer's data; the redaction below is a
 * safety net for mistakes.
 */
export const createLogger = (options: {
  service: string;
  level: string;
  destination?: NodeJS.WritableStream;
}): Logger => {
  const settings: LoggerOptions = {
    level: options.level,
    base: { service: options.service, pid: process.pid },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: serializeError },
    redact: { paths: redactedPaths, censor: '[redacted]' },
  };
  // Lines gather while one write is under way. With a minimum of one byte, none waits, and `flush` calls back when all
  // are written.
  return pino(settings, options.destination ?? pino.destination({ sync: false, minLength: 1 }));
};

const secretNames = ['token', 'key', 'secret', 'secrets', 'password', 'authorization', 'url', 'phone', 'customer'];
const redactedPaths = secretNames.flatMap((name) => [name, `*.${name}`]);

type SerializedError = { type: string; message: string; code?: string; stack?: string; cause?: SerializedError };

/** Errors of libraries may quote URLs with credentials or row data: only their own words are kept, URLs masked. */
const serializeError = (error: unknown): SerializedError => {
  if (!(error instanceof Error)) return { type: typeof error, message: maskUrls(String(error)) };
  const serialized: SerializedError = { type: error.name, message: maskUrls(error.message) };
  if ('code' in error && (typeof error.code === 'string' || typeof error.code === 'number')) {
    serialized.code = String(error.code);
  }
  if (error.stack) serialized.stack = maskUrls(error.stack);
  if (error.cause !== undefined) serialized.cause = serializeError(error.cause);
  return serialized;
};

/** `scheme://user:password@host/path?query` becomes `scheme://host/path`. */
export const maskUrls = (text: string): string =>
  text.replace(/\b([a-z][a-z0-9+.-]*:\/\/)(?:[^\s/@]*@)?([^\s?#"'<>]*)(?:[?#][^\s"'<>]*)?/gi, '$1$2');

type Level = 'info' | 'warn' | 'error';
export type BoundedLog = (level: Level, fields: Readonly<Record<string, unknown>>, message: string) => void;

/**
 * For lines that can come in masses: at most `linesPerSecondMax` a second are written, and the next one counts
 * the suppressed ones (`suppressedLines`). Metrics count them all.
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

/** The longest wait of the process for a log reader that has stopped reading. */
const flushTimeoutMs = 1_000;

/**
 * Ends the process once its log is written; otherwise the last line, which most often has the reason, would be lost.
 */
export const exitAfterLog = (logger: Logger, code: number): Promise<never> =>
  new Promise(() => {
    setTimeout(() => process.exit(code), flushTimeoutMs);
    logger.flush(() => process.exit(code));
  });
