import { expect, test } from '@jest/globals';
import { withoutRepeats } from './without-repeats.js';

test('a row that moved from page to page is shown once, in its newest state', () => {
  const rows = [
    { id: 'a', told: 'live' },
    { id: 'b', told: 'live' },
    { id: 'a', told: 'before' },
  ];
  expect(withoutRepeats(rows, ({ id }) => id)).toEqual(rows.slice(0, 2));
});
