import type { IncomingMessage } from 'node:http';
import type { CourierSystemEntry } from '@delivery/contracts';
import { ProblemError } from '@delivery/http-edge';
import { admitBearer, type AdmitBearerDeps, type AdmittedBearer } from './admit-bearer.js';
import type { Refused } from './admit-call.js';

export type AdmitCourierDeps = AdmitBearerDeps & {
  findCourierByTokenHash: (tokenHash: string) => CourierSystemEntry | undefined;
  courierPerMinute: number;
};

export type AdmittedCourier = AdmittedBearer<CourierSystemEntry>;

/** Which courier's system calls, and whether it may now. */
export const admitCourier = (
  deps: AdmitCourierDeps,
  request: IncomingMessage,
  addressOf: () => string,
): AdmittedCourier | Refused =>
  admitBearer(deps, request, addressOf, {
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
  new ProblemError('courier_system_disabled', 'Your system is disabled. Ask the operator of the service to enable it.');
