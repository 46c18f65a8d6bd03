import { randomBytes } from 'node:crypto';
import type { SealedSecret } from './sql/endpoint-row.js';

/** What one webhook can be signed with at most. */
export const liveSecretMax = 5;

const secretBytes = 32;

/** A Standard Webhooks secret. */
export const createSecret = (): string => `whsec_${randomBytes(secretBytes).toString('base64')}`;

/**
 * The new secret becomes the current one. The one before it stays live for `overlapMs`, those before that until their
 * own time comes. Beyond `liveSecretMax` the oldest go.
 */
export const rotateSecrets = (
  secrets: readonly SealedSecret[],
  sealed: string,
  time: { nowMs: number; overlapMs: number },
): SealedSecret[] => {
  const lastsUntil = new Date(time.nowMs + time.overlapMs).toISOString();
  const before = secrets
    .map((secret) => ({ ...secret, expires_at: secret.expires_at ?? lastsUntil }))
    .filter((secret) => Date.parse(secret.expires_at) > time.nowMs);
  return [{ sealed, expires_at: null }, ...before].slice(0, liveSecretMax);
};
