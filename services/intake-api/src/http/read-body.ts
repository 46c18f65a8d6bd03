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
    request.once('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    request.once('error', (error) => reject(new ClientGoneError('request aborted', { cause: error })));
    request.once('close', () => reject(new ClientGoneError('request closed')));
  });
};

const payloadTooLarge = (): ProblemError =>
  new ProblemError('payload_too_large', `Expected a body of at most ${bodyMaxBytes} bytes.`, {
    headers: { connection: 'close' },
  });
