import { describe, expect, it } from '@jest/globals';
import { countEarlyDeaths, restartDelayMs } from './supervise-processes.js';

const policy = { initialDelayMs: 100, delayMaxMs: 1_000, healthyAfterMs: 5_000, attemptMax: 6 };

describe('restart delay', () => {
  it('doubles up to the limit, then gives up', () => {
    const delays = [1, 2, 3, 4, 5, 6, 7].map((deaths) => restartDelayMs(policy, deaths));

    expect(delays).toEqual([100, 200, 400, 800, 1_000, 1_000, undefined]);
  });

  it('starts over after a healthy life', () => {
    expect(countEarlyDeaths(policy, 4, 4_999)).toBe(5);
    expect(countEarlyDeaths(policy, 4, 5_000)).toBe(1);
  });
});
