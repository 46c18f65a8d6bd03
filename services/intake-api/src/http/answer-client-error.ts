import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { ProblemError } from '@delivery/service-kit';
import { answerProblem } from './answer-problem.js';

type ClientError = Error & { code?: string };

/** What Node's HTTP parser refuses never becomes a request: the same problem is written to the socket by hand. */
export const answerClientError = (error: ClientError, socket: Duplex): void => {
  // Reset by the client, or an answer has begun: nothing can be said any more.
  if (error.code === 'ECONNRESET' || !socket.writable || bytesWritten(socket) > 0) {
    socket.destroy();
    return;
  }
  const requestId = randomUUID();
  const answer = answerProblem(toProblemError(error), { instance: '', requestId });
  const body = answer.body ?? '';
  const head = {
    ...answer.headers,
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-request-id': requestId,
    connection: 'close',
  };
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`);
  const status = `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status] ?? ''}`;
  socket.end(`${status}\r\n${lines.join('\r\n')}\r\n\r\n${body.toString()}`);
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

/** A kept-alive connection has written answers before; then only closing it is unambiguous. */
const bytesWritten = (socket: Duplex): number =>
  'bytesWritten' in socket && typeof socket.bytesWritten === 'number' ? socket.bytesWritten : 0;
