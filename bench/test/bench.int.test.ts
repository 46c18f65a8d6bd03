import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type OutsideWorld, startOutsideWorld } from '../src/load/outside-world.js';
import { scenarios } from '../src/scenarios/index.js';

/** Those that use each kind of load, floor and direct look into the database once; the others are made of the same parts. */
const { everyday, growth, neighbours, years } = scenarios;

let world: OutsideWorld;
beforeAll(async () => {
  world = await startOutsideWorld();
});
afterAll(() => world.stop());

/** Nothing here says how fast: only that these scenarios still run against the product as it is, and measure something. */
describe('the benchmark', () => {
  it.each(Object.entries({ everyday, growth, neighbours, years }))('measures %s', async (_name, scenario) => {
    const rows = await scenario({ world, pairs: 1, quick: true, log: () => undefined });
    expect(rows.length).toBeGreaterThan(0);
    for (const { product } of rows) {
      expect(Object.keys(product).length).toBeGreaterThan(0);
      for (const value of Object.values(product)) expect(value).toBeGreaterThanOrEqual(0);
    }
  });
});
