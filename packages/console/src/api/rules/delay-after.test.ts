import { expect, test } from '@jest/globals';
import { delayAfter } from './delay-after.js';

test('who is answered asks again at its pace; each failure in a row doubles the wait, up to half a minute', () => {
  expect([0, 1, 2, 3, 4, 1_000].map((failures) => delayAfter(2_000, failures))).toEqual([
    2_000, 4_000, 8_000, 16_000, 30_000, 30_000,
  ]);
});
