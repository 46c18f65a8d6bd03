import { ProblemError, temporarilyUnavailable } from '@delivery/http-edge';
import { hasWaitedInVain, isDatabaseAway } from '@delivery/postgres';

/** The problem with which any error of a request is answered. The cause is kept for the log, and never told. */
export const toProblemError = (error: unknown): ProblemError => {
  if (error instanceof ProblemError) return error;
  // Express throws it for a path that is not valid percent-encoding.
  if (error instanceof URIError)
    return new ProblemError('invalid_parameter', 'The percent-encoding of the path is not valid.');
  if (hasWaitedInVain(error))
    return temporarilyUnavailable('Another operation on the same data has not finished. Try again.', error);
  if (isDatabaseAway(error))
    return temporarilyUnavailable('The database is temporarily unavailable. Try again.', error);
  return new ProblemError('internal_error', 'An internal error occurred. It was logged with the request id.', {
    cause: error,
  });
};
