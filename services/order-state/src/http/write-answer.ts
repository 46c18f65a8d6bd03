import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { problemContentType, safeRequestId, toProblem, type ProblemError } from '@delivery/http-edge';
import type { ApiAnswer } from './api-route.js';

const requestIds = new WeakMap<IncomingMessage, string>();

/** The caller's own id where it sent a safe one, else a random one; the same for the whole request. */
export const requestIdOf = (request: IncomingMessage): string => {
  const known = requestIds.get(request);
  if (known !== undefined) return known;
  const id = safeRequestId(request.headers['x-request-id']) ?? randomUUID();
  requestIds.set(request, id);
  return id;
};

/** Without the query: it may hold what neither a log nor an answer should repeat. */
export const pathOf = (request: { originalUrl: string }): string => request.originalUrl.replace(/\?.*$/s, '');

export const writeAnswer = (request: IncomingMessage, response: ServerResponse, answer: ApiAnswer): void => {
  const contentType = answer.json === undefined ? {} : { 'content-type': 'application/json' };
  write(request, response, { ...answer, headers: { ...contentType, ...answer.headers } });
};

export const writeProblem = (
  request: IncomingMessage & { originalUrl: string },
  response: ServerResponse,
  error: ProblemError,
): void => {
  const problem = toProblem(error, { instance: pathOf(request), requestId: requestIdOf(request) });
  const headers = { ...error.extras.headers, 'content-type': problemContentType };
  write(request, response, { status: problem.status, json: JSON.stringify(problem), headers });
};

/** Head and body in one go, without the framework's etag. Node leaves the body out where the request was HEAD. */
const write = (request: IncomingMessage, response: ServerResponse, answer: ApiAnswer): void => {
  const length = answer.json === undefined ? {} : { 'content-length': Buffer.byteLength(answer.json) };
  response.writeHead(answer.status, {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-request-id': requestIdOf(request),
    ...length,
    ...answer.headers,
  });
  response.end(answer.json);
};
