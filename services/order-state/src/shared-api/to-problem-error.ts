import { ProblemError, temporarilyUnavailable } from '@delivery/http-edge';
import { hasWaitedInVain, isDatabaseAway } from '@delivery/postgres';

/** The problem with which any error of a request is answered. The cause is kept for the log, and never told. */
export const toProblemError = (error: unknown): ProblemError => {
  if (error instanceof ProblemError) return error;
  // Express throws it for a path that is not valid percent-encoding.
  if (error instanceof URIError)
    return new ProblemError('invalid_parameter', 'The path is not valid percent-encoding.');
  if (hasWaitedInVain(error))
    return temporarilyUnavailable('Something else is at work on this and has not finished. Try again.', error);
  if (isDatabaseAway(error)) return temporarilyUnavailable('The service cannot reach its data. Try again.', error);
  return new ProblemError('internal_error', 'Something went wrong here. It was logged with this request id.', {
    cause: error,
  });
};
