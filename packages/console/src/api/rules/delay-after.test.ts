import { expect, test } from '@jest/globals';
import { delayAfter } from './delay-after.js';

test('after an answer the wait is the usual one; each failure in a row doubles it, up to half a minute', () => {
  expect([0, 1, 2, 3, 4, 1_000].map((failures) => delayAfter(2_000, failures))).toEqual([
    2_000, 4_000, 8_000, 16_000, 30_000, 30_000,
  ]);
});

test('what is asked for once a minute is asked for again as soon as everything else', () => {
  expect([0, 1, 2, 1_000].map((failures) => delayAfter(60_000, failures))).toEqual([60_000, 4_000, 8_000, 30_000]);
});
