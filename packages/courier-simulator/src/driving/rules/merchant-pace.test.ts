import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createMerchantPace } from './merchant-pace.js';

const gaps = fc.array(fc.integer({ min: 0, max: 2_000 }), { minLength: 1, maxLength: 400 });

describe('The pace of a merchant', () => {
  it('[P24] gives no more turns in any second than the burst and ten, and none before it is asked for', () => {
    fc.assert(
      fc.property(gaps, (gapsMs) => {
        const pace = createMerchantPace();
        let nowMs = 1_000_000;
        const turns = gapsMs.map((gapMs) => {
          nowMs += gapMs;
          const atMs = pace.reserve('loud', nowMs);
          expect(atMs).toBeGreaterThanOrEqual(nowMs);
          return atMs;
        });
        for (const from of turns)
          expect(turns.filter((atMs) => atMs >= from && atMs < from + 1_000).length).toBeLessThanOrEqual(61);
      }),
    );
  });

  it('holds up no other merchant', () => {
    const pace = createMerchantPace();
    for (let count = 0; count < 1_000; count += 1) pace.reserve('loud', 5_000);
    expect(pace.reserve('loud', 5_000)).toBeGreaterThan(90_000);
    expect(pace.reserve('quiet', 5_000)).toBe(5_000);
  });

  it('[P12] is forgotten of merchants that rest, a hundred thousand of them', () => {
    const pace = createMerchantPace();
    for (let merchant = 0; merchant < 100_000; merchant += 1) pace.reserve(String(merchant), merchant);
    pace.reserve('last', 1_000_000);
    expect(pace.size()).toBe(1);
  });
});
