import type { CallerCredential, DirectoryEntry, MerchantMode, PortalScope } from '@delivery/contracts';
import { type Buckets, checkSameOrigin, ProblemError, type Query, type Route } from '@delivery/http-edge';
import {
  authenticate,
  type Authenticated,
  type AuthenticateDeps,
  authenticateSession,
  invalidCredentials,
  merchantDisabled,
} from '../auth/authenticate.js';
import { authenticateAccessToken, type AuthenticateClientDeps } from '../auth/authenticate-client.js';
import { type Credentials, readCredentials, readOnlyBearer, type RequestHead } from '../auth/read-credentials.js';
import type { Session, Sessions } from '../auth/sessions.js';
import { rateLimitHeaders } from '../rate-limit/rate-limit-headers.js';
import type { FairSlots } from '../shares/fair-slots.js';
import { RateLimitedError } from '../shares/over-limit.js';

/**
 * `pull`: polls, acks and reads of the event feed, which come often and from many: they have a bucket for each token,
 * and none of their platform's.
 */
export type CallLimit = 'create' | 'other' | 'pull';

type MerchantLimits = { createPerMinute: number; otherPerMinute: number; platformPerMinute: number };

export type AdmitDeps = AuthenticateDeps &
  AuthenticateClientDeps & {
    sessions: Sessions;
    /** Questions to order-state whether a session or a link is one, by address. */
    guesses: FairSlots;
    limits: Readonly<Record<MerchantMode, MerchantLimits>> & { pullPerMinute: number; failedLoginsPerMinute: number };
    buckets: Readonly<
      Record<CallLimit | 'courier' | 'platform' | 'platformApi' | 'failedLogins' | 'links' | 'refusals', Buckets>
    >;
  };

/** `session`: with which the caller came, if there is one. `headers` writes what the answer says of the limits. */
export type AdmittedMerchant = {
  merchant: DirectoryEntry;
  merchantId: string;
  tokenHash: string;
  credential: CallerCredential;
  session?: Session;
  headers: () => Record<string, string>;
  charge: Charge;
};
export type AuthResult = AdmittedMerchant | Refused;

/** `source`: the token or the address that is refused. `merchantId`: whose call it was, where that is known. */
export type Refused = {
  refusal: ProblemError;
  source: string;
  merchantId?: string;
  headers: () => Record<string, string>;
};

/** The cost of a call beside its one token, once its bytes are known. */
export type Charge = {
  /** Charged before they are looked at, so that a refused body costs the same. */
  body: (bytes: number) => ProblemError | undefined;
  /** Charged after the answer is made: the next calls wait for it. */
  answer: (bytes: number) => void;
};

/** The bytes that come with the one token of each call; each further token pays for as many. */
const bodyBytesPerToken = 16 * 1024;
const answerBytesPerToken = 32 * 1024;
const bytesCount = `every ${bodyBytesPerToken} bytes of a body count as one more request`;

/** A body of so many bytes costs more than the one token of its call. */
export const costsMore = (bodyBytes: number): boolean => bodyBytes >= bodyBytesPerToken;

/** Its body has not been read: bytes are named to who says that it is a long one. */
export const tooManyRequests = (
  { headers }: RequestHead,
  { name, perMinute, retryAfterSeconds }: { name: string; perMinute: number; retryAfterSeconds: number },
): RateLimitedError => {
  const counted = costsMore(Number(headers['content-length'])) ? `, and ${bytesCount}` : '';
  return new RateLimitedError(
    name,
    `Too many requests: the limit "${name}" is ${perMinute} a minute${counted}.`,
    retryAfterSeconds,
  );
};

/** The part of a call's spec that decides how it is admitted. */
export type Admitted = { limit: CallLimit } & Pick<Route<never>, 'takes' | 'isRead'>;

/** Which merchant calls, and whether it may now. In both cases the answer says how much of the limit is left. */
export const admitCall = async (
  deps: AdmitDeps,
  request: RequestHead,
  query: Query,
  spec: Admitted,
  addressOf: () => string,
): Promise<AuthResult> => {
  const admission = await admitCaller(deps, request, query, spec, addressOf);
  if ('refusal' in admission || !isChange(spec, request)) return admission;
  const { merchant, merchantId, tokenHash, headers } = admission;
  // Also for a session that was begun with the token.
  if (merchant.reading_hashes.includes(tokenHash))
    return { refusal: readOnlyToken(), source: tokenHash, merchantId, headers };
  return admission;
};

const admitCaller = async (
  deps: AdmitDeps,
  request: RequestHead,
  query: Query,
  spec: Admitted,
  addressOf: () => string,
): Promise<AuthResult> => {
  const accessToken = readOnlyBearer(request.headers, query);
  if (accessToken !== undefined) {
    const client = await authenticateAccessToken(deps, accessToken, addressOf);
    return admit(deps, request, client, spec.limit, addressOf);
  }
  if (hasCredentials(request, query)) {
    return admitCredentials(deps, request, readCredentials(request, query), spec.limit, addressOf);
  }
  const session = await deps.sessions.read(request.headers, (ask) => guess(deps, addressOf(), ask));
  if (!session) return refuseLogin(deps, invalidCredentials(request), addressOf());
  if (isChange(spec, request)) {
    checkSameOrigin(request.headers);
    checkMayChange(session.scope);
  }
  const admission = admit(deps, request, await authenticateSession(deps, session, addressOf), spec.limit, addressOf);
  return 'refusal' in admission ? admission : { ...admission, session };
};

export const checkMayChange = (scope: PortalScope): void => {
  if (scope === 'full') return;
  throw new ProblemError(
    'read_only_session',
    'This session is read-only. Ask the sender of your link for one with all rights, or have your role changed.',
  );
};

const readOnlyToken = (): ProblemError =>
  new ProblemError(
    'insufficient_scope',
    'This token may only read, and this call is a change. Use a token with all rights.',
  );

/** Credentials in the request take precedence over a session cookie, which an HTTP client adds by itself. */
export const hasCredentials = ({ headers }: RequestHead, query: Query): boolean =>
  headers.authorization !== undefined || query.has('key') || query.has('token');

const isChange = ({ takes, isRead }: Admitted, { method }: RequestHead): boolean =>
  takes === true || (isRead !== true && method !== 'GET' && method !== 'HEAD');

/** `undefined`: they are none. */
export const admitCredentials = async (
  deps: AdmitDeps,
  request: RequestHead,
  credentials: Credentials | undefined,
  limit: CallLimit,
  addressOf: () => string,
): Promise<AuthResult> => {
  const authenticated = credentials && (await authenticate(deps, credentials, addressOf));
  return admit(deps, request, authenticated, limit, addressOf);
};

/** @param authenticated `undefined`: the credentials are not valid */
export const admit = (
  deps: AdmitDeps,
  request: RequestHead,
  authenticated: Authenticated | undefined,
  limit: CallLimit,
  addressOf: () => string,
): AuthResult => {
  if (!authenticated) return refuseLogin(deps, invalidCredentials(request), addressOf());
  const { merchant, tokenHash, credential } = authenticated;
  const merchantId = merchant.merchant_id;
  const limited = takeLimits(deps, request, authenticated, limit);
  if (limited.refusal) return { refusal: limited.refusal, source: tokenHash, merchantId, headers: limited.headers };
  if (merchant.status === 'disabled')
    return { refusal: merchantDisabled(), source: tokenHash, merchantId, headers: limited.headers };
  const bucket = deps.buckets[limit];
  const charge = chargeTo({ name: limit, bucket, owner: tokenHash, perMinute: ownPerMinute(deps, merchant, limit) });
  return { merchant, merchantId, tokenHash, credential, headers: limited.headers, charge };
};

type ChargedLimit = { name: CallLimit | 'courier' | 'platform_api'; bucket: Buckets; owner: string; perMinute: number };

export const chargeTo = ({ name, bucket, owner, perMinute }: ChargedLimit): Charge => ({
  body: (bytes) => {
    const tokens = Math.floor(bytes / bodyBytesPerToken);
    if (tokens === 0) return undefined;
    const taken = bucket.take(owner, perMinute, tokens);
    if (taken.allowed) return undefined;
    const detail = `Too many bytes: ${bytesCount}.`;
    const limit = `${name}_bytes`;
    const headers = rateLimitHeaders({ name: limit, perMinute, ...taken });
    return new RateLimitedError(limit, `${detail} The limit is "${limit}".`, taken.retryAfterSeconds, headers);
  },
  answer: (bytes) => {
    const tokens = Math.floor(bytes / answerBytesPerToken);
    if (tokens > 0) bucket.charge(owner, perMinute, tokens);
  },
});

/**
 * Failed logins are limited by address. Valid credentials pass even then: one misconfigured shop must not lock out all
 * shops behind the same platform's address, and a token of 128 random bits and more is not to be guessed anyway.
 */
export const refuseLogin = (
  deps: Pick<AdmitDeps, 'limits' | 'buckets'>,
  refusal: ProblemError,
  address: string,
): Refused => {
  const perMinute = deps.limits.failedLoginsPerMinute;
  const take = deps.buckets.failedLogins.take(address, perMinute);
  const headers = () => rateLimitHeaders({ name: 'failed-login', perMinute, ...take });
  if (take.allowed) return { refusal, source: address, headers };
  const tooMany = new RateLimitedError('failed_login', 'Too many failed logins.', take.retryAfterSeconds);
  return { refusal: tooMany, source: address, headers };
};

/** Free of waiting, until the address has used up its failed logins. */
export const guess = <T>(deps: AdmitDeps, address: string, ask: () => Promise<T>): Promise<T> => {
  const { remaining } = deps.buckets.failedLogins.peek(address, deps.limits.failedLoginsPerMinute);
  return remaining > 0 ? ask() : guessInTurn(deps, address, ask);
};

/**
 * One after the other of an address: so its guesses cost order-state little, and right credentials among them still
 * pass.
 */
export const guessInTurn = async <T>({ guesses }: AdmitDeps, address: string, ask: () => Promise<T>): Promise<T> => {
  const taken = await guesses.take(address, 1);
  if ('refused' in taken)
    throw new RateLimitedError('failed_login', 'Too many logins from this address are in progress.', 1);
  try {
    return await ask();
  } finally {
    taken.giveBack();
  }
};

const takeLimits = (
  deps: AdmitDeps,
  request: RequestHead,
  { merchant, tokenHash }: Authenticated,
  limit: CallLimit,
): { refusal?: ProblemError; headers: () => Record<string, string> } => {
  const own = ownPerMinute(deps, merchant, limit);
  const taken = deps.buckets[limit].take(tokenHash, own);
  const state = { name: limit, perMinute: own, ...taken };
  const platform = { name: 'platform', perMinute: deps.limits[merchant.mode].platformPerMinute };
  const others = limit === 'pull' ? [] : [platform];
  if (!taken.allowed) {
    return { refusal: tooManyRequests(request, state), headers: () => rateLimitHeaders(state, others) };
  }
  if (limit === 'pull') return { headers: () => rateLimitHeaders(state) };
  const shared = deps.buckets.platform.take(merchant.key_hash, platform.perMinute);
  if (shared.allowed) return { headers: () => rateLimitHeaders(state, [platform]) };
  const detail =
    'The merchants of this platform together sent too many requests: the limit "platform" is ' +
    `${platform.perMinute} a minute.`;
  return {
    refusal: new RateLimitedError('platform', detail, shared.retryAfterSeconds),
    headers: () => rateLimitHeaders({ ...platform, ...shared }, [state]),
  };
};

const ownPerMinute = ({ limits }: AdmitDeps, merchant: DirectoryEntry, limit: CallLimit): number => {
  switch (limit) {
    case 'create':
      return merchant.create_per_minute ?? limits[merchant.mode].createPerMinute;
    case 'other':
      return merchant.other_per_minute ?? limits[merchant.mode].otherPerMinute;
    case 'pull':
      return limits.pullPerMinute;
  }
};
