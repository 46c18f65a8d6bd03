import { expect, test } from '@jest/globals';
import { queryOf } from './query-of.js';

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
