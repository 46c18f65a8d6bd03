import {
  type CourierSystemEntry,
  disabledDetails,
  type PlatformEntry,
  type PlatformScope,
  type PlatformToken,
} from '@delivery/contracts';
import { type Buckets, ProblemError, type Query } from '@delivery/http-edge';
import { authenticateBearer, type AuthenticateBearerDeps, invalidToken } from '../auth/authenticate-bearer.js';
import { readOnlyBearer, type RequestHead } from '../auth/read-credentials.js';
import { rateLimitHeaders } from '../rate-limit/rate-limit-headers.js';
import { type AdmitDeps, type Charge, chargeTo, type Refused, refuseLogin, tooManyRequests } from './admit-call.js';

type AdmitBearerDeps = AdmitDeps & AuthenticateBearerDeps;

type Asking = { request: RequestHead; query: Query; addressOf: () => string };

type AdmittedBearer<Known> = {
  known: Known;
  tokenHash: string;
  headers: () => Record<string, string>;
  charge: Charge;
};

/** One kind of caller that comes with one token. */
type BearerKind<Known> = {
  /** How its tokens begin. */
  form: string;
  find: (tokenHash: string) => Known | undefined;
  /** All tokens of a caller share it. */
  limitOf: (known: Known) => { name: 'courier' | 'platform_api'; bucket: Buckets; owner: string; perMinute: number };
  refusalOf: (known: Known) => ProblemError | undefined;
};

/** The caller, and whether it may call now. */
const admitBearer = <Known>(
  deps: AdmitBearerDeps,
  { request, query, addressOf }: Asking,
  { form, find, limitOf, refusalOf }: BearerKind<Known>,
): AdmittedBearer<Known> | Refused => {
  const authenticated = authenticateBearer(deps, readOnlyBearer(request.headers, query), find);
  if (!authenticated) return refuseLogin(deps, invalidToken(form), addressOf());
  const { known, tokenHash } = authenticated;
  const limit = limitOf(known);
  const taken = limit.bucket.take(limit.owner, limit.perMinute);
  const state = { name: limit.name, perMinute: limit.perMinute, ...taken };
  const headers = () => rateLimitHeaders(state);
  if (!taken.allowed) return { refusal: tooManyRequests(request, state), source: tokenHash, headers };
  const refusal = refusalOf(known);
  return refusal ? { refusal, source: tokenHash, headers } : { known, tokenHash, headers, charge: chargeTo(limit) };
};

export type AdmitCourierDeps = AdmitBearerDeps & {
  findCourierByTokenHash: (tokenHash: string) => CourierSystemEntry | undefined;
  courierPerMinute: number;
};

export type AdmittedCourier = AdmittedBearer<CourierSystemEntry>;

/** Which courier's system calls, and whether it may now. */
export const admitCourier = (deps: AdmitCourierDeps, asking: Asking): AdmittedCourier | Refused =>
  admitBearer(deps, asking, {
    form: 'ctok_',
    find: deps.findCourierByTokenHash,
    limitOf: (system) => ({
      name: 'courier',
      bucket: deps.buckets.courier,
      owner: system.courier_system_id,
      perMinute: system.per_minute ?? deps.courierPerMinute,
    }),
    refusalOf: ({ status }) => (status === 'disabled' ? courierSystemDisabled() : undefined),
  });

const courierSystemDisabled = (): ProblemError =>
  new ProblemError('courier_system_disabled', disabledDetails.courier_system);

export type AdmitPlatformDeps = AdmitBearerDeps & {
  findPlatformByTokenHash: (tokenHash: string) => PlatformEntry | undefined;
  platformApiPerMinute: number;
};

type KnownPlatform = { platform: PlatformEntry; token: PlatformToken };
export type AdmittedPlatform = AdmittedBearer<KnownPlatform>;

/** Which platform calls, and whether it may do so now, with this token. */
export const admitPlatform = (
  deps: AdmitPlatformDeps,
  asking: Asking,
  scope: PlatformScope | undefined,
): AdmittedPlatform | Refused =>
  admitBearer(deps, asking, {
    form: 'ptok_',
    find: (tokenHash) => findToken(deps, tokenHash),
    limitOf: ({ platform }) => ({
      name: 'platform_api',
      bucket: deps.buckets.platformApi,
      owner: platform.platform_id,
      perMinute: platform.per_minute ?? deps.platformApiPerMinute,
    }),
    refusalOf: (known) => refusalOfPlatform(known, scope),
  });

/** One that has expired opens nothing, whether the directory has heard of it or not. */
const findToken = ({ findPlatformByTokenHash }: AdmitPlatformDeps, tokenHash: string): KnownPlatform | undefined => {
  const platform = findPlatformByTokenHash(tokenHash);
  const token = platform?.tokens.find(({ hash }) => hash === tokenHash);
  if (!platform || !token) return undefined;
  const isExpired = token.expires_at !== null && Date.parse(token.expires_at) <= Date.now();
  return isExpired ? undefined : { platform, token };
};

const refusalOfPlatform = (
  { platform, token }: KnownPlatform,
  scope: PlatformScope | undefined,
): ProblemError | undefined => {
  if (platform.status === 'disabled') return new ProblemError('platform_disabled', disabledDetails.platform);
  if (scope === undefined || token.scopes.includes(scope)) return undefined;
  return new ProblemError(
    'insufficient_scope',
    `This token lacks the scope ${scope}. Use a token that has it, or add one: POST /platform/v1/tokens with a ` +
      'token that has merchants:write. Without one, ask the operator of the service.',
  );
};
