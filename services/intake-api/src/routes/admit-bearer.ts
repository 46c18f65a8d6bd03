import type { IncomingMessage } from 'node:http';
import type { Buckets, ProblemError } from '@delivery/http-edge';
import { authenticateBearer, type AuthenticateBearerDeps, invalidToken } from '../auth/authenticate-bearer.js';
import { rateLimitHeaders } from '../rate-limit/rate-limit-headers.js';
import { RateLimitedError } from '../shares/over-limit.js';
import { type AdmitDeps, type Charge, chargeTo, type Refused, refuseLogin } from './admit-call.js';

export type AdmitBearerDeps = AdmitDeps & AuthenticateBearerDeps;

export type AdmittedBearer<Known> = {
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

/** Who calls, and whether it may now. */
export const admitBearer = <Known>(
  deps: AdmitBearerDeps,
  request: IncomingMessage,
  addressOf: () => string,
  { form, find, limitOf, refusalOf }: BearerKind<Known>,
): AdmittedBearer<Known> | Refused => {
  const authenticated = authenticateBearer(deps, request.headers, find);
  if (!authenticated) return refuseLogin(deps, invalidToken(form), addressOf());
  const { known, tokenHash } = authenticated;
  const limit = limitOf(known);
  const taken = limit.bucket.take(limit.owner, limit.perMinute);
  const headers = () => rateLimitHeaders({ name: limit.name, perMinute: limit.perMinute, ...taken });
  if (!taken.allowed) {
    const tooMany = new RateLimitedError(limit.name, 'Too many requests.', taken.retryAfterSeconds);
    return { refusal: tooMany, source: tokenHash, headers };
  }
  const refusal = refusalOf(known);
  return refusal ? { refusal, source: tokenHash, headers } : { known, tokenHash, headers, charge: chargeTo(limit) };
};
