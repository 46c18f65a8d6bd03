import { createHash, timingSafeEqual } from 'node:crypto';
import { callerCredentialSchema, clientAddressHeader, credentialHeader, type OwnerKind } from '@delivery/contracts';
import { type ApiRequest, type Caller, ProblemError, readBearer, temporarilyUnavailable } from '@delivery/http-edge';
import type { Actor, Credential } from '../activity/queries.js';
import { ownerKindOf } from './read-params.js';

/** A token's permission: everything, or reads alone. */
export type Scope = 'all' | 'read';

export type Tokens = {
  token: string;
  /** May only call reads. Absent: there is none. */
  readToken?: string | undefined;
};

/**
 * Which of the tokens it is, if any. Compares hashes, which have one length, in constant time: the time tells nothing
 * about a token.
 */
export const createScopeOf = ({ token, readToken }: Tokens): ((given: string | undefined) => Scope | undefined) => {
  const all = sha256(token);
  const read = readToken === undefined ? undefined : sha256(readToken);
  return (given) => {
    if (given === undefined) return undefined;
    const hash = sha256(given);
    if (timingSafeEqual(hash, all)) return 'all';
    return read && timingSafeEqual(hash, read) ? 'read' : undefined;
  };
};

/** The answer to wrong credentials of this address. */
export type RefuseLogin = (address: string, refusal: ProblemError) => ProblemError;

/** @throws ProblemError for a caller without the token, by the function that it makes */
export const createBearerCheck = (token: string, refuseLogin: RefuseLogin): ((caller: Caller) => void) => {
  const scopeOf = createScopeOf({ token });
  return ({ headers, address }) => {
    if (scopeOf(readBearer(headers)) === undefined) throw refuseLogin(address, unknownCaller());
  };
};

export const isReading = (method: string): boolean => method === 'GET' || method === 'HEAD';

export const unknownCaller = (): ProblemError =>
  new ProblemError('invalid_credentials', 'The token is missing or wrong. Send a valid one as Authorization: Bearer.', {
    headers: { 'www-authenticate': 'Bearer' },
  });

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

type Authorize<Identity> = (caller: Caller) => Identity | Promise<Identity>;

/**
 * Before its schema exists a statement may fail, or read rows that a migration is about to change: a caller is asked
 * to come again.
 */
export const whenPrepared =
  <Identity>(authorize: Authorize<Identity>, isPrepared: () => boolean): ((caller: Caller) => Promise<Identity>) =>
  async (caller) => {
    const identity = await authorize(caller);
    if (!isPrepared()) throw preparing();
    return identity;
  };

export const preparing = (): ProblemError =>
  temporarilyUnavailable('The service is preparing its database. Try again.');

type Passed = Pick<ApiRequest, 'headers'>;

/** The merchant itself, as the activity log names it. intake-api has authenticated it, and says where it calls from. */
export const merchantOf = (request: Passed): Actor => callerOf('merchant', request);
/** The merchant's platform, in the same way. */
export const platformOf = (request: Passed): Actor => callerOf('platform', request);

const callerOf = (type: OwnerKind, { headers }: Passed): Actor => {
  const address = headers[clientAddressHeader];
  const credential = readCredential(type, headers[credentialHeader]);
  return { type, name: null, reason: null, address: typeof address === 'string' ? address : null, credential };
};

/** Without it the caller is intake-api itself. */
const readCredential = (owner: OwnerKind, text: string | string[] | undefined): Credential | null =>
  text === undefined ? null : { owner, given: callerCredentialSchema.parse(JSON.parse(String(text))) };

/** For the owner of webhooks. */
export const ownerOf = (request: Pick<ApiRequest, 'headers' | 'params'>): Actor =>
  callerOf(ownerKindOf(request), request);
