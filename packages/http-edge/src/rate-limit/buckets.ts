import { peekBucket, type Take, takeTokens } from './token-bucket.js';

/** Buckets of one kind, by key. Beyond `bucketMax` the one made first is forgotten, that is: full again. */
export type Buckets = {
  /** @param max tokens in a full bucket @param cost in tokens, one by default */
  take: (key: string, max: number, cost?: number) => Take;
  /** Takes tokens for work already done, so that the bucket may owe some. @returns milliseconds until it owes nothing */
  charge: (key: string, max: number, cost: number) => number;
  peek: (key: string, max: number) => { remaining: number; resetSeconds: number };
  size: () => number;
};

type BucketOptions = {
  /** The time in which a bucket fills, a minute by default. */
  windowMs?: number;
  /** A bucket owes at most what it gets in this time, a window by default. */
  debtMaxMs?: number;
  bucketMax?: number;
};

/** @param now milliseconds of a monotonic clock */
export const createBuckets = (
  now: () => number,
  { windowMs = 60_000, debtMaxMs = windowMs, bucketMax = 50_000 }: BucketOptions = {},
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
      const keptAt = Math.min(fullAt, nowMs + windowMs + debtMaxMs);
      keep(key, keptAt);
      return Math.max(0, keptAt - nowMs - windowMs);
    },
    peek: (key, max) => peekBucket(fullAtMs.get(key), { max, windowMs }, now()),
    size: () => fullAtMs.size,
  };
};

const evictOldest = (fullAtMs: Map<string, number>): void => {
  const oldest = fullAtMs.keys().next();
  if (!oldest.done) fullAtMs.delete(oldest.value);
};
