import { describe, expect, it } from '@jest/globals';
import { createArrivals } from './arrivals.js';

describe('Arrivals', () => {
  it('have the times of the first and the last webhook of each order, and count no repeat', () => {
    const arrivals = createArrivals();
    const note = (orderId: string, sequence: number, atMs: number) =>
      arrivals.note({ length: 0, path: '/', orderId, sequence }, atMs);
    note('a', 1, 10);
    note('b', 1, 20);
    note('a', 2, 30);
    note('a', 2, 40);
    expect(arrivals.firstArrivals()).toEqual([
      ['a', 10],
      ['b', 20],
    ]);
    expect(arrivals.lastArrivals()).toEqual([
      ['a', 30],
      ['b', 20],
    ]);
  });
});
