import type { IncomingMessage } from 'node:http';
import { ProblemError } from '@delivery/service-kit';

export const bodyMaxBytes = 256 * 1024;

/** The client went away before its request was complete: nobody is left to answer. */
export class ClientGoneError extends Error {
  override readonly name = 'ClientGoneError';
}

/** Reads the whole body, at most `bodyMaxBytes` of it. Time is limited by the server's request timeout. */
export const readBody = (request: IncomingMessage): Promise<Buffer> => {
  if (Number(request.headers['content-length']) > bodyMaxBytes) return Promise.reject(payloadTooLarge());
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      // What follows is dropped unseen: the answer closes the connection.
      if (length > bodyMaxBytes) reject(payloadTooLarge());
      else chunks.push(chunk);
    });
    request.on('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    // Emitted in any case, and without a listener for 'error' Node emits no error for a client that went away.
    request.on('close', () => {
      if (!request.complete) reject(new ClientGoneError('the request ended before its body'));
    });
  });
};

const payloadTooLarge = (): ProblemError =>
  new ProblemError('payload_too_large', `Expected a body of at most ${bodyMaxBytes} bytes.`, {
    headers: { connection: 'close' },
  });
