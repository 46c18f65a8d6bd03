import { type Logger, type LoggerOptions, pino } from 'pino';

export type { Logger } from 'pino';

/**
 * JSON logs on stdout. Anything that may carry a secret or a customer's data is logged by a safe name of its own;
 * the redaction below is the net under that rule, not the rule.
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
  // Lines gather while one write is under way. With a minimum of one byte, none waits, and `flush` calls back when all are written.
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
