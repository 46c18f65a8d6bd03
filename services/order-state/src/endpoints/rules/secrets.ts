import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { ProblemError } from '@delivery/http-edge';

/** One secret as it is stored, the newest of an endpoint first; `expires_at` is `null` for the current one. */
export const sealedSecretSchema = z.object({ sealed: z.string(), expires_at: z.string().nullable() });
export type SealedSecret = z.infer<typeof sealedSecretSchema>;

/** The OAuth client of an endpoint of format `open_delivery`, and its secret. */
export type SealedClient = { client_id: string; sealed: string };

/** Secrets that sign one webhook, as Standard Webhooks allows. */
const liveSecretMax = 5;

const secretBytes = 32;

/** A Standard Webhooks secret. */
export const createSecret = (): string => `whsec_${randomBytes(secretBytes).toString('base64')}`;

/**
 * The new secret becomes the current one. The one before it stays live for `overlapMs`, those before that until their own time comes.
 * @throws ProblemError `secret_limit_reached` where one more would end the oldest, by which a receiver may still verify
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
  const oldest = before[liveSecretMax - 1];
  if (oldest) throw tooManySecrets(oldest.expires_at);
  return [{ sealed, expires_at: null }, ...before];
};

const tooManySecrets = (oldestUntil: string): ProblemError =>
  new ProblemError(
    'secret_limit_reached',
    `This endpoint has ${liveSecretMax} secrets that sign, the maximum. The oldest one expires at ${oldestUntil}; rotate again after that.`,
  );

/** The secrets that sign now: a rotated one does until it expires. */
export const liveSecrets = (secrets: readonly SealedSecret[], nowMs: number): string[] =>
  secrets
    .filter(({ expires_at }) => expires_at === null || Date.parse(expires_at) > nowMs)
    .slice(0, liveSecretMax)
    .map(({ sealed }) => sealed);

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
 * The secrets that signed at a time in the past, the newest first; `undefined` where one of them is gone, or one came or went
 * too shortly before to be certain. An endpoint holds its newest secrets, in the order in which they came.
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
