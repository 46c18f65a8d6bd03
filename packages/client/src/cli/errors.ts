/** Wrong usage, or a requirement is missing; the message says what to do. Exit code 2. */
export class CannotRunError extends Error {}

/** The command ran, and its result is bad; the message says how. Exit code 1. */
export class NotWellError extends Error {}
