import { expect, it } from '@jest/globals';
import { findGrowth } from './find-growth.js';

it('names counts that have grown beyond their allowance, and counts that are not kept yet', () => {
  const kept = { create: { statements: 2, 'WAL bytes': 2_000, 'system calls: intake-api': 8 } };
  const within = { statements: 2, 'WAL bytes': 2_090, 'system calls: intake-api': 13 };
  expect(findGrowth(kept, { create: within })).toEqual([]);
  expect(findGrowth(kept, { create: { ...within, statements: 3 }, ready: { confirms: 1 } })).toEqual([
    'create, statements: 3, kept 2',
    'ready, confirms: 1, kept nothing',
  ]);
});
