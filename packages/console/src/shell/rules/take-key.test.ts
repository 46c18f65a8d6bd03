import { expect, test } from '@jest/globals';
import { type Begun, type Keys, takeKey } from './take-key.js';

const shortcuts: { name: string; keys: Keys }[] = [
  { name: 'down', keys: ['j'] },
  { name: 'orders', keys: ['g', 'o'] },
  { name: 'endpoints', keys: ['g', 'e'] },
];

const press = (keys: readonly (readonly [key: string, atMs: number])[]): (string | undefined)[] => {
  let begun: Begun;
  return keys.map(([key, atMs]) => {
    const taken = takeKey(shortcuts, begun, { key, atMs });
    begun = taken.begun;
    return taken.shortcut?.name;
  });
};

test('one key is a shortcut by itself, two are one together', () => {
  expect(press([['j', 0], ['g', 10], ['o', 20], ['o', 30]])).toEqual(['down', undefined, 'orders', undefined]); // prettier-ignore
});

test('a first key is forgotten after two seconds, or when another one follows that does not belong to it', () => {
  expect(press([['g', 0], ['o', 2_001]])).toEqual([undefined, undefined]); // prettier-ignore
  expect(press([['g', 0], ['j', 10], ['e', 20]])).toEqual([undefined, 'down', undefined]); // prettier-ignore
  expect(press([['g', 0], ['g', 10], ['e', 20]])).toEqual([undefined, undefined, 'endpoints']); // prettier-ignore
});
