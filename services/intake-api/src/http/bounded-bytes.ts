import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Answer, hasBody, type ProblemError, readBody } from '@delivery/http-edge';
import { refusal } from '../shares/over-limit.js';
import type { ByteBudget, ByteOwner } from './byte-budget.js';

export const bodyMaxBytes = 256 * 1024;

/** The bytes of a request beside its body: its connection, and the buffers that Node has for it in any case. */
const overheadBytes = 16 * 1024;

/** @throws ProblemError `payload_too_large`, or `rate_limited` where the budget has no room; ClientDisconnectedError */
export const readBodyWithin = async (
  budget: ByteBudget,
  request: IncomingMessage,
  owner: ByteOwner,
  maxBytes = bodyMaxBytes,
): Promise<Buffer> => {
  if (!hasBody(request)) return Buffer.alloc(0);
  const giveBack = budget.take(owner, overheadBytes + announcedBytes(request, maxBytes));
  if (!giveBack) throw noRoom();
  try {
    return await readBody(request, maxBytes);
  } finally {
    giveBack();
  }
};

/** A chunked body does not say. */
const announcedBytes = ({ headers }: IncomingMessage, maxBytes: number): number =>
  Math.min(maxBytes, Number(headers['content-length'] ?? maxBytes));

/**
 * Holds the bytes of an answer until the client has them: of a long one, until the connection is closed. Only those of
 * long reads count: every other answer is smaller than Node's buffers for a connection in any case.
 * @returns the answer to give instead where the budget has no room
 */
export const holdAnswer = (
  budget: ByteBudget,
  response: ServerResponse,
  ownerOf: () => ByteOwner,
  { body = '' }: Answer,
): ProblemError | undefined => {
  const { socket } = response.req;
  if (body.length <= overheadBytes || response.destroyed || socket.destroyed) return undefined;
  const bytes = Buffer.byteLength(body);
  const giveBack = budget.take(ownerOf(), bytes);
  if (!giveBack) return noRoom();
  // A connection that its answer ends stays open until the client has read it.
  response.once('close', () => (socket.writableEnded && !socket.closed ? socket.once('close', giveBack) : giveBack()));
  return undefined;
};

/** The budget has room for those that hold little: this merchant, or its address, holds a good part. */
const noRoom = (): ProblemError => refusal('bytes_under_way', 'over_share');
