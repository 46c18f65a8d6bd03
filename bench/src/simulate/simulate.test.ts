import { describe, expect, it } from '@jest/globals';
import { simulateCells } from './cells.js';
import { simulateBatches } from './natural-batches.js';

const model = { perSecond: 1, replicas: 1, batchMs: 5, messageMs: 1, batchMax: 500, sharedMs: 0 };

describe('simulateBatches', () => {
  it('gives a message that comes alone the time of a batch of one', () => {
    expect(simulateBatches(model, 1_000)).toMatchObject({ p50Ms: 6 });
  });

  it('makes batches as large as the rate needs, up to what a message costs', () => {
    const busy = simulateBatches({ ...model, perSecond: 900 }, 60);
    expect(busy.meanBatch).toBeGreaterThan(20);
    const beyond = [10, 20].map((seconds) => simulateBatches({ ...model, perSecond: 1_100 }, seconds).p99Ms);
    expect(beyond[1]).toBeGreaterThan(1.5 * beyond[0]!);
  });

  it('lets replicas share the work, but not what only one can hold', () => {
    const rate = { ...model, perSecond: 1_500, replicas: 2 };
    expect(simulateBatches(rate, 20).p99Ms).toBeLessThan(200);
    const shared = simulateBatches({ ...rate, sharedMs: 5 }, 20);
    expect(shared.p50Ms).toBeGreaterThan(simulateBatches(rate, 20).p50Ms);
  });
});

describe('simulateCells', () => {
  it('finds the one cell evenly full, and more cells less so', () => {
    expect(simulateCells(1_000, 1, 3)).toBeCloseTo(1);
    expect(simulateCells(1_000, 10, 101)).toBeGreaterThan(1.2);
  });
});
