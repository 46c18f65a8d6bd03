import { platformOwnerId } from '@delivery/contracts';
import { type Query, readBearer } from '@delivery/http-edge';
import type { RequestHead } from '../auth/read-credentials.js';
import {
  admitCourier,
  type AdmitCourierDeps,
  admitPlatform,
  type AdmitPlatformDeps,
  type AdmittedCourier,
  type AdmittedPlatform,
} from './admit-bearer.js';
import { admitCall, type AdmittedMerchant, type Charge, type Refused } from './admit-call.js';
import type { Call, CallSpec, CourierCall, CourierSpec, OtherCallers, PlatformCall, PlatformSpec } from './call.js';

export type CallerDeps = AdmitCourierDeps & AdmitPlatformDeps;

/** Rendered with the answer, so a waiting poll keeps only the numbers. */
export type Headers = () => Record<string, string>;

export type Charged = { tokenHash: string; merchantId?: string; headers: Headers; charge: Charge };

type Asking<AnySpec> = { request: RequestHead; query: Query; spec: AnySpec; addressOf: () => string };

/** How a kind of caller is recognised. `credentials` names its parameters in the query. */
export type CallerKind<AnySpec, Known extends Charged, Caller> = {
  credentials: readonly string[];
  admit: (deps: CallerDeps, asking: Asking<AnySpec>) => Known | Refused | Promise<Known | Refused>;
  callerOf: (known: Known) => Caller;
};

type MerchantCaller = Pick<Call, 'callerId' | 'credential' | 'merchant' | 'session'>;
export const merchantCaller: CallerKind<CallSpec, AdmittedMerchant, MerchantCaller> = {
  credentials: ['key', 'token'],
  admit: (deps, { request, query, spec, addressOf }) => admitCall(deps, request, query, spec, addressOf),
  callerOf: ({ merchant, credential, session }) => ({ callerId: merchant.merchant_id, credential, merchant, session }),
};

type CourierCaller = Pick<CourierCall, 'callerId' | 'credential' | 'system'>;
export const courierCaller: CallerKind<CourierSpec, AdmittedCourier, CourierCaller> = {
  credentials: [],
  admit: (deps, asking) => admitCourier(deps, asking),
  callerOf: ({ known, tokenHash }) => ({
    callerId: known.courier_system_id,
    credential: { token_hash: tokenHash },
    system: known,
  }),
};

type PlatformCaller = Pick<PlatformCall, 'callerId' | 'credential' | 'mode' | 'ownerId'>;
export const platformCaller: CallerKind<PlatformSpec, AdmittedPlatform, PlatformCaller> = {
  credentials: [],
  admit: (deps, asking) => admitPlatform(deps, asking, asking.spec.scope),
  callerOf: ({ known: { platform, token }, tokenHash }) => ({
    callerId: platform.platform_id,
    credential: { token_hash: tokenHash },
    mode: token.mode,
    ownerId: platformOwnerId(platform.platform_id, token.mode),
  }),
};

/** The kind of owner that a request to `/v1` names with its token; `undefined`: a merchant, or no credentials. */
export const tokenKindOf = ({ headers }: RequestHead): keyof OtherCallers | undefined => {
  const token = readBearer(headers);
  if (token?.startsWith('ptok_')) return 'platform';
  return token?.startsWith('ctok_') ? 'courier' : undefined;
};
