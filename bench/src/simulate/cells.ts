import { createRandom } from './random.js';

/**
 * How uneven cells become when each merchant is put into one at random, and merchants differ in size as words in a text
 * do (Zipf: the n-th largest has 1/n of the largest's orders).
 * @returns the load of the fullest cell, as a multiple of the mean; the median of `runs`
 */
export const simulateCells = (merchants: number, cells: number, runs: number, seed = 1): number => {
  const random = createRandom(seed);
  const worst = Array.from({ length: runs }, () => {
    const loads = Array.from({ length: cells }, () => 0);
    let total = 0;
    for (let rank = 1; rank <= merchants; rank += 1) {
      const cell = Math.floor(random() * cells);
      loads[cell] = (loads[cell] ?? 0) + 1 / rank;
      total += 1 / rank;
    }
    return (Math.max(...loads) * cells) / total;
  });
  return worst.sort((a, b) => a - b)[Math.floor(runs / 2)] ?? 0;
};
