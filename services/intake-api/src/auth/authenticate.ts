import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { type CallerCredential, type DirectoryEntry, disabledDetails } from '@delivery/contracts';
import { ProblemError, readBearer, temporarilyUnavailable } from '@delivery/http-edge';
import { openDeliveryPath } from '@delivery/open-delivery';
import type { Credentials, RequestHead } from './read-credentials.js';
import type { Session } from './sessions.js';

/**
 * `tokenHash`: the key of its limits. All sessions that began with links of a merchant share one. `credential`: for
 * order-state to look up once more.
 */
export type Authenticated = { merchant: DirectoryEntry; tokenHash: string; credential: CallerCredential };

export type AuthenticateDeps = {
  findByTokenHash: (tokenHash: string) => DirectoryEntry | undefined;
  findMerchant: (merchantId: string) => DirectoryEntry | undefined;
  lookUpToken: (tokenHash: string, address: string) => Promise<DirectoryEntry | undefined>;
};

type Found = Authenticated | undefined;

/** Resolves to `undefined` where the credentials are no merchant's. Never tells which half was wrong. */
export const authenticate = (
  deps: AuthenticateDeps,
  { key, token }: Credentials,
  addressOf: () => string,
): Found | Promise<Found> =>
  authenticateHashes(deps, { keyHash: hash('sha256', key, 'hex'), tokenHash: hash('sha256', token, 'hex') }, addressOf);

/**
 * For a session, which keeps only the hashes, or none if it began with a link: order-state has it for as long as it is
 * valid.
 * @throws ProblemError 503 where the directory has not heard of the merchant of the link yet: it was made within the
 * last second
 */
export const authenticateSession = async (
  deps: AuthenticateDeps,
  { hash: sessionHash, merchantId, credentials }: Session,
  addressOf: () => string,
): Promise<Found> => {
  const credential = { session_hash: sessionHash };
  if (credentials) {
    const found = await authenticateHashes(deps, credentials, addressOf);
    return found && { ...found, credential };
  }
  const merchant = deps.findMerchant(merchantId);
  if (!merchant) throw temporarilyUnavailable('This merchant is not known here yet. Try again.');
  return { merchant, tokenHash: `links of ${merchantId}`, credential };
};

const authenticateHashes = (
  deps: AuthenticateDeps,
  { keyHash, tokenHash }: { keyHash: string; tokenHash: string },
  addressOf: () => string,
): Found | Promise<Found> => {
  const known = deps.findByTokenHash(tokenHash);
  // Without a promise where the merchant is known: this is on the path of every order.
  if (known) return matchKey(known, keyHash, tokenHash);
  return deps.lookUpToken(tokenHash, addressOf()).then((found) => found && matchKey(found, keyHash, tokenHash));
};

const matchKey = (merchant: DirectoryEntry, keyHash: string, tokenHash: string): Found =>
  isEqual(merchant.key_hash, keyHash) || isPreviousKey(merchant, keyHash)
    ? { merchant, tokenHash, credential: { token_hash: tokenHash, key_hash: keyHash } }
    : undefined;

/** One that is over opens nothing, whether the directory has heard of it or not. */
const isPreviousKey = ({ previous_key: previous }: DirectoryEntry, keyHash: string): boolean =>
  previous !== null && Date.parse(previous.expires_at) > Date.now() && isEqual(previous.hash, keyHash);

/** Compares hashes in constant time. */
export const isEqual = (expected: string, given: string): boolean => {
  const [one, other] = [Buffer.from(expected, 'latin1'), Buffer.from(given, 'latin1')];
  return one.length === other.length && timingSafeEqual(one, other);
};

export const invalidCredentials = ({ headers, url = '' }: Pick<RequestHead, 'headers' | 'url'>): ProblemError => {
  const isTill = url.startsWith(`${openDeliveryPath}/`);
  const detail = isTill
    ? 'The access token is missing, wrong or older than an hour. Get one at POST ' +
      `${openDeliveryPath}/oauth/token with the client_id and client_secret that the merchant gave you, and ` +
      'send it as "Authorization: Bearer …".'
    : 'The credentials are missing or wrong. Send the key of the platform (key_…) and a valid token of its ' +
      'merchant (tok_…), or an access token of an OAuth client that is not older than an hour.';
  return new ProblemError('invalid_credentials', detail, {
    headers: { 'www-authenticate': isTill && !headers.authorization ? bearer : challengeTo(headers) },
  });
};

const bearer = 'Bearer realm="delivery-orders"';

const challengeTo = (headers: IncomingHttpHeaders): string => {
  if (readBearer(headers) !== undefined) return `${bearer}, error="invalid_token"`;
  return isOfPage(headers) ? 'Session realm="delivery-orders"' : basic;
};

const basic = 'Basic realm="delivery-orders", charset="UTF-8"';

/**
 * A browser that is challenged with Basic asks for name and password by itself, over the page which would have asked.
 */
const isOfPage = (headers: IncomingHttpHeaders): boolean =>
  headers['sec-fetch-site'] === undefined ? headers.cookie !== undefined : headers['sec-fetch-mode'] !== 'navigate';

export const merchantDisabled = (): ProblemError => new ProblemError('merchant_disabled', disabledDetails.merchant);
