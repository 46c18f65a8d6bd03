import { expect, test } from '@jest/globals';
import { type Begun, type Keys, parseHash, placesInLine, queryOf, takeKey } from './navigation.js';

test.each([
  ['', []],
  ['#/', []],
  ['#/merchants/a%2Fb', ['merchants', 'a/b']],
  ['#/merchants/100%', ['merchants', '100%']],
])('%j leads to %j', (hash, segments) => {
  expect(parseHash(hash).segments).toEqual(segments);
});

test('the part after the question mark is the filter', () => {
  const { segments, query } = parseHash('#/endpoints?health=ok');
  expect([segments, query.get('health')]).toEqual([['endpoints'], 'ok']);
});

test.each([
  ['https://deliveries.example/portal/#/orders/65f0c0ffee65f0c0ffee65f0', '65f0c0ffee65f0c0ffee65f0'],
  ['http://localhost:3001/console/#/endpoints/d9abd0df?span=day', 'd9abd0df'],
  ['https://deliveries.example/portal/#/', 'https://deliveries.example/portal/#/'],
  ['https://pos.example.com/#/orders/137', 'https://pos.example.com/#/orders/137'],
  ['pedido #/137', 'pedido #/137'],
  ['a'.repeat(200), 'a'.repeat(128)],
])('%j asks for %j', (typed, query) => {
  expect(queryOf(typed)).toBe(query);
});

const many = ['a', 'b', 'c', 'd', 'e', 'f'];

test('a phone shows all places where they are few, else the first four, of which the current one is always one', () => {
  expect(placesInLine(many.slice(0, 5), 'e')).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(placesInLine(many, 'b')).toEqual(['a', 'b', 'c', 'd']);
  expect(placesInLine(many, 'f')).toEqual(['a', 'b', 'c', 'f']);
  expect(placesInLine(many, 'nowhere')).toEqual(['a', 'b', 'c', 'd']);
});

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
