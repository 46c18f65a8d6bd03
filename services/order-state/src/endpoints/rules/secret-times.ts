import type { SealedSecret } from './secrets.js';

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
