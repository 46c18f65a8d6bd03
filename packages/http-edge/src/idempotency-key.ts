import { createHash, randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { ProblemError } from './problem.js';

/** @throws ProblemError for a key that cannot be one */
export const readIdempotencyKey = (headers: IncomingHttpHeaders): string | undefined => {
  const key = headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key)) return key;
  throw new ProblemError('invalid_parameter', 'Idempotency-Key: expected 1 to 255 visible ASCII characters.');
};

/**
 * The id of a message: under a key always the same. What is said is part of it: a key used for another report by mistake must not
 * swallow it.
 */
export const messageIdUnder = (key: string | undefined, prefix: string, said: readonly unknown[]): string => {
  if (key === undefined) return randomUUID();
  return `${prefix}-${createHash('sha256')
    .update(JSON.stringify([key, ...said]))
    .digest('hex')}`;
};
