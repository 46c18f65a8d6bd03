import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createFairSlots, type FairSlots, type Refused, type Taken } from './fair-slots.js';

const options = { capacity: 90, waitingCapacity: 200, quantum: 4, waitMs: 60_000 };

/** A merchant's slots and waiting calls, seen from outside. */
const createCaller = (slots: FairSlots, merchantId: string) => {
  const held: { cost: number; giveBack: () => void }[] = [];
  const refusals: Refused[] = [];
  let waiting = 0;
  const keep = (cost: number, taken: Taken): void => {
    if ('refused' in taken) refusals.push(taken.refused);
    else held.push({ cost, giveBack: taken.giveBack });
  };
  return {
    held,
    refusals,
    heldCost: () => held.reduce((sum, { cost }) => sum + cost, 0),
    waiting: () => waiting,
    take: (cost: number): void => {
      const taken = slots.take(merchantId, cost);
      if (!(taken instanceof Promise)) return keep(cost, taken);
      waiting += 1;
      void taken.then((late) => {
        waiting -= 1;
        keep(cost, late);
      });
    },
    giveBackOldest: (): void => held.shift()?.giveBack(),
  };
};
type Caller = ReturnType<typeof createCaller>;

/** Resolves when the callers that were served know it. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const endAll = async (callers: readonly Caller[]): Promise<void> => {
  while (callers.some(({ held }) => held.length > 0)) {
    for (const caller of callers) while (caller.held.length > 0) caller.giveBackOldest();
    await settled();
  }
};

describe('fair slots', () => {
  it('are nearly all one merchant’s that is alone, and each that it gives back is its again at once', async () => {
    const slots = createFairSlots(options);
    const alone = createCaller(slots, 'alone');
    for (let count = 0; count < 100; count += 1) alone.take(1);
    expect([alone.heldCost(), alone.waiting()]).toEqual([80, 20]);
    for (let count = 0; count < 20; count += 1) {
      alone.giveBackOldest();
      expect(slots.heldCost()).toBe(80);
    }
    await settled();
    expect([alone.heldCost(), alone.waiting(), alone.refusals]).toEqual([80, 0, []]);
    await endAll([alone]);
  });

  it('[P12] are never more than there are, never idle while one waits within its share, and all free in the end', async () => {
    const step = fc.record({ merchant: fc.nat(4), cost: fc.integer({ min: 1, max: 12 }), isTake: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 150 }), async (steps) => {
        const slots = createFairSlots({ ...options, capacity: 30 });
        const callers = Array.from({ length: 5 }, (_, index) => createCaller(slots, `m${index}`));
        for (const { merchant, cost, isTake } of steps) {
          if (isTake) callers[merchant]!.take(cost);
          else callers[merchant]!.giveBackOldest();
          expect(slots.heldCost()).toBeLessThanOrEqual(30);
          if (slots.heldCost() === 0) expect(slots.waitingCost()).toBe(0);
        }
        await settled();
        await endAll(callers);
        expect([slots.heldCost(), slots.waitingCost(), slots.merchantCount()]).toEqual([0, 0, 0]);
      }),
      { numRuns: 100 },
    );
  });

  it('[P6] come to a merchant that has none within a few rounds of turns, however much others hold and wait for', async () => {
    const many = fc.record({ others: fc.integer({ min: 1, max: 30 }), cost: fc.integer({ min: 1, max: 10 }) });
    await fc.assert(
      fc.asyncProperty(many, fc.integer({ min: 1, max: 10 }), async ({ others, cost }, own) => {
        const slots = createFairSlots({ ...options, capacity: 40 });
        const greedy = Array.from({ length: others }, (_, index) => createCaller(slots, `g${index}`));
        for (const caller of greedy) for (let count = 0; count < 20; count += 1) caller.take(cost);
        const modest = createCaller(slots, 'modest');
        modest.take(own);
        let givenBack = 0;
        while (modest.held.length === 0 && modest.refusals.length === 0) {
          const holder = greedy.find(({ held }) => held.length > 0);
          holder?.giveBackOldest();
          holder?.take(cost);
          givenBack += cost;
          await settled();
          // A turn is worth a quantum, and a big one needs several.
          expect(givenBack).toBeLessThanOrEqual((others + 1) * (10 + own) * 4 + 40);
        }
        expect(modest.refusals).not.toContain('over_share');
      }),
      { numRuns: 50 },
    );
  });

  it('go around in turns of the same cost: the big ones of one merchant take no more than the small ones of another', async () => {
    const slots = createFairSlots({ ...options, capacity: 8, waitingCapacity: 2_000 });
    const first = createCaller(slots, 'first');
    first.take(7);
    const [big, small] = [createCaller(slots, 'big'), createCaller(slots, 'small')];
    const served = { big: 0, small: 0 };
    big.take(8);
    for (let count = 0; count < 100; count += 1) {
      big.take(8);
      small.take(1);
    }
    first.giveBackOldest();
    for (let round = 0; round < 100 && small.waiting() > 0; round += 1) {
      await settled();
      served.big += big.heldCost();
      served.small += small.heldCost();
      for (const caller of [big, small]) while (caller.held.length > 0) caller.giveBackOldest();
    }
    expect(served.small).toBeGreaterThanOrEqual(90);
    expect(Math.abs(served.big - served.small)).toBeLessThanOrEqual(32);
    await endAll([first, big, small]);
  });

  it('come first to a merchant that seldom waits, and in its turn to one that waits again at once', async () => {
    const slots = createFairSlots({ ...options, capacity: 4, waitingCapacity: 2_000 });
    const greedy = Array.from({ length: 5 }, (_, index) => createCaller(slots, `g${index}`));
    for (const caller of greedy) for (let count = 0; count < 50; count += 1) caller.take(4);
    const serveOne = async (): Promise<void> => {
      greedy.find(({ held }) => held.length > 0)?.giveBackOldest();
      await settled();
    };
    for (const _ of greedy) await serveOne();
    const modest = createCaller(slots, 'modest');
    const countUntilServed = async (): Promise<number> => {
      modest.take(4);
      let served = 0;
      for (; modest.held.length === 0; served += 1) await serveOne();
      modest.giveBackOldest();
      await settled();
      return served;
    };
    expect(await countUntilServed()).toBe(1);
    expect(await countUntilServed()).toBeGreaterThanOrEqual(greedy.length);
    await endAll([...greedy, modest]);
  });

  it('refuse the merchant that has more waiting than it may, and not one that has nothing', async () => {
    const slots = createFairSlots(options);
    const greedy = createCaller(slots, 'greedy');
    for (let count = 0; count < 1_000; count += 1) greedy.take(1);
    const modest = createCaller(slots, 'modest');
    modest.take(5);
    expect([modest.heldCost(), modest.refusals]).toEqual([5, []]);
    expect([greedy.heldCost(), greedy.waiting(), greedy.refusals.length]).toEqual([80, 100, 820]);
    expect(new Set(greedy.refusals)).toEqual(new Set(['over_share']));
    await endAll([greedy, modest]);
  });

  it('are waited for as long as was said, and then refused', async () => {
    const slots = createFairSlots({ ...options, capacity: 1, waitMs: 1 });
    const holder = createCaller(slots, 'holder');
    holder.take(1);
    expect(await slots.take('holder', 1)).toEqual({ refused: 'over_share' });
    expect(await slots.take('other', 1)).toEqual({ refused: 'full' });
    expect([slots.waitingCost(), slots.merchantCount()]).toEqual([0, 1]);
    holder.giveBackOldest();
  });

  it('[P12] remember no merchant that neither holds nor waits, of a hundred thousand', async () => {
    const slots = createFairSlots({ ...options, waitMs: 1 });
    for (let index = 0; index < 100_000; index += 1) {
      const taken = await slots.take(`m${index}`, 3);
      if ('giveBack' in taken) taken.giveBack();
    }
    expect(slots.merchantCount()).toBe(0);
    const crowd = Array.from({ length: 100_000 }, (_, index) => Promise.resolve(slots.take(`m${index}`, 1)));
    expect(slots.merchantCount()).toBeLessThanOrEqual(options.capacity + options.waitingCapacity);
    const taken = await Promise.all(crowd);
    for (const one of taken) if ('giveBack' in one) one.giveBack();
    expect([slots.merchantCount(), slots.heldCost(), slots.waitingCost()]).toEqual([0, 0, 0]);
  });
});
