import { randomBytes } from 'node:crypto';
import { z } from 'zod';

/** One secret as it is stored, the newest of an endpoint first; `expires_at` is `null` for the current one. */
export const sealedSecretSchema = z.object({ sealed: z.string(), expires_at: z.string().nullable() });
export type SealedSecret = z.infer<typeof sealedSecretSchema>;

/** Secrets that sign one webhook, as Standard Webhooks allows. */
const liveSecretMax = 5;

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

/** The secrets that sign now: a rotated one does until it expires. */
export const liveSecrets = (secrets: readonly SealedSecret[], nowMs: number): string[] =>
  secrets
    .filter(({ expires_at }) => expires_at === null || Date.parse(expires_at) > nowMs)
    .slice(0, liveSecretMax)
    .map(({ sealed }) => sealed);
