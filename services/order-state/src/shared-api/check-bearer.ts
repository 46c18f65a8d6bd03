import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { type Caller, ProblemError, temporarilyUnavailable } from '@delivery/http-edge';

/** What a token may do: everything, or what only reads. */
export type Scope = 'all' | 'read';

export type Tokens = {
  token: string;
  /** May call what only reads. Absent: there is none. */
  readToken?: string | undefined;
};

/** Which of the tokens it is, if any. Compares hashes, which have one length, in constant time: the time tells nothing about a token. */
export const createScopeOf = ({ token, readToken }: Tokens): ((given: string) => Scope | undefined) => {
  const all = sha256(token);
  const read = readToken === undefined ? undefined : sha256(readToken);
  return (given) => {
    const hash = sha256(given);
    if (timingSafeEqual(hash, all)) return 'all';
    return read && timingSafeEqual(hash, read) ? 'read' : undefined;
  };
};

/** @throws ProblemError for who has no token of these, by the function that it makes */
export const createBearerScope = (tokens: Tokens): ((headers: IncomingHttpHeaders) => Scope) => {
  const scopeOf = createScopeOf(tokens);
  return ({ authorization }) => {
    const scope = scopeOf(/^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? '');
    if (scope === undefined) throw unknownCaller();
    return scope;
  };
};

export const createBearerCheck = (tokens: Tokens): ((caller: Caller) => void) => {
  const bearerScope = createBearerScope(tokens);
  return (caller) => checkScope(bearerScope(caller.headers), caller);
};

/** @throws ProblemError `insufficient_scope` */
export const checkScope = (scope: Scope, { method }: Caller): void => {
  if (scope === 'all' || isReading(method)) return;
  // RFC 6750, 3.1.
  throw new ProblemError(
    'insufficient_scope',
    'This token may only read (GET, HEAD): use the token of OPERATOR_TOKEN.',
    {
      headers: { 'www-authenticate': 'Bearer error="insufficient_scope"' },
    },
  );
};

export const isReading = (method: string): boolean => method === 'GET' || method === 'HEAD';

export const unknownCaller = (): ProblemError =>
  new ProblemError('invalid_credentials', 'Expected Authorization: Bearer with a valid token.', {
    headers: { 'www-authenticate': 'Bearer' },
  });

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

type Authorize = (caller: Caller) => void;

/** Before its schema is there a statement may fail, or read what a migration is about to change: who may call is asked to come again. */
export const whenPrepared =
  (authorize: Authorize, isPrepared: () => boolean): Authorize =>
  (caller) => {
    authorize(caller);
    if (!isPrepared()) throw temporarilyUnavailable('The service is preparing its database. Try again.');
  };
