import { expect, test } from '@jest/globals';
import { delayAfter, mergeFirstPage, withoutRepeats } from './refresh.js';

test('after an answer the wait is the usual one; each failure in a row doubles it, up to half a minute', () => {
  expect([0, 1, 2, 3, 4, 1_000].map((failures) => delayAfter(2_000, failures))).toEqual([
    2_000, 4_000, 8_000, 16_000, 30_000, 30_000,
  ]);
});

test('what is asked for once a minute is asked for again as soon as everything else', () => {
  expect([0, 1, 2, 1_000].map((failures) => delayAfter(60_000, failures))).toEqual([60_000, 4_000, 8_000, 30_000]);
});

const merge = (known: string, first: string): string | undefined =>
  mergeFirstPage(known.split(''), first.split(''), (row) => row)?.join('');

test('rows that new ones push down from the first page stay, between it and the rest', () => {
  expect(merge('abcdef', 'abc')).toBe('abcdef');
  expect(merge('abcdef', 'xya')).toBe('xyabcdef');
});

test('a row that is no longer where it was is gone; one that moved up is there once', () => {
  expect(merge('abcdef', 'acd')).toBe('acdef');
  expect(merge('abcdef', 'eab')).toBe('eabcdf');
});

test('where no row is known there is a gap, which is not hidden', () => {
  expect(merge('abcdef', 'xyz')).toBeUndefined();
});

test('a row that moved from page to page is shown once, in its newest state', () => {
  const rows = [
    { id: 'a', told: 'live' },
    { id: 'b', told: 'live' },
    { id: 'a', told: 'before' },
  ];
  expect(withoutRepeats(rows, ({ id }) => id)).toEqual(rows.slice(0, 2));
});
