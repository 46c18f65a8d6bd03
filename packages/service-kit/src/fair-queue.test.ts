import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createFairQueue } from './fair-queue.js';

type Item = { number: number; group: 'live' | 'sandbox'; flow: string; sequence: string | undefined; cost: number };

const limits = { batchMax: 50, batchCostMax: 1_000_000, flowCostMax: 250_000, turnCost: 1_000 };
const groups = { live: { weight: 8, flowMax: 20 }, sandbox: { weight: 1, flowMax: 5 } };
const createQueue = () => createFairQueue<Item, Item['group']>({ flowOf: (item) => item, groups, ...limits });

const buildItem = (item: Partial<Item> = {}): Item => ({
  number: 0,
  group: 'live',
  flow: 'a',
  sequence: undefined,
  cost: 1_000,
  ...item,
});
const itemsOf = (count: number, item: Partial<Item>) =>
  Array.from({ length: count }, (_, number) => buildItem({ ...item, number }));

const anyItem = fc.record({
  number: fc.constant(0),
  group: fc.constantFrom('live' as const, 'sandbox' as const),
  flow: fc.constantFrom('a', 'b', 'c', 'd'),
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
  it('[P12] gives everything once, and keeps nothing of the flows that it has seen', () => {
    fc.assert(
      fc.property(anyCourse, (course) => {
        const { queue, added, taken } = run(course);
        expect(numbersOf(taken).sort((one, other) => one - other)).toEqual(numbersOf(added));
        expect([queue.size(), queue.flowCount(), queue.takeBatch()]).toEqual([0, 0, []]);
      }),
    );
  });

  it('[P4] keeps the order within a flow, and within a sequence that spans several flows', () => {
    fc.assert(
      fc.property(anyCourse, (course) => {
        const { taken } = run(course);
        const rising = (items: readonly Item[]) =>
          expect(numbersOf(items)).toEqual(numbersOf(items).sort((one, other) => one - other));
        for (const key of ['1', '2', '3']) rising(taken.filter(({ sequence }) => sequence === key));
        const alone = taken.filter(({ sequence }) => sequence === undefined);
        for (const flow of ['a', 'b', 'c', 'd'])
          for (const group of ['live', 'sandbox'])
            rising(alone.filter((item) => item.flow === flow && item.group === group));
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

  it('fills the batches of a flow that waits alone with all that its part holds', () => {
    const queue = createQueue();
    for (const item of itemsOf(60, {})) queue.add(item);
    expect(drain(queue).map((batch) => batch.length)).toEqual([20, 20, 20]);
  });

  it('[P6] takes a flow with little along at once, however much others have', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1_000, max: 200_000 }), (flows, cost) => {
        const queue = createQueue();
        for (let flow = 0; flow < flows; flow += 1)
          for (const item of itemsOf(100, { flow: `loud ${flow}`, cost })) queue.add(item);
        queue.takeBatch();
        const quiet = buildItem({ flow: 'quiet' });
        queue.add(quiet);
        const batches = drain(queue);
        // Before its turn each other flow has had two items at most.
        const others = Math.max((flows * 2) / limits.batchMax, (flows * 2 * cost) / limits.batchCostMax);
        expect(batches.findIndex((batch) => batch.includes(quiet))).toBeLessThanOrEqual(Math.ceil(others));
      }),
    );
  });

  it('[P6] shares by cost: a flow of large items gets no more than a flow of small ones', () => {
    const queue = createQueue();
    for (const item of itemsOf(400, { flow: 'small', cost: 1_000 })) queue.add(item);
    for (const item of itemsOf(400, { flow: 'large', cost: 50_000 })) queue.add(item);
    const taken = [queue.takeBatch(), queue.takeBatch(), queue.takeBatch(), queue.takeBatch()].flat();
    const [small, large] = ['small', 'large'].map((flow) => taken.filter((item) => item.flow === flow));
    expect(sumOf(small!)).toBe(80_000);
    expect(large!.length).toBeLessThanOrEqual(20);
    expect(large!.length).toBeGreaterThan(0);
  });

  it('lets a group of little weight have a trickle beside a busy one, and all that is left beside an idle one', () => {
    const queue = createQueue();
    for (let flow = 0; flow < 10; flow += 1) {
      for (const item of itemsOf(100, { flow: `live ${flow}` })) queue.add(item);
      for (const item of itemsOf(100, { flow: `sandbox ${flow}`, group: 'sandbox' })) queue.add(item);
    }
    const batches = [queue.takeBatch(), queue.takeBatch(), queue.takeBatch()];
    const sandbox = batches.flat().filter(({ group }) => group === 'sandbox');
    expect(sandbox.length).toBeGreaterThan(0);
    expect(sandbox.length).toBeLessThanOrEqual(30);
    queue.takeAll();
    for (const item of itemsOf(10, { flow: 'alone', group: 'sandbox' })) queue.add(item);
    expect([queue.takeBatch(), queue.takeBatch()].map((batch) => batch.length)).toEqual([5, 5]);
  });

  it('gives all that waits at once when it is to end', () => {
    const queue = createQueue();
    for (const item of itemsOf(3, { sequence: '1' })) queue.add(item);
    expect(numbersOf(queue.takeAll())).toEqual([0, 1, 2]);
    expect([queue.size(), queue.flowCount()]).toEqual([0, 0]);
  });

  it('remembers none of a hundred thousand flows that have waited', () => {
    const queue = createQueue();
    for (let flow = 0; flow < 100_000; flow += 1) {
      queue.add(buildItem({ flow: String(flow), sequence: String(flow) }));
      if (flow % 50 === 49) queue.takeBatch();
    }
    drain(queue);
    expect(queue.flowCount()).toBe(0);
  });
});
