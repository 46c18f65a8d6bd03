import { expect, test } from '@jest/globals';
import { placesInLine } from './places-in-line.js';

const many = ['a', 'b', 'c', 'd', 'e', 'f'];

test('a phone shows all places where they are few, else the first four, of which the current one is always one', () => {
  expect(placesInLine(many.slice(0, 5), 'e')).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(placesInLine(many, 'b')).toEqual(['a', 'b', 'c', 'd']);
  expect(placesInLine(many, 'f')).toEqual(['a', 'b', 'c', 'f']);
  expect(placesInLine(many, 'nowhere')).toEqual(['a', 'b', 'c', 'd']);
});
