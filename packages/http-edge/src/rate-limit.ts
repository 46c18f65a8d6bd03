import { isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { ProblemError } from './problem.js';

/** Buckets of one kind, by key. Beyond `bucketMax` the one made first is forgotten, that is: full again. */
export type Buckets = {
  /** @param max tokens in a full bucket @param cost in tokens, one by default */
  take: (key: string, max: number, cost?: number) => Take;
  /**
   * Takes tokens for work already done, so that the bucket may owe some. @returns milliseconds until it owes nothing
   */
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

/**
 * Answers wrong credentials: with the refusal, and with 429 once an address has sent too many of them in a minute.
 * Right credentials are never limited here, so that no attacker behind the same address locks their owner out.
 */
export const limitFailures =
  ({ buckets, perMinute }: { buckets: Buckets; perMinute: number }) =>
  (address: string, refusal: ProblemError): ProblemError => {
    const { allowed, retryAfterSeconds } = buckets.take(address, perMinute);
    if (allowed) return refusal;
    return new ProblemError('rate_limited', `More than ${perMinute} failed logins a minute from this address.`, {
      headers: { 'retry-after': String(retryAfterSeconds) },
    });
  };

/** The tokens in a full bucket, and the time in which an empty one fills. */
export type Rate = { max: number; windowMs: number };

/**
 * A token bucket kept as one number. A bucket holds `max` tokens and is refilled evenly, so a client may burst
 * to `max` at once and then sustain `max` a window. Instead of tokens and a refill timer, the time at
 * which the bucket will be full again is kept (the "theoretical arrival time" of GCRA): each token taken moves it
 * `windowMs / max` into the future, and it may not lie more than a window ahead.
 */
export type Take = {
  allowed: boolean;
  /** To keep until the next take; `undefined` before the first one. */
  fullAtMs: number;
  remaining: number;
  /** Until the bucket is full again. */
  resetSeconds: number;
  /** Until there are as many tokens again; 0 where this one was allowed. */
  retryAfterMs: number;
  /** `retryAfterMs` in whole seconds, for the header. */
  retryAfterSeconds: number;
};

/**
 * @param nowMs any clock that does not jump backwards
 * @param cost in tokens; a cost beyond a full bucket takes all of it
 */
export const takeTokens = (
  fullAtMs: number | undefined,
  { max, windowMs }: Rate,
  nowMs: number,
  cost: number,
): Take => {
  const tokenMs = windowMs / max;
  const from = Math.max(fullAtMs ?? nowMs, nowMs);
  const after = from + tokenMs * Math.min(cost, max);
  // Half a token of tolerance: sums of fractions must not turn away the last token of a full bucket.
  const allowed = after - nowMs <= windowMs + tokenMs / 2;
  const fullAt = allowed ? after : from;
  const retryAfterMs = allowed ? 0 : Math.max(1, after - nowMs - windowMs);
  return {
    allowed,
    fullAtMs: fullAt,
    remaining: Math.max(0, Math.floor((windowMs - (fullAt - nowMs)) / tokenMs + 0.5)),
    resetSeconds: Math.ceil((fullAt - nowMs) / 1000),
    retryAfterMs,
    retryAfterSeconds: Math.ceil(retryAfterMs / 1000),
  };
};

/** The tokens in a bucket, without taking any. */
const peekBucket = (fullAtMs: number | undefined, { max, windowMs }: Rate, nowMs: number) => {
  const aheadMs = Math.max(0, (fullAtMs ?? nowMs) - nowMs);
  const remaining = Math.max(0, Math.floor((windowMs - aheadMs) / (windowMs / max) + 0.5));
  return { remaining, resetSeconds: Math.ceil(aheadMs / 1000) };
};

/**
 * The key of a limit per client address: an IPv4 address, or the /64 that one IPv6 subscriber controls. Proxies write
 * an address with its port, in brackets, quotes or capitals, with a zone or mapped to IPv6; each of these forms is the
 * same client. Text that is no address has one key for all, because keys of their own would be a way around the limit.
 */
export const limitedAddress = (ip: string | undefined): string => {
  const text = bareAddress(ip ?? '');
  if (isIPv4(text)) return text;
  if (!isIPv6(text)) return 'unknown';
  const address = ipaddr.IPv6.parse(text);
  if (address.isIPv4MappedAddress()) return address.toIPv4Address().toString();
  const network = address.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
};

const bareAddress = (written: string): string =>
  written
    .trim()
    .replace(/^"(.*)"$/, '$1')
    // An IPv6 address has a port behind brackets alone.
    .replace(/^\[(.*)\](:\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1')
    .replace(/%.*$/, '')
    // A server that listens on both families sees each IPv4 client so.
    .replace(/^::ffff:(?=[\d.]+$)/i, '');
