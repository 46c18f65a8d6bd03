import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Express } from 'express';
import { answerProblem, headOf, writeAnswer } from './answer.js';
import { newRequestId, ProblemError, requestIdOf } from './problem.js';
import { splitTarget } from './query.js';
import { hasBody } from './read-body.js';

/**
 * Serves the app, and answers with a problem document what never reaches it: what HTTP/1.1 forbids, what Node's parser
 * refuses, and what does not arrive in time. The server must have been made with `requireHostHeader: false`: Node's own
 * refusal has no body.
 */
export const serveApp = (server: Server, app: Express): void => {
  const newest = new WeakMap<Duplex, ServerResponse>();
  server.on('connection', (socket: Socket) => {
    const destroySoon = socket.destroySoon.bind(socket);
    // Node's way to end a connection whose last answer is out.
    socket.destroySoon = () => {
      const isStillSending = newest.get(socket)?.req.complete === false && !socket.readableEnded;
      return isStillSending ? socket.end() : destroySoon();
    };
  });
  const take = (request: IncomingMessage, response: ServerResponse): void => {
    newest.set(request.socket, response);
    if (hasBody(request)) lingerAfterEarlyAnswer(request, response);
  };
  server.on('request', (request, response) => {
    take(request, response);
    const fault = findHostFault(request);
    if (fault) writeProblem(response, fault);
    else app(request, response);
  });
  server.on('checkExpectation', (request, response) => {
    take(request, response);
    writeProblem(response, new ProblemError('expectation_failed', 'Expected no Expect but 100-continue.'));
  });
  server.on('clientError', (error: ClientError, socket) => answerClientError(error, socket, newest.get(socket)));
};

/** RFC 9112, 3.2. Names are looked for as they were sent: Node keeps only the first of two. */
const findHostFault = ({ httpVersion, rawHeaders }: IncomingMessage): ProblemError | undefined => {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  if (count === 1 || (count === 0 && httpVersion === '1.0')) return undefined;
  return new ProblemError('malformed_request', `Expected one Host header, not ${count}.`);
};

/** How long the rest of a request is read whose answer is out. */
const lingerMs = 5_000;

/**
 * Who sends a body may read the answer only afterwards: closing the connection with bytes unread would reset it, and the
 * answer would be lost. Node reads the rest and drops it, also where only our side of the connection is closed; here is the
 * end of that.
 */
const lingerAfterEarlyAnswer = (request: IncomingMessage, response: ServerResponse): void => {
  response.once('finish', () => {
    if (request.complete) return;
    const { socket } = request;
    const timer = setTimeout(() => socket.destroy(), lingerMs).unref();
    // Node forgets a request that is answered: whoever still waits for its body would wait for ever.
    const end = (): void => void request.destroy();
    socket.once('close', end);
    request.once('close', () => {
      clearTimeout(timer);
      socket.off('close', end);
      if (!socket.writable) socket.destroy();
    });
  });
};

type ClientError = Error & { code?: string };

/**
 * What Node's parser refuses, or waits for too long. Answers go out in the order of their requests, and nothing but that
 * tells whose they are: a request before this one is answered first, and one that has been answered is not answered twice.
 * @param newest the response to the newest request of this connection
 */
const answerClientError = (error: ClientError, socket: Duplex, newest: ServerResponse | undefined): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const problem = toProblemError(error);
  if (newest?.req.complete === false) {
    // Its body is at fault: this is its answer, unless it has one already.
    if (newest.headersSent) socket.destroy();
    else writeProblem(newest, problem, { connection: 'close' });
  } else if (newest && !newest.writableFinished) {
    newest.once('close', () => writeToSocket(socket, problem));
  } else {
    writeToSocket(socket, problem);
  }
};

const toProblemError = ({ code }: ClientError): ProblemError => {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new ProblemError('headers_too_large', 'Expected a request line and headers of at most 16 KiB together.');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new ProblemError('request_timeout', 'The request did not arrive completely in time.');
    default:
      return new ProblemError('malformed_request', 'Expected a well-formed HTTP/1.1 request.');
  }
};

const writeProblem = (response: ServerResponse, error: ProblemError, headers: Record<string, string> = {}): void => {
  const { req: request } = response;
  const requestId = requestIdOf(request);
  const answer = answerProblem(error, { instance: splitTarget(request.url ?? '').path, requestId });
  writeAnswer(response, requestId, { ...answer, headers: { ...answer.headers, ...headers } });
};

const refusedSockets = new WeakSet<Duplex>();

/** There is no request that Node could answer: head and body are written by hand. */
const writeToSocket = (socket: Duplex, error: ProblemError): void => {
  // The parser goes on to refuse what follows.
  if (refusedSockets.has(socket) || !socket.writable) return;
  refusedSockets.add(socket);
  const requestId = newRequestId();
  const answer = answerProblem(error, { instance: '', requestId });
  const head = ['connection', 'close', ...headOf(answer, requestId)];
  const lines = head.map((text, at) => (at % 2 === 0 ? `${text}: ` : `${text}\r\n`));
  socket.end(
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status] ?? ''}\r\n${lines.join('')}\r\n${String(answer.body)}`,
  );
  const timer = setTimeout(() => socket.destroy(), lingerMs).unref();
  socket.once('close', () => clearTimeout(timer));
};
