import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { ProblemError } from '@delivery/http-edge';

/** Compares hashes, which have one length, in constant time: the answer's time tells nothing about the token. */
export const createBearerCheck = (token: string): ((headers: IncomingHttpHeaders) => void) => {
  const expected = sha256(token);
  return ({ authorization }) => {
    const given = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? '';
    if (timingSafeEqual(sha256(given), expected)) return;
    throw new ProblemError('invalid_credentials', 'Expected Authorization: Bearer with a valid token.', {
      headers: { 'www-authenticate': 'Bearer' },
    });
  };
};

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
