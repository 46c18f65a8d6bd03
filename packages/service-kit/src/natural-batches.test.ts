import { describe, expect, it } from '@jest/globals';
import { createNaturalBatches } from './natural-batches.js';

/** Batches as they were cut; each ends when the test says so. */
const createRun = () => {
  const batches: number[][] = [];
  const ends: (() => void)[] = [];
  const run = async (items: readonly number[]): Promise<number[]> => {
    batches.push([...items]);
    await new Promise<void>((resolve) => ends.push(resolve));
    if (items.includes(13)) throw new Error('thirteen');
    return items.map((item) => item * 2);
  };
  const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
  return { batches, run, turn, endNext: () => ends.shift()?.() };
};

describe('natural batches', () => {
  it('hold the items that came during the batch before, up to the limit', async () => {
    const { batches, run, turn, endNext } = createRun();
    const add = createNaturalBatches({ batchMax: 2, run });
    const results = [add(1)];
    await turn();
    results.push(add(2), add(3), add(4));
    await turn();
    expect(batches).toEqual([[1]]);
    for (let n = 0; n < 3; n += 1) {
      endNext();
      await turn();
    }
    expect(await Promise.all(results)).toEqual([2, 4, 6, 8]);
    expect(batches).toEqual([[1], [2, 3], [4]]);
  });

  it('take the flows in turn, however much one has waiting, and stay within the cost limit', async () => {
    const { batches, run, turn, endNext } = createRun();
    const turns = {
      flowOf: (item: number) => (item < 100 ? 'loud' : 'quiet'),
      costOf: () => 10,
      batchCostMax: 40,
      turnCost: 10,
    };
    const add = createNaturalBatches({ batchMax: 50, turns, run });
    const results = [add(1)];
    await turn();
    results.push(...[2, 3, 4, 5, 6, 7].map(add), add(100));
    for (let n = 0; n < 3; n += 1) {
      endNext();
      await turn();
    }
    await Promise.all(results);
    expect(batches).toEqual([[1], [2, 100, 3, 4], [5, 6, 7]]);
  });

  it('that fail reject the callers that wait by then, and not later ones', async () => {
    const { run, turn, endNext } = createRun();
    const add = createNaturalBatches({ batchMax: 1, run });
    const failed = Promise.allSettled([add(13), add(1)]);
    await turn();
    endNext();
    expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const good = add(1);
    await turn();
    endNext();
    expect(await good).toBe(2);
  });
});
