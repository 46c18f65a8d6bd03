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

export const merchantCaller: CallerKind<CallSpec, AdmittedMerchant, Pick<Call, 'callerId' | 'merchant' | 'session'>> = {
  credentials: ['key', 'token'],
  admit: (deps, { request, query, spec, addressOf }) => admitCall(deps, request, query, spec, addressOf),
  callerOf: ({ merchant, session }) => ({ callerId: merchant.merchant_id, merchant, session }),
};

export const courierCaller: CallerKind<CourierSpec, AdmittedCourier, Pick<CourierCall, 'callerId' | 'system'>> = {
  credentials: [],
  admit: (deps, { request, addressOf }) => admitCourier(deps, request, addressOf),
  callerOf: ({ known }) => ({ callerId: known.courier_system_id, system: known }),
};

type PlatformCaller = Pick<PlatformCall, 'callerId' | 'mode' | 'ownerId'>;
export const platformCaller: CallerKind<PlatformSpec, AdmittedPlatform, PlatformCaller> = {
  credentials: [],
  admit: (deps, { request, spec, addressOf }) => admitPlatform(deps, request, spec.scope, addressOf),
  callerOf: ({ known: { platform, token } }) => ({
    callerId: platform.platform_id,
    mode: token.mode,
    ownerId: platformOwnerId(platform.platform_id, token.mode),
  }),
};
