import { peekBucket, type Take, takeToken } from './token-bucket.js';

/** Buckets of one kind, by key. Beyond `max` the one made first is forgotten, that is: full again. */
export type Buckets = {
  take: (key: string, perMinute: number) => Take;
  peek: (key: string, perMinute: number) => { remaining: number; resetSeconds: number };
  size: () => number;
};

const bucketMax = 50_000;

/** @param now milliseconds of a monotonic clock */
export const createBuckets = (now: () => number, max = bucketMax): Buckets => {
  const fullAtMs = new Map<string, number>();
  return {
    take: (key, perMinute) => {
      const known = fullAtMs.get(key);
      const take = takeToken(known, perMinute, now());
      if (known === undefined && fullAtMs.size >= max) evictOldest(fullAtMs);
      fullAtMs.set(key, take.fullAtMs);
      return take;
    },
    peek: (key, perMinute) => peekBucket(fullAtMs.get(key), perMinute, now()),
    size: () => fullAtMs.size,
  };
};

const evictOldest = (fullAtMs: Map<string, number>): void => {
  const oldest = fullAtMs.keys().next();
  if (!oldest.done) fullAtMs.delete(oldest.value);
};
