import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { answerProblem, headOf, writeAnswer } from './answer.js';
import { splitTarget } from './parse-input.js';
import { newRequestId, ProblemError, requestIdOf } from './problem.js';

type ClientError = Error & { code?: string };

/**
 * Answers requests that Node's parser refuses, or that do not arrive in time, with a problem document.
 * @returns refuses the request of a connection that is not idle, unless it is complete and waits for its answer
 */
export const answerClientErrors = (server: Server): ((socket: Socket) => void) => {
  const newestResponses = new WeakMap<Duplex, ServerResponse>();
  server.on('request', (request, response) => newestResponses.set(request.socket, response));
  server.on('clientError', (error: ClientError, socket: Socket) =>
    answerClientError(toProblemError(error), socket, newestResponses.get(socket)),
  );
  return (socket) => {
    const newest = newestResponses.get(socket);
    if (newest?.req.complete === true && !newest.writableFinished) return;
    answerClientError(requestTimeout(), socket, newest);
  };
};

const requestTimeout = () => new ProblemError('request_timeout', 'The request did not arrive completely in time.');

/** One, or none where HTTP/1.0 knows none (RFC 9112, 3.2). Node would take the first of several. */
export const hasHost = ({ rawHeaders, httpVersion }: IncomingMessage): boolean => {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === 'host') count += 1;
  return count === 1 || (count === 0 && httpVersion === '1.0');
};

export const answerWithoutHost = (response: ServerResponse): void =>
  refuseAndClose(new ProblemError('malformed_request', 'Expected exactly one Host header.'), response);

export const answerUnknownExpect = (response: ServerResponse): void =>
  refuseAndClose(new ProblemError('malformed_request', 'Expected no Expect header other than 100-continue.'), response);

/**
 * Answers go out in the order of their requests, and only that order shows which request an answer belongs to.
 * @param newest the response to the newest request of this connection
 */
const answerClientError = (problem: ProblemError, socket: Socket, newest: ServerResponse | undefined): void => {
  if (!socket.writable) return;
  // A connection that a client opened in advance has asked nothing: it would take an answer for that to its first
  // request.
  if (socket.bytesRead === 0) return void socket.destroy();
  if (newest?.req.complete === false) {
    answerFaultyBody(problem, newest);
  } else if (newest && !newest.writableFinished) {
    newest.once('close', () => writeToSocket(socket, problem));
  } else {
    writeToSocket(socket, problem);
  }
};

const answerFaultyBody = (problem: ProblemError, response: ServerResponse): void => {
  const { req: request } = response;
  if (response.headersSent) return void request.destroy();
  // Node forgets a request that is answered; destroyed, it ends the reading of its body.
  response.once('close', () => request.destroy());
  refuseAndClose(problem, response);
};

const refuseAndClose = (problem: ProblemError, response: ServerResponse): void => {
  const { req: request } = response;
  const requestId = requestIdOf(request);
  const answer = answerProblem(problem, { instance: splitTarget(request.url ?? '').path, requestId });
  writeAnswer(response, requestId, { ...answer, headers: { ...answer.headers, connection: 'close' } });
};

/** There is no request that Node could answer: head and body are written by hand. */
const writeToSocket = (socket: Socket, problem: ProblemError): void => {
  if (!socket.writable) return;
  const requestId = newRequestId();
  const answer = answerProblem(problem, { instance: '', requestId });
  const head = ['connection', 'close', ...headOf(answer, requestId)];
  const lines = head.map((text, at) => (at % 2 === 0 ? `${text}: ` : `${text}\r\n`)).join('');
  socket.end(`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? ''}\r\n${lines}\r\n${String(answer.body)}`);
  socket.destroySoon();
};

const toProblemError = ({ code }: ClientError): ProblemError => {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new ProblemError('headers_too_large', 'Expected a request line and headers of at most 16 KiB together.');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return requestTimeout();
    default:
      return new ProblemError('malformed_request', 'Expected a well-formed HTTP/1.1 request.');
  }
};
