import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { trackingTokenSchema } from '@delivery/contracts';
import { createTrackingTokens, createTrackingUrls, distanceM, partDone, roundPlace } from './tracking.js';

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

it('is in one address', () =>
  expect(createTrackingUrls('https://delivery.example', tokens)(orderId)).toBe(
    `https://delivery.example/track/${tokens.of(orderId)}`,
  ));

const pauliceia = { latitude: -23.5613, longitude: -46.6565 };

describe('A position', () => {
  it('is shown to three decimals', () => {
    expect(roundPlace({ latitude: -23.56139, longitude: 46.65651 })).toEqual({ latitude: -23.561, longitude: 46.657 });
  });

  it('is so far from a place, to a hundred meters, also across the date line and to the other end of the world', () => {
    expect(distanceM(pauliceia, pauliceia)).toBe(0);
    expect(distanceM(pauliceia, { latitude: -23.5505, longitude: -46.6333 })).toBe(2_700);
    expect(distanceM({ latitude: 0, longitude: 179.995 }, { latitude: 0, longitude: -179.995 })).toBe(1_100);
    expect(distanceM({ latitude: 0, longitude: 0 }, { latitude: 0, longitude: 180 })).toBe(20_015_100);
  });

  it('is so far on the way from the store, and never before its beginning or behind its end', () => {
    const [store, door] = [pauliceia, { latitude: -23.5505, longitude: -46.6333 }];
    const half = { latitude: -23.5559, longitude: -46.6449 };
    expect([store, half, door].map((place) => partDone(place, { store, door }))).toEqual([0, 0.52, 1]);
    expect(partDone({ latitude: -24, longitude: -47 }, { store, door })).toBe(0);
    expect([undefined, door].map((from) => partDone(half, { store: from, door }))).toEqual([0, 0]);
  });
});
