import { randomFillSync } from 'node:crypto';
import { type IncomingMessage, STATUS_CODES } from 'node:http';
import {
  type FieldError,
  type Outage,
  type Problem,
  type ProblemCode,
  type ProblemIds,
  problemStatuses,
} from '@delivery/contracts';

/**
 * An answer other than success, decided somewhere inside a request. Expected, so never logged as an error by itself.
 */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  constructor(
    readonly code: ProblemCode,
    readonly detail: string,
    readonly extras: {
      errors?: readonly FieldError[];
      /** While the database is away. */
      outage?: Outage;
      warnings?: readonly FieldError[];
      ids?: ProblemIds;
      headers?: Readonly<Record<string, string>>;
      /** Instead of the code's own: of an API that has another for it. */
      status?: number;
      cause?: unknown;
    } = {},
  ) {
    super(detail, { cause: extras.cause });
  }

  get status(): number {
    return this.extras.status ?? problemStatuses[this.code];
  }
}

/** Where a problem happened: the path without its query, which may carry credentials. */
export type ProblemPlace = { instance: string; requestId: string };

export const problemContentType = 'application/problem+json';

/** RFC 9457 problem details of an error. */
export const toProblem = (error: ProblemError, place: ProblemPlace): Problem => ({
  type: `urn:problem-type:${error.code}`,
  title: STATUS_CODES[error.status] ?? 'Error',
  status: error.status,
  detail: error.detail,
  instance: place.instance,
  code: error.code,
  message: error.detail,
  request_id: place.requestId,
  ...(error.extras.errors ? { errors: [...error.extras.errors] } : {}),
  ...(error.extras.outage ? { outage: error.extras.outage } : {}),
  ...(error.extras.warnings?.length ? { warnings: [...error.extras.warnings] } : {}),
  ...error.extras.ids,
});

/** For a fault that may pass by itself: Retry-After says when to send the same request again. */
export const temporarilyUnavailable = (detail: string, cause?: unknown): ProblemError =>
  new ProblemError('temporarily_unavailable', detail, { headers: { 'retry-after': '1' }, cause });

/** The caller's own id where it sent one that is safe to log and to return, else a new one. */
export const requestIdOf = ({ headers }: IncomingMessage): string => {
  const given = headers['x-request-id'];
  return typeof given === 'string' && /^[\w.:/+=@-]{1,128}$/.test(given) ? given : newRequestId();
};

const idBytes = 16;
const unusedBytes = Buffer.allocUnsafe(256 * idBytes);
let usedBytes = unusedBytes.length;

/**
 * Draws random bytes for 256 ids at once. One text: a UUID is put together of twenty, which live as long as a request that
 * waits.
 */
export const newRequestId = (): string => {
  if (usedBytes === unusedBytes.length) {
    randomFillSync(unusedBytes);
    usedBytes = 0;
  }
  usedBytes += idBytes;
  return unusedBytes.toString('hex', usedBytes - idBytes, usedBytes);
};
