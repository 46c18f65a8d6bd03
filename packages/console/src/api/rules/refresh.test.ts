import { expect, test } from '@jest/globals';
import { delayAfter, mergeFirstPage, withoutRepeats } from './refresh.js';

test('after an answer the wait is the usual one; each failure in a row doubles it, up to half a minute', () => {
  expect([0, 1, 2, 3, 4, 1_000].map((failures) => delayAfter(2_000, failures))).toEqual([
    2_000, 4_000, 8_000, 16_000, 30_000, 30_000,
  ]);
});

test('a call made once a minute is retried as soon as any other', () => {
  expect([0, 1, 2, 1_000].map((failures) => delayAfter(60_000, failures))).toEqual([60_000, 4_000, 8_000, 30_000]);
});

const merge = (known: string, first: string): string | undefined =>
  mergeFirstPage(known.split(''), first.split(''), (row) => row)?.join('');

test('rows that new ones push down from the first page stay, between it and the rest', () => {
  expect(merge('abcdef', 'abc')).toBe('abcdef');
  expect(merge('abcdef', 'xya')).toBe('xyabcdef');
});

test('a row that has left its place is removed; a row that moved up appears once', () => {
  expect(merge('abcdef', 'acd')).toBe('acdef');
  expect(merge('abcdef', 'eab')).toBe('eabcdf');
});

test('where no row is known there is a gap, which is not hidden', () => {
  expect(merge('abcdef', 'xyz')).toBeUndefined();
});

test('a row that moved from page to page is shown once, in its newest state', () => {
  const rows = [
    { id: 'a', source: 'live' },
    { id: 'b', source: 'live' },
    { id: 'a', source: 'before' },
  ];
  expect(withoutRepeats(rows, ({ id }) => id)).toEqual(rows.slice(0, 2));
});
