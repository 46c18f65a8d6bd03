import { describe, expect, it } from '@jest/globals';
import { pauseAfterMs } from './apply-retention.js';

describe('Retention', () => {
  it.each([
    [1, 50],
    [40, 360],
    [5_000, 1_000],
  ])('rests after a step of %i ms for %i ms', (stepMs, pauseMs) => {
    expect(pauseAfterMs(stepMs)).toBe(pauseMs);
  });
});
