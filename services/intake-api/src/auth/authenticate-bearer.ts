import { hash } from 'node:crypto';
import { ProblemError, temporarilyUnavailable } from '@delivery/http-edge';

export type AuthenticateBearerDeps = {
  /** Whether the directory knows every courier's system and platform but those of the last moment. */
  isDirectoryCurrent: () => boolean;
  noteToken: (tokenHash: string) => void;
};

/** Resolves to `undefined` if the token is unknown. @throws ProblemError if that cannot be decided now */
export const authenticateBearer = <Known>(
  deps: AuthenticateBearerDeps,
  token: string | undefined,
  find: (tokenHash: string) => Known | undefined,
): { known: Known; tokenHash: string } | undefined => {
  if (token === undefined) return undefined;
  const tokenHash = hash('sha256', token, 'hex');
  const known = find(tokenHash);
  if (known === undefined && !deps.isDirectoryCurrent())
    throw temporarilyUnavailable('Authentication is temporarily unavailable. Try again.');
  if (known === undefined) return undefined;
  deps.noteToken(tokenHash);
  return { known, tokenHash };
};

/** @param form how the token begins */
export const invalidToken = (form: string): ProblemError =>
  new ProblemError(
    'invalid_credentials',
    `The token is missing or wrong. Send it as "Authorization: Bearer ${form}…"; a new one works within a second.`,
    { headers: { 'www-authenticate': 'Bearer realm="delivery-orders"' } },
  );
