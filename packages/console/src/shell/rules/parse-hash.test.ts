import { expect, test } from '@jest/globals';
import { parseHash } from './parse-hash.js';

test.each([
  ['', []],
  ['#/', []],
  ['#/merchants/a%2Fb', ['merchants', 'a/b']],
  ['#/merchants/100%', ['merchants', '100%']],
])('%j leads to %j', (hash, segments) => {
  expect(parseHash(hash).segments).toEqual(segments);
});

test('what stands behind the question mark is the filter', () => {
  const { segments, query } = parseHash('#/endpoints?health=ok');
  expect([segments, query.get('health')]).toEqual([['endpoints'], 'ok']);
});
