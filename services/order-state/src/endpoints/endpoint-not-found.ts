import { ProblemError } from '@delivery/http-edge';

export const endpointNotFound = (): ProblemError =>
  new ProblemError('endpoint_not_found', 'There is no such webhook endpoint.');
