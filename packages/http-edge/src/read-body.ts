import type { IncomingMessage } from 'node:http';
import { ProblemError } from './problem.js';

/** The client went away before its request was complete: there is no connection left to answer on. */
export class ClientDisconnectedError extends Error {
  override readonly name = 'ClientDisconnectedError';
}

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * The whole body, at most `maxBytes` of it. The server's `requestTimeout` bounds how long it may take.
 * @throws ProblemError `payload_too_large`; ClientDisconnectedError
 */
export const readBody = (request: IncomingMessage, maxBytes: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let receivedBytes = 0;
    const disconnected = () => reject(new ClientDisconnectedError('the request ended before its body was read'));
    // It went away while the request was admitted: no event comes any more.
    if (request.destroyed) return disconnected();
    // Node reads the rest and drops it once the answer is out, so that a client that is still sending gets the answer.
    if (Number(request.headers['content-length']) > maxBytes) return reject(payloadTooLarge(maxBytes));
    request.on('data', (chunk: Buffer) => {
      receivedBytes += chunk.length;
      if (receivedBytes <= maxBytes) return void chunks.push(chunk);
      chunks.length = 0;
      reject(payloadTooLarge(maxBytes));
    });
    request.on('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    // Emitted in any case, and without a listener for 'error' Node emits no error for a client that went away.
    request.on('close', () => {
      if (!request.readableEnded) disconnected();
    });
  });

const payloadTooLarge = (maxBytes: number): ProblemError =>
  new ProblemError('payload_too_large', `Expected a body of at most ${maxBytes} bytes.`);
