import { expect, test } from '@jest/globals';
import { lastMonths } from './last-months.js';

test('goes back over a year’s end, also from the last day of a long month', () => {
  expect(lastMonths(Date.UTC(2026, 0, 31, 23, 59), 3)).toEqual(['2026-01', '2025-12', '2025-11']);
});
