import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createFairQueue } from './fair-queue.js';

type Item = { number: number; group: 'live' | 'sandbox'; lane: string; sequence: string | undefined; cost: number };

const limits = { batchMax: 50, batchCostMax: 1_000_000, laneCostMax: 250_000, turnCost: 1_000 };
const groups = { live: { weight: 8, laneMax: 20 }, sandbox: { weight: 1, laneMax: 5 } };
const createQueue = () => createFairQueue<Item, Item['group']>({ placeOf: (item) => item, groups, ...limits });

const buildItem = (item: Partial<Item> = {}): Item => ({
  number: 0,
  group: 'live',
  lane: 'a',
  sequence: undefined,
  cost: 1_000,
  ...item,
});
const itemsOf = (count: number, item: Partial<Item>) =>
  Array.from({ length: count }, (_, number) => buildItem({ ...item, number }));

const anyItem = fc.record({
  number: fc.constant(0),
  group: fc.constantFrom('live' as const, 'sandbox' as const),
  lane: fc.constantFrom('a', 'b', 'c', 'd'),
  sequence: fc.option(fc.constantFrom('1', '2', '3'), { nil: undefined }),
  cost: fc.oneof(fc.integer({ min: 1, max: 4_000 }), fc.integer({ min: 1, max: 400_000 })),
});
/** Items that come, and batches that are taken meanwhile. */
const anyCourse = fc.array(fc.oneof({ weight: 9, arbitrary: anyItem }, { weight: 1, arbitrary: fc.constant('take') }), {
  maxLength: 300,
});

const drain = (queue: ReturnType<typeof createQueue>): Item[][] => {
  const batches: Item[][] = [];
  while (queue.size() > 0) batches.push(queue.takeBatch());
  return batches;
};

/** Batches as they are taken, until nothing is left. */
const run = (course: readonly (Omit<Item, 'number'> | 'take')[]) => {
  const queue = createQueue();
  const [added, batches]: [Item[], Item[][]] = [[], []];
  for (const step of course) {
    if (typeof step === 'string') batches.push(queue.takeBatch());
    else {
      const item = { ...step, number: added.length };
      added.push(item);
      queue.add(item);
    }
  }
  batches.push(...drain(queue));
  return { queue, added, batches, taken: batches.flat() };
};
const numbersOf = (items: readonly Item[]) => items.map(({ number }) => number);
const sumOf = (items: readonly Item[]) => items.reduce((sum, { cost }) => sum + cost, 0);

describe('A fair queue', () => {
  it('gives everything once, and keeps nothing of the lanes that it has seen', () => {
    fc.assert(
      fc.property(anyCourse, (course) => {
        const { queue, added, taken } = run(course);
        expect(numbersOf(taken).sort((one, other) => one - other)).toEqual(numbersOf(added));
        expect([queue.size(), queue.laneCount(), queue.takeBatch()]).toEqual([0, 0, []]);
      }),
    );
  });

  it('keeps the order within a lane and within a sequence, whatever lanes that comes in', () => {
    fc.assert(
      fc.property(anyCourse, (course) => {
        const { taken } = run(course);
        const rising = (items: readonly Item[]) =>
          expect(numbersOf(items)).toEqual(numbersOf(items).sort((one, other) => one - other));
        for (const key of ['1', '2', '3']) rising(taken.filter(({ sequence }) => sequence === key));
        const alone = taken.filter(({ sequence }) => sequence === undefined);
        for (const lane of ['a', 'b', 'c', 'd'])
          for (const group of ['live', 'sandbox'])
            rising(alone.filter((item) => item.lane === lane && item.group === group));
      }),
    );
  });

  it('cuts no batch that is larger than it may be, and none that is empty', () => {
    fc.assert(
      fc.property(anyCourse, (course) => {
        const queue = createQueue();
        for (const step of course) if (typeof step !== 'string') queue.add(step);
        for (const batch of drain(queue)) {
          expect(batch.length).toBeGreaterThan(0);
          expect(batch.length).toBeLessThanOrEqual(limits.batchMax);
          if (batch.length > 1) expect(sumOf(batch)).toBeLessThanOrEqual(limits.batchCostMax);
        }
      }),
    );
  });

  it('fills the batches of a lane that waits alone with all that its part holds', () => {
    const queue = createQueue();
    for (const item of itemsOf(60, {})) queue.add(item);
    expect(drain(queue).map((batch) => batch.length)).toEqual([20, 20, 20]);
  });

  it('takes a lane with little along at once, however much others have', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1_000, max: 200_000 }), (lanes, cost) => {
        const queue = createQueue();
        for (let lane = 0; lane < lanes; lane += 1)
          for (const item of itemsOf(100, { lane: `loud ${lane}`, cost })) queue.add(item);
        queue.takeBatch();
        const quiet = buildItem({ lane: 'quiet' });
        queue.add(quiet);
        const batches = drain(queue);
        // Before its turn each other lane has had two items at most.
        const others = Math.max((lanes * 2) / limits.batchMax, (lanes * 2 * cost) / limits.batchCostMax);
        expect(batches.findIndex((batch) => batch.includes(quiet))).toBeLessThanOrEqual(Math.ceil(others));
      }),
    );
  });

  it('shares by cost: a lane of large items gets no more than a lane of small ones', () => {
    const queue = createQueue();
    for (const item of itemsOf(400, { lane: 'small', cost: 1_000 })) queue.add(item);
    for (const item of itemsOf(400, { lane: 'large', cost: 50_000 })) queue.add(item);
    const taken = [queue.takeBatch(), queue.takeBatch(), queue.takeBatch(), queue.takeBatch()].flat();
    const [small, large] = ['small', 'large'].map((lane) => taken.filter((item) => item.lane === lane));
    expect(sumOf(small!)).toBe(80_000);
    expect(large!.length).toBeLessThanOrEqual(20);
    expect(large!.length).toBeGreaterThan(0);
  });

  it('lets a group of little weight have a trickle beside a busy one, and all that is left beside an idle one', () => {
    const queue = createQueue();
    for (let lane = 0; lane < 10; lane += 1) {
      for (const item of itemsOf(100, { lane: `live ${lane}` })) queue.add(item);
      for (const item of itemsOf(100, { lane: `sandbox ${lane}`, group: 'sandbox' })) queue.add(item);
    }
    const batches = [queue.takeBatch(), queue.takeBatch(), queue.takeBatch()];
    const sandbox = batches.flat().filter(({ group }) => group === 'sandbox');
    expect(sandbox.length).toBeGreaterThan(0);
    expect(sandbox.length).toBeLessThanOrEqual(30);
    queue.takeAll();
    for (const item of itemsOf(10, { lane: 'alone', group: 'sandbox' })) queue.add(item);
    expect([queue.takeBatch(), queue.takeBatch()].map((batch) => batch.length)).toEqual([5, 5]);
  });

  it('gives all that waits at once when it is to end', () => {
    const queue = createQueue();
    for (const item of itemsOf(3, { sequence: '1' })) queue.add(item);
    expect(numbersOf(queue.takeAll())).toEqual([0, 1, 2]);
    expect([queue.size(), queue.laneCount()]).toEqual([0, 0]);
  });

  it('remembers none of a hundred thousand lanes that have waited', () => {
    const queue = createQueue();
    for (let lane = 0; lane < 100_000; lane += 1) {
      queue.add(buildItem({ lane: String(lane), sequence: String(lane) }));
      if (lane % 50 === 49) queue.takeBatch();
    }
    drain(queue);
    expect(queue.laneCount()).toBe(0);
  });
});
