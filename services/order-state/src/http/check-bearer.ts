import { createHash, timingSafeEqual } from 'node:crypto';
import { type Caller, ProblemError } from '@delivery/http-edge';

type Tokens = {
  token: string;
  /** May call what only reads. Absent or empty: there is none. */
  readToken?: string | undefined;
};

/** Compares hashes, which have one length, in constant time: the answer's time tells nothing about a token. */
export const createBearerCheck = ({ token, readToken }: Tokens): ((caller: Caller) => void) => {
  const expected = sha256(token);
  const expectedToRead = readToken ? sha256(readToken) : undefined;
  return ({ method, headers }) => {
    const given = sha256(/^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? '');
    if (timingSafeEqual(given, expected)) return;
    if (!expectedToRead || !timingSafeEqual(given, expectedToRead)) throw unknownToken();
    if (!readingMethods.has(method)) throw mayOnlyRead();
  };
};

const readingMethods = new Set(['GET', 'HEAD']);

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

const unknownToken = (): ProblemError =>
  new ProblemError('invalid_credentials', 'Expected Authorization: Bearer with a valid token.', {
    headers: { 'www-authenticate': 'Bearer' },
  });

/** RFC 6750, 3.1. */
const mayOnlyRead = (): ProblemError =>
  new ProblemError('insufficient_scope', 'This token may only read (GET, HEAD): use the token of OPERATOR_TOKEN.', {
    headers: { 'www-authenticate': 'Bearer error="insufficient_scope"' },
  });
