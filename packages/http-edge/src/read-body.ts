import type { IncomingMessage } from 'node:http';
import { ProblemError } from './problem.js';

/** The client went away before its request was complete: nobody is left to answer. */
export class ClientGoneError extends Error {
  override readonly name = 'ClientGoneError';
}

/** A body that is on its way. */
export type BodyReading = {
  /** @throws ProblemError `payload_too_large`, or what it was refused with; ClientGoneError */
  body: Promise<Buffer>;
  receivedBytes: () => number;
  /** Ends the reading: what comes later is dropped unseen. Does nothing once the body is there. */
  refuse: (error: ProblemError) => void;
};

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** The whole body, at most `maxBytes` of it. How long it may take is up to the caller, at last to the server's time limit. */
export const readBody = (request: IncomingMessage, maxBytes: number): Promise<Buffer> =>
  startReadingBody(request, maxBytes).body;

export const startReadingBody = (request: IncomingMessage, maxBytes: number): BodyReading => {
  const { promise: body, resolve, reject } = newPromise();
  const chunks: Buffer[] = [];
  let receivedBytes = 0;
  let refused = false;
  const refuse = (error: ProblemError): void => {
    refused = true;
    chunks.length = 0;
    reject(error);
  };
  if (Number(request.headers['content-length']) > maxBytes) refuse(payloadTooLarge(maxBytes));
  request.on('data', (chunk: Buffer) => {
    if (refused) return;
    receivedBytes += chunk.length;
    if (receivedBytes > maxBytes) refuse(payloadTooLarge(maxBytes));
    else chunks.push(chunk);
  });
  request.on('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
  // Emitted in any case, and without a listener for 'error' Node emits no error for a client that went away.
  request.on('close', () => {
    if (!request.complete) reject(new ClientGoneError('the request ended before its body'));
  });
  return { body, receivedBytes: () => receivedBytes, refuse };
};

/** `Promise.withResolvers` is there from Node 22 on. */
const newPromise = () => {
  let resolve!: (body: Buffer) => void;
  let reject!: (error: Error) => void;
  const promise = new Promise<Buffer>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
};

const payloadTooLarge = (maxBytes: number): ProblemError =>
  new ProblemError('payload_too_large', `Expected a body of at most ${maxBytes} bytes.`, {
    headers: { connection: 'close' },
  });
