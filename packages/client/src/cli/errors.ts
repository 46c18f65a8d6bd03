/** It was asked for wrongly, or what it needs is not there; the message says what to do. Exit code 2. */
export class CannotRunError extends Error {}

/** Done, and what came of it is not well; the message says how. Exit code 1. */
export class NotWellError extends Error {}
