import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { EndpointSignature } from '@delivery/contracts';
import { ProblemError } from '@delivery/http-edge';

/**
 * One signing key as it is stored, the newest of an endpoint first; `expires_at` is `null` for the current one.
 * `public_key`: only an ed25519 key has one.
 */
export const sealedSecretSchema = z.object({
  sealed: z.string(),
  expires_at: z.string().nullable(),
  public_key: z.string().optional(),
});
export type SealedSecret = z.infer<typeof sealedSecretSchema>;

/** The OAuth client of an endpoint of format `open_delivery`, and its secret. */
export type SealedClient = { client_id: string; sealed: string };

/** Secrets that sign one webhook, as Standard Webhooks allows. */
const liveSecretMax = 5;

const secretBytes = 32;

/** A key that signs webhooks, in the text form of Standard Webhooks, and the part that its owner may see. */
export type SigningKey =
  | { signature: 'hmac-sha256'; text: string; shown: { secret: string; public_key: null } }
  | { signature: 'ed25519'; text: string; shown: { secret: null; public_key: string } };

export const createSigningKey = (signature: EndpointSignature): SigningKey =>
  signature === 'ed25519' ? createKeyPair() : createSecret();

export const createSecret = (): Extract<SigningKey, { signature: 'hmac-sha256' }> => {
  const text = `whsec_${randomBytes(secretBytes).toString('base64')}`;
  return { signature: 'hmac-sha256', text, shown: { secret: text, public_key: null } };
};

/** `whsk_` is followed by the private and the public key, 32 bytes each. */
const createKeyPair = (): SigningKey => {
  const { d = '', x = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  const [privateKey, publicKey] = [Buffer.from(d, 'base64url'), Buffer.from(x, 'base64url')];
  const shown = { secret: null, public_key: `whpk_${publicKey.toString('base64')}` };
  return { signature: 'ed25519', text: `whsk_${Buffer.concat([privateKey, publicKey]).toString('base64')}`, shown };
};

/** A new current key. */
export const sealKey = ({ text, shown }: SigningKey, seal: (text: string) => string): SealedSecret => ({
  sealed: seal(text),
  expires_at: null,
  ...(shown.public_key !== null && { public_key: shown.public_key }),
});

/** The algorithm of the current key. */
export const signatureOf = ({ public_key: publicKey }: { public_key?: string | null | undefined }): EndpointSignature =>
  publicKey ? 'ed25519' : 'hmac-sha256';

/**
 * The new secret becomes the current one. The one before it stays live for `overlapMs`, those before that until their
 * own time comes.
 * @throws ProblemError `secret_limit_reached` where one more would end the oldest, by which a receiver may still verify
 */
export const rotateSecrets = (
  secrets: readonly SealedSecret[],
  added: SealedSecret,
  time: { nowMs: number; overlapMs: number },
): SealedSecret[] => {
  const lastsUntil = new Date(time.nowMs + time.overlapMs).toISOString();
  const before = secrets
    .map((secret) => ({ ...secret, expires_at: secret.expires_at ?? lastsUntil }))
    .filter((secret) => Date.parse(secret.expires_at) > time.nowMs);
  const oldest = before[liveSecretMax - 1];
  if (oldest) throw tooManySecrets(oldest.expires_at);
  return [added, ...before];
};

const tooManySecrets = (oldestUntil: string): ProblemError =>
  new ProblemError(
    'secret_limit_reached',
    `This endpoint has ${liveSecretMax} secrets that sign, the maximum. The oldest one expires at ` +
      `${oldestUntil}; rotate again after that.`,
  );

/** The secrets that sign now: a rotated one does until it expires. */
export const liveSecrets = (secrets: readonly SealedSecret[], nowMs: number): string[] =>
  keepLive(secrets, nowMs).map(({ sealed }) => sealed);

export const keepLive = (secrets: readonly SealedSecret[], nowMs: number): SealedSecret[] =>
  secrets.filter(({ expires_at }) => expires_at === null || Date.parse(expires_at) > nowMs).slice(0, liveSecretMax);

/** When secrets of an endpoint came, as its log tells. Milliseconds since the epoch. */
export type SecretTimes = {
  /** The newest first. */
  rotatedAtMs: readonly number[];
  /** When its first secret came; `null`: longer ago than the log is kept. */
  createdAtMs: number | null;
};

/** When the current secret came, and until when the last one before it signs too. */
export const ageOfSecrets = (
  secrets: readonly SealedSecret[],
  { rotatedAtMs, createdAtMs }: SecretTimes,
  nowMs: number,
): { createdAtMs: number | null; olderValidUntilMs: number | null } => {
  const older = secrets
    .flatMap(({ expires_at }) => (expires_at === null ? [] : [Date.parse(expires_at)]))
    .filter((expiresAtMs) => expiresAtMs > nowMs);
  return {
    createdAtMs: rotatedAtMs[0] ?? createdAtMs,
    olderValidUntilMs: older.length === 0 ? null : Math.max(...older),
  };
};

/**
 * The secrets that signed at a time in the past, the newest first; `undefined` where one of them is gone, or one came
 * or went too shortly before to be certain. An endpoint holds its newest secrets, in the order in which they came.
 * @param overlapMs how long a secret signs after the next one came
 * @param unsureMs how long before it was sent a webhook may have been given its secrets
 */
export const secretsAt = (
  secrets: readonly SealedSecret[],
  { rotatedAtMs }: SecretTimes,
  { atMs, overlapMs, unsureMs }: { atMs: number; overlapMs: number; unsureMs: number },
): SealedSecret[] | undefined => {
  const changes = rotatedAtMs.flatMap((rotatedMs) => [rotatedMs, rotatedMs + overlapMs]);
  if (changes.some((changedAtMs) => changedAtMs > atMs - unsureMs && changedAtMs <= atMs)) return undefined;
  // The secret in place n came with the nth newest rotation, and signs until an overlap after the one that followed it.
  const places = Array.from({ length: rotatedAtMs.length + 1 }, (_none, place) => place);
  const live = places.filter((place) => {
    const followedAtMs = rotatedAtMs[place - 1];
    return (rotatedAtMs[place] ?? -Infinity) <= atMs && (followedAtMs === undefined || followedAtMs + overlapMs > atMs);
  });
  const held = live.flatMap((place) => secrets[place] ?? []);
  return held.length === live.length ? held : undefined;
};
