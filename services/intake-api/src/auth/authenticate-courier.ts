import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { CourierSystemEntry } from '@delivery/contracts';
import { ProblemError, readBearer, temporarilyUnavailable } from '@delivery/http-edge';

export type AuthenticatedCourier = { system: CourierSystemEntry; tokenHash: string };

export type AuthenticateCourierDeps = {
  findCourierByTokenHash: (tokenHash: string) => CourierSystemEntry | undefined;
  /** Whether the directory knows every courier's system but those of the last moment. */
  isDirectoryCurrent: () => boolean;
  noteCourierToken: (tokenHash: string) => void;
};

/** Resolves to `undefined` where the token is no system's. @throws ProblemError where that cannot be told now */
export const authenticateCourier = (
  deps: AuthenticateCourierDeps,
  { headers }: IncomingMessage,
): AuthenticatedCourier | undefined => {
  const token = readBearer(headers);
  if (token === undefined) return undefined;
  const tokenHash = hash('sha256', token, 'hex');
  const system = deps.findCourierByTokenHash(tokenHash);
  if (!system && !deps.isDirectoryCurrent())
    throw temporarilyUnavailable('Authentication is temporarily unavailable. Try again.');
  if (!system) return undefined;
  deps.noteCourierToken(tokenHash);
  return { system, tokenHash };
};

export const invalidCourierToken = (): ProblemError =>
  new ProblemError(
    'invalid_credentials',
    'The token is missing or wrong. Send it as "Authorization: Bearer ctok_…"; a new one works within a second.',
    { headers: { 'www-authenticate': 'Bearer realm="delivery-orders"' } },
  );

export const courierSystemDisabled = (): ProblemError =>
  new ProblemError('courier_system_disabled', 'Your system is disabled. Ask the operator of the service to enable it.');
