import { describe, expect, it } from '@jest/globals';
import { startOutsideWorld } from '../src/load/outside-world.js';
import { scenarios } from '../src/scenarios/index.js';

/** Nothing here says how fast: only that every scenario still runs against the product as it is, and measures something. */
describe('the benchmark', () => {
  it.each(Object.entries(scenarios))('measures %s', async (_name, scenario) => {
    const world = await startOutsideWorld();
    try {
      const rows = await scenario({ world, pairs: 1, quick: true, log: () => undefined });
      expect(rows.length).toBeGreaterThan(0);
      for (const { product } of rows) {
        expect(Object.keys(product).length).toBeGreaterThan(0);
        for (const value of Object.values(product)) expect(value).toBeGreaterThanOrEqual(0);
      }
    } finally {
      await world.stop();
    }
  });
});
