import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createBuckets, limitedAddress, takeTokens } from './rate-limit.js';

const takeToken = (fullAtMs: number | undefined, perMinute: number, nowMs: number, cost = 1) =>
  takeTokens(fullAtMs, { max: perMinute, windowMs: 60_000 }, nowMs, cost);

/** Takes a token at each of the times. @returns how many were allowed */
const countAllowed = (perMinute: number, timesMs: readonly number[]) => {
  let fullAtMs: number | undefined;
  return timesMs.filter((nowMs) => {
    const take = takeToken(fullAtMs, perMinute, nowMs);
    fullAtMs = take.fullAtMs;
    return take.allowed;
  }).length;
};

describe('takeToken', () => {
  it('lets exactly the limit through at once, for any limit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3000 }), fc.integer({ min: 0, max: 1e9 }), (perMinute, nowMs) => {
        expect(
          countAllowed(
            perMinute,
            Array.from({ length: perMinute + 50 }, () => nowMs),
          ),
        ).toBe(perMinute);
      }),
      { numRuns: 30 },
    );
  });

  it('lets no more through over any time than a full bucket and what flowed in meanwhile', () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 3000 }), { minLength: 1, maxLength: 400 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 600 }), gaps, (perMinute, gapsMs) => {
        let nowMs = 0;
        const times = gapsMs.map((gapMs) => (nowMs += gapMs));
        const spanMs = nowMs - (times[0] ?? 0);
        expect(countAllowed(perMinute, times)).toBeLessThanOrEqual(
          perMinute + Math.ceil((spanMs * perMinute) / 60_000) + 1,
        );
      }),
    );
  });

  it('sustains the limit for ever for a client that keeps to it', () => {
    const times = Array.from({ length: 3000 }, (_, index) => index * 100);
    expect(countAllowed(600, times)).toBe(3000);
  });

  it('returns the tokens that are left, and allows again exactly after Retry-After', () => {
    const first = takeToken(undefined, 60, 0);
    expect(first).toMatchObject({ allowed: true, remaining: 59, resetSeconds: 1, retryAfterSeconds: 0 });
    let fullAtMs: number | undefined;
    for (let taken = 0; taken < 60; taken += 1) fullAtMs = takeToken(fullAtMs, 60, 0).fullAtMs;
    const refused = takeToken(fullAtMs, 60, 0);
    expect(refused).toMatchObject({ allowed: false, remaining: 0, resetSeconds: 60, retryAfterSeconds: 1 });
    expect(takeToken(refused.fullAtMs, 60, refused.retryAfterSeconds * 1000).allowed).toBe(true);
  });
});

describe('a cost', () => {
  it('takes the given cost in tokens, and a full bucket for a cost beyond its size', () => {
    const half = takeToken(undefined, 10, 0, 5);
    expect(half).toMatchObject({ allowed: true, remaining: 5 });
    expect(takeToken(half.fullAtMs, 10, 0, 6)).toMatchObject({ allowed: false, remaining: 5, retryAfterSeconds: 6 });
    const all = takeToken(undefined, 10, 0, 1_000);
    expect(all).toMatchObject({ allowed: true, remaining: 0 });
    expect(takeToken(all.fullAtMs, 10, 60_000, 1_000).allowed).toBe(true);
  });

  it('that is known only afterwards is owed, up to one full bucket', () => {
    let nowMs = 0;
    const buckets = createBuckets(() => nowMs);
    buckets.charge('a', 10, 1_000);
    nowMs = 60_000;
    expect(buckets.take('a', 10).allowed).toBe(false);
    nowMs = 66_000;
    expect(buckets.take('a', 10).allowed).toBe(true);
  });

  it('tells how long it owes, and owes no more than its buckets may', () => {
    const buckets = createBuckets(() => 0, { windowMs: 1_000, debtMaxMs: 3_000 });
    expect(buckets.charge('a', 20, 20)).toBe(0);
    expect([buckets.charge('a', 20, 1), buckets.charge('a', 20, 1)]).toEqual([50, 100]);
    expect(buckets.charge('a', 20, 1_000)).toBe(3_000);
  });

  it('counts in the window of its buckets', () => {
    let nowMs = 0;
    const buckets = createBuckets(() => nowMs, { windowMs: 1_000 });
    expect(buckets.take('a', 5, 5).allowed).toBe(true);
    expect(buckets.take('a', 5, 1)).toMatchObject({ allowed: false, retryAfterSeconds: 1 });
    nowMs = 200;
    expect(buckets.take('a', 5, 1).allowed).toBe(true);
  });
});

describe('createBuckets', () => {
  it('keeps keys apart', () => {
    const buckets = createBuckets(() => 0);
    expect(buckets.take('a', 1).allowed).toBe(true);
    expect(buckets.take('a', 1).allowed).toBe(false);
    expect(buckets.take('b', 1).allowed).toBe(true);
    expect(buckets.peek('a', 1).remaining).toBe(0);
    expect(buckets.peek('c', 1).remaining).toBe(1);
  });

  it('never holds more than its bound, however many keys come', () => {
    const buckets = createBuckets(() => 0, { bucketMax: 100 });
    for (let key = 0; key < 1000; key += 1) buckets.take(String(key), 10);
    expect(buckets.size()).toBe(100);
  });
});

describe('limitedAddress', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8::6', '2001:db8:0:0::/64'],
    ['2001:0DB8:0001:2::6', '2001:db8:1:2::/64'],
    ['203.0.113.7:49152', '203.0.113.7'],
    ['"203.0.113.7:49152"', '203.0.113.7'],
    [' \t203.0.113.7 ', '203.0.113.7'],
    ['::FFFF:203.0.113.7', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['[::ffff:203.0.113.7]:49152', '203.0.113.7'],
    ['[2001:db8:1:2::6]:49152', '2001:db8:1:2::/64'],
    ['[2001:DB8:1:2::6]', '2001:db8:1:2::/64'],
    ['"[2001:db8:1:2::6]:49152"', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::6%25eth0]:49152', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['unknown', 'unknown'],
    ['_hidden-7', 'unknown'],
    ['', 'unknown'],
    ['127.1', 'unknown'],
    ['0x7f000001', 'unknown'],
    ['203.0.113.7, 203.0.113.8', 'unknown'],
    ['2001:db8::1::2', 'unknown'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1:2:3:4', 'fe80:0:0:0::/64'],
    [undefined, 'unknown'],
  ])('counts %s as %s', (ip, counted) => expect(limitedAddress(ip)).toBe(counted));
});
