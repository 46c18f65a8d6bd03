import { peekBucket, type Take, takeTokens } from './token-bucket.js';

/** Buckets of one kind, by key. Beyond `bucketMax` the one made first is forgotten, that is: full again. */
export type Buckets = {
  /** @param max tokens in a full bucket @param cost in tokens, one by default */
  take: (key: string, max: number, cost?: number) => Take;
  /** Takes tokens for work already done: the bucket may owe as much as it can hold. */
  charge: (key: string, max: number, cost: number) => void;
  peek: (key: string, max: number) => { remaining: number; resetSeconds: number };
  size: () => number;
};

/** @param now milliseconds of a monotonic clock @param windowMs the time in which a bucket fills, a minute by default */
export const createBuckets = (
  now: () => number,
  { windowMs = 60_000, bucketMax = 50_000 }: { windowMs?: number; bucketMax?: number } = {},
): Buckets => {
  const fullAtMs = new Map<string, number>();
  const keep = (key: string, atMs: number): void => {
    if (!fullAtMs.has(key) && fullAtMs.size >= bucketMax) evictOldest(fullAtMs);
    fullAtMs.set(key, atMs);
  };
  return {
    take: (key, max, cost = 1) => {
      const take = takeTokens(fullAtMs.get(key), { max, windowMs }, now(), cost);
      keep(key, take.fullAtMs);
      return take;
    },
    charge: (key, max, cost) => {
      const nowMs = now();
      const fullAt = Math.max(fullAtMs.get(key) ?? nowMs, nowMs) + (cost * windowMs) / max;
      keep(key, Math.min(fullAt, nowMs + 2 * windowMs));
    },
    peek: (key, max) => peekBucket(fullAtMs.get(key), { max, windowMs }, now()),
    size: () => fullAtMs.size,
  };
};

const evictOldest = (fullAtMs: Map<string, number>): void => {
  const oldest = fullAtMs.keys().next();
  if (!oldest.done) fullAtMs.delete(oldest.value);
};
