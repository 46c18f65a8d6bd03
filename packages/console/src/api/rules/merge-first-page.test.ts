import { expect, test } from '@jest/globals';
import { mergeFirstPage } from './merge-first-page.js';

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
