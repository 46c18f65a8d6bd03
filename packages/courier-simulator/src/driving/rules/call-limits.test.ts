import { beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Breaker, createBreaker, createMerchantPace } from './call-limits.js';

let nowMs: number;
let breaker: Breaker;
beforeEach(() => {
  nowMs = 1_000_000;
  breaker = createBreaker({ now: () => nowMs, random: () => 0, atOnceMax: 8 });
});
const fail = (retryAfterMs?: number) => breaker.failed({ begunAtMs: nowMs, retryAfterMs });

describe('The breaker', () => {
  it('lets as many through as there may be at once, no more', () => {
    expect([breaker.hasRoom(7), breaker.hasRoom(8)]).toEqual([true, false]);
  });

  it('lets nothing through after a failure, then one, and with each answer twice as many', () => {
    fail();
    expect(breaker.hasRoom(0)).toBe(false);
    nowMs = breaker.resumeAtMs();
    expect([breaker.hasRoom(0), breaker.hasRoom(1)]).toEqual([true, false]);
    breaker.succeeded();
    expect([breaker.hasRoom(1), breaker.hasRoom(2)]).toEqual([true, false]);
    for (let answers = 0; answers < 5; answers += 1) breaker.succeeded();
    expect([breaker.hasRoom(7), breaker.hasRoom(8)]).toEqual([true, false]);
  });

  it('waits for Retry-After, else ever longer, up to ten seconds', () => {
    const pauses = Array.from({ length: 8 }, () => {
      fail();
      const pauseMs = breaker.resumeAtMs() - nowMs;
      nowMs = breaker.resumeAtMs();
      return pauseMs;
    });
    expect(pauses).toEqual([500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000, 10_000]);
    breaker.succeeded();
    fail(7_000);
    expect(breaker.resumeAtMs() - nowMs).toBe(7_000);
  });

  it('counts as one failure all calls that were under way together', () => {
    const begunAtMs = nowMs - 10;
    for (let calls = 0; calls < 8; calls += 1) breaker.failed({ begunAtMs });
    expect(breaker.resumeAtMs() - nowMs).toBe(500);
  });
});

const gaps = fc.array(fc.integer({ min: 0, max: 2_000 }), { minLength: 1, maxLength: 400 });

describe('The pace of a merchant', () => {
  it('[P24] gives no more turns in any second than the burst and ten, and none before it is asked for', () => {
    fc.assert(
      fc.property(gaps, (gapsMs) => {
        const pace = createMerchantPace();
        let nowMs = 1_000_000;
        const turns = gapsMs.map((gapMs) => {
          nowMs += gapMs;
          const atMs = pace.reserve('loud', nowMs);
          expect(atMs).toBeGreaterThanOrEqual(nowMs);
          return atMs;
        });
        for (const from of turns)
          expect(turns.filter((atMs) => atMs >= from && atMs < from + 1_000).length).toBeLessThanOrEqual(61);
      }),
    );
  });

  it('holds up no other merchant', () => {
    const pace = createMerchantPace();
    for (let count = 0; count < 1_000; count += 1) pace.reserve('loud', 5_000);
    expect(pace.reserve('loud', 5_000)).toBeGreaterThan(90_000);
    expect(pace.reserve('quiet', 5_000)).toBe(5_000);
  });

  it('[P12] is forgotten of merchants that rest, a hundred thousand of them', () => {
    const pace = createMerchantPace();
    for (let merchant = 0; merchant < 100_000; merchant += 1) pace.reserve(String(merchant), merchant);
    pace.reserve('last', 1_000_000);
    expect(pace.size()).toBe(1);
  });
});
