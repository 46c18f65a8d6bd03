import { describe, expect, it } from '@jest/globals';
import { median, summarizeLatencies } from './latencies.js';

describe('latencies', () => {
  it('are summarised by nearest rank, in any order of arrival', () => {
    const values = Array.from({ length: 100 }, (_, index) => 100 - index);
    expect(summarizeLatencies(values)).toEqual({ count: 100, p50Ms: 50, p99Ms: 99 });
  });

  it('have the mean of the middle two as median of an even number', () => {
    expect(median([4, 1, 3, 2])).toBe(2.5);
    expect(median([9, 1, 5])).toBe(5);
  });
});
