/** The part of a pino logger that this package uses. */
export type MessagingLogger = {
  info: (fields: object, message: string) => void;
  warn: (fields: object, message: string) => void;
  error: (fields: object, message: string) => void;
};
