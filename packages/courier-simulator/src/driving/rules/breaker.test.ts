import { beforeEach, describe, expect, it } from '@jest/globals';
import { type Breaker, createBreaker } from './breaker.js';

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
