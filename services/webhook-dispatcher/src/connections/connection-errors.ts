import { ownErrorCodes } from '../delivery/error-code.js';

/**
 * A connection that this service refused or gave up. HTTP clients pass on nothing but the `code` of an error, as they
 * do with the system's errors, so that is where the kind is.
 */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  readonly code: string;
  readonly detail: string | undefined;

  /** @param options `detail`: the text that the merchant is told beside the code */
  constructor(code: keyof typeof ownErrorCodes, message: string, options?: { cause?: unknown; detail?: string }) {
    super(message, options);
    this.code = ownErrorCodes[code];
    this.detail = options?.detail;
  }
}
