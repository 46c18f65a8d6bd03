import type { Request } from 'express';
import { platformOwnerId } from '@delivery/contracts';
import type { Query } from '@delivery/http-edge';
import {
  admitCourier,
  type AdmitCourierDeps,
  admitPlatform,
  type AdmitPlatformDeps,
  type AdmittedCourier,
  type AdmittedPlatform,
} from './admit-bearer.js';
import { admitCall, type AdmittedMerchant, type Charge, type Refused } from './admit-call.js';
import type { Call, CallSpec, CourierCall, CourierSpec, PlatformCall, PlatformSpec } from './call.js';

export type CallerDeps = AdmitCourierDeps & AdmitPlatformDeps;

/** Written when the answer is: a poll that waits keeps the numbers alone. */
export type Headers = () => Record<string, string>;

export type Charged = { tokenHash: string; merchantId?: string; headers: Headers; charge: Charge };

type Asking<AnySpec> = { request: Request; query: Query; spec: AnySpec; addressOf: () => string };

/** How one kind of caller is known. `credentials`: the names of its parameters in the query. */
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
  admit: (deps, { request, addressOf }) => admitCourier(deps, request, addressOf),
  callerOf: ({ known, tokenHash }) => ({
    callerId: known.courier_system_id,
    credential: { token_hash: tokenHash },
    system: known,
  }),
};

type PlatformCaller = Pick<PlatformCall, 'callerId' | 'credential' | 'mode' | 'ownerId'>;
export const platformCaller: CallerKind<PlatformSpec, AdmittedPlatform, PlatformCaller> = {
  credentials: [],
  admit: (deps, { request, spec, addressOf }) => admitPlatform(deps, request, spec.scope, addressOf),
  callerOf: ({ known: { platform, token }, tokenHash }) => ({
    callerId: platform.platform_id,
    credential: { token_hash: tokenHash },
    mode: token.mode,
    ownerId: platformOwnerId(platform.platform_id, token.mode),
  }),
};
