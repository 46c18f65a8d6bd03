import type { ServerResponse } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { longAnswerBytes } from './limit-unread.js';
import { problemContentType, type ProblemError, type ProblemPlace, toProblem } from './problem.js';

/** An answer as data, with its final body. Unless the headers say otherwise it is JSON, and not to be stored. */
export type Answer = {
  status: number;
  body?: string | Buffer | undefined;
  /**
   * Instead of `body`: sent piece by piece as the client reads. If it throws, the connection is cut: the answer is not
   * whole.
   */
  stream?: AsyncIterable<string | Buffer>;
  headers?: Readonly<Record<string, string>>;
};

/** How a request ended that was answered later. */
export type Outcome = { answer: Answer } | { error: unknown };

/** An answer that may take long: meanwhile only this function's closure of the request is kept. It never throws. */
export type AnswerLater = (settle: (outcome: Outcome) => void) => void;

export const answerJson = (status: number, value: object, headers: Readonly<Record<string, string>> = {}): Answer => ({
  status,
  body: JSON.stringify(value),
  headers,
});

export const noContent: Answer = { status: 204 };

export const answerProblem = (error: ProblemError, place: ProblemPlace): Answer => ({
  status: error.status,
  body: JSON.stringify(toProblem(error, place)),
  headers: { ...error.extras.headers, 'content-type': problemContentType },
});

/**
 * Writes head and body in one go, without the framework's etag. Node leaves the body out where the request was HEAD.
 */
export const writeAnswer = (response: ServerResponse, requestId: string, answer: Answer): void => {
  response.writeHead(answer.status, headOf(answer, requestId));
  if (answer.stream === undefined || response.req.method === 'HEAD') response.end(answer.body);
  // Without a callback an error would be thrown.
  else pipeline(Readable.from(answer.stream), response, () => undefined);
};

/** Names and values in one flat list: Node sends it as it is, without a table of headers in between. */
export const headOf = ({ body, headers = {} }: Answer, requestId: string): string[] => {
  const bytes = body === undefined ? 0 : Buffer.byteLength(body);
  const head = ['x-content-type-options', 'nosniff', 'x-request-id', requestId];
  if (headers['cache-control'] === undefined) head.push('cache-control', 'no-store');
  if (body !== undefined) {
    head.push('content-length', String(bytes));
    if (headers['content-type'] === undefined) head.push('content-type', 'application/json');
  }
  if (bytes > longAnswerBytes && headers['connection'] === undefined) head.push('connection', 'close');
  for (const name in headers) head.push(name, headers[name] ?? '');
  return head;
};
