/** The part of a pino logger that this package uses. */
export type PostgresLogger = {
  info: (fields: object, message: string) => void;
  warn: (fields: object, message: string) => void;
};
