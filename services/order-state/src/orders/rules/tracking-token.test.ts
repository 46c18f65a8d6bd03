import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { trackingTokenSchema } from '@delivery/contracts';
import { createTrackingTokens, createTrackingUrls } from './tracking-token.js';

const tokens = createTrackingTokens(() => Buffer.alloc(32, 1));
const others = createTrackingTokens(() => Buffer.alloc(32, 2));
const orderId = 'b'.repeat(24);

it('names its order, and no text with another bit or of another key does', () => {
  const token = tokens.of(orderId);
  expect(trackingTokenSchema.parse(token)).toBe(token);
  expect(tokens.orderOf(token)).toBe(orderId);
  expect(tokens.orderOf(others.of(orderId))).toBeUndefined();
  const bytes = Buffer.from(token, 'base64url');
  fc.assert(
    fc.property(fc.nat(bytes.length * 8 - 1), (bit) => {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      expect(tokens.orderOf(changed.toString('base64url'))).toBeUndefined();
    }),
  );
  for (const text of ['', orderId, `${token}AAAA`, token.slice(4)]) expect(tokens.orderOf(text)).toBeUndefined();
});

it.each(['https://delivery.example', 'https://delivery.example/', 'https://delivery.example//'])(
  'is in one address below %s',
  (publicUrl) => {
    expect(createTrackingUrls(publicUrl, tokens)(orderId)).toBe(`https://delivery.example/track/${tokens.of(orderId)}`);
  },
);
