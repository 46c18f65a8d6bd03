import { describe, expect, it } from '@jest/globals';
import { backoffDelayMs } from './waiting.js';

describe('backoffDelayMs', () => {
  const backoff = { minMs: 100, maxMs: 5_000 };

  it('never waits less than the minimum, so nothing spins', () => {
    for (let attempt = 0; attempt < 2_000; attempt += 1) expect(backoffDelayMs(attempt, backoff, 0)).toBe(100);
  });

  it('never waits more than the maximum, however many attempts there were', () => {
    expect(backoffDelayMs(2_000, backoff, 0.999_999)).toBeLessThanOrEqual(5_000);
    expect(backoffDelayMs(10, backoff, 0.999_999)).toBe(5_000);
  });

  it('doubles its ceiling with each attempt and spreads over all of it', () => {
    expect([0, 1, 2, 3].map((attempt) => backoffDelayMs(attempt, backoff, 1))).toEqual([200, 400, 800, 1_600]);
    expect(backoffDelayMs(3, backoff, 0.5)).toBe(850);
  });
});
