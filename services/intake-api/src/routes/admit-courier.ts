import type { IncomingMessage } from 'node:http';
import type { CourierSystemEntry } from '@delivery/contracts';
import {
  authenticateCourier,
  type AuthenticateCourierDeps,
  courierSystemDisabled,
  invalidCourierToken,
} from '../auth/authenticate-courier.js';
import { rateLimitHeaders } from '../rate-limit/rate-limit-headers.js';
import { type AdmitDeps, type Charge, chargeTo, rateLimited, type Refused, refuseLogin } from './admit-call.js';

export type AdmitCourierDeps = AdmitDeps & AuthenticateCourierDeps & { courierPerMinute: number };

export type AdmittedCourier = {
  system: CourierSystemEntry;
  tokenHash: string;
  headers: () => Record<string, string>;
  charge: Charge;
};

/** Which courier's system calls, and whether it may now. All tokens of a system share its limit. */
export const admitCourier = (
  deps: AdmitCourierDeps,
  request: IncomingMessage,
  addressOf: () => string,
): AdmittedCourier | Refused => {
  const authenticated = authenticateCourier(deps, request);
  if (!authenticated) return refuseLogin(deps, invalidCourierToken(), addressOf());
  const { system, tokenHash } = authenticated;
  const limit = {
    name: 'courier' as const,
    bucket: deps.buckets.courier,
    owner: system.courier_system_id,
    perMinute: system.per_minute ?? deps.courierPerMinute,
  };
  const taken = limit.bucket.take(limit.owner, limit.perMinute);
  const headers = () => rateLimitHeaders({ name: limit.name, perMinute: limit.perMinute, ...taken });
  if (!taken.allowed) {
    deps.onLimited('courier');
    return { refusal: rateLimited('Too many requests.', taken.retryAfterSeconds), source: tokenHash, headers };
  }
  if (system.status === 'disabled') return { refusal: courierSystemDisabled(), source: tokenHash, headers };
  return { system, tokenHash, headers, charge: chargeTo(deps, limit) };
};
