import { describe, expect, it } from '@jest/globals';
import { type ByteBudget, type ByteOwner, createByteBudget } from './byte-budget.js';

/** Takes one byte after the other until one is refused. */
const fill = (budget: ByteBudget, owner: ByteOwner): number => {
  for (let count = 0; ; count += 1) if (!budget.take(owner, 1)) return count;
};

describe('The byte budget', () => {
  it('gives one merchant a fifth, and any number of merchants of one address a third', () => {
    expect(fill(createByteBudget(900), { merchantId: 'a', address: '1' })).toBe(180);
    const budget = createByteBudget(1_000);
    for (let index = 0; index < 200; index += 1) fill(budget, { merchantId: `m${index}`, address: '1' });
    expect(budget.takenBytes()).toBeLessThanOrEqual(334);
    expect(budget.takenBytes()).toBeGreaterThan(300);
  });

  it('has bytes for a merchant that holds none, however many others take all that they get', () => {
    const budget = createByteBudget(64_000);
    for (let index = 0; index < 15; index += 1) {
      fill(budget, { merchantId: `m${index}`, address: String(index) });
      const giveBack = budget.take({ merchantId: 'new', address: 'new' }, 1_000);
      expect(giveBack).toBeDefined();
      giveBack?.();
    }
  });

  it('gets back taken bytes', () => {
    const budget = createByteBudget(900);
    const owner = { merchantId: 'a', address: '1' };
    const giveBack = budget.take(owner, 450);
    expect(budget.take(owner, 1)).toBeUndefined();
    giveBack?.();
    expect(budget.takenBytes()).toBe(0);
    expect(budget.take(owner, 450)).toBeDefined();
  });
});
