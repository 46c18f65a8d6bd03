import { expect, it } from '@jest/globals';
import { coverageOf } from './coverage.js';

const door = { latitude: -23.5571, longitude: -46.6602 };
const here = { ...door, radius_m: 100 };
/** Some two kilometers away. */
const there = { latitude: -23.575, longitude: -46.6602, radius_m: 1_500 };

it.each([
  ['unknown', []],
  ['covered', [{ paused: false, areas: null }]],
  ['none', [{ paused: false, areas: [there] }]],
  ['covered', [{ paused: false, areas: [there, { ...there, radius_m: 2_500 }] }]],
  [
    'paused',
    [
      { paused: true, areas: [here] },
      { paused: false, areas: [there] },
    ],
  ],
  [
    'covered',
    [
      { paused: true, areas: null },
      { paused: false, areas: [here] },
    ],
  ],
] as const)('a door is %s by %j', (coverage, systems) => {
  expect(coverageOf(systems, door)).toBe(coverage);
});
