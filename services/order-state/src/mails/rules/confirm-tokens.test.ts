import { expect, test } from '@jest/globals';
import { createConfirmTokens } from './confirm-tokens.js';

const tokens = createConfirmTokens(() => Buffer.alloc(32, 7));
const asked = { mailId: 12_345, createdAt: new Date('2026-06-01T12:00:00.123Z') };

test('a token names its mail, and is invalid once anything in it differs', () => {
  const token = tokens.of(asked);
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(tokens.mailOf(token)).toEqual(asked);
  expect(createConfirmTokens(() => Buffer.alloc(32, 8)).mailOf(token)).toBeUndefined();
  for (let place = 0; place < token.length - 1; place += 1) {
    const other = token[place] === 'A' ? 'B' : 'A';
    expect(tokens.mailOf(token.slice(0, place) + other + token.slice(place + 1))).toBeUndefined();
  }
  expect(tokens.mailOf('')).toBeUndefined();
});
