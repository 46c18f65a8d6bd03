import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { quantileMs, waitBoundsMs, waitClassCount, waitClassOf } from './wait-bounds.js';

const count = (waitsMs: readonly number[]): number[] => {
  const counts = Array.from({ length: waitClassCount }, () => 0);
  for (const waitedMs of waitsMs) counts[waitClassOf(waitedMs)]! += 1;
  return counts;
};

describe('A quantile', () => {
  it('of no waits is null', () => expect(quantileMs(count([]), 0.5)).toBeNull());

  it('lies within the class of the one that it stands for', () => {
    const waits = fc.array(fc.integer({ min: 0, max: 3_600_000 }), { minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(waits, fc.constantFrom(0.5, 0.95), (waitsMs, share) => {
        const sorted = [...waitsMs].sort((one, other) => one - other);
        const exact = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
        const told = quantileMs(count(waitsMs), share) ?? -1;
        const index = waitClassOf(exact);
        expect(told).toBeGreaterThanOrEqual(index === 0 ? 0 : (waitBoundsMs[index - 1] ?? 0));
        expect(told).toBeLessThanOrEqual(waitBoundsMs[index] ?? Infinity);
      }),
    );
  });

  it('of longer waits than are measured is the last bound', () =>
    expect(quantileMs(count([1e9]), 0.95)).toBe(waitBoundsMs.at(-1)));
});
