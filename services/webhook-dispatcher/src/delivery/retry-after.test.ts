import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { retryAfterMs } from './retry-after.js';

const read = (header: string | null) => retryAfterMs(header, new Date('2026-01-31T18:30:00Z'));

describe('retryAfterMs', () => {
  it('understands seconds and the three date formats, relative to the answer', () => {
    expect(read('120')).toBe(120_000);
    expect(read('Sat, 31 Jan 2026 18:32:00 GMT')).toBe(120_000);
    expect(read('Saturday, 31-Jan-26 18:32:00 GMT')).toBe(120_000);
    expect(read('Sat Jan 31 18:32:00 2026')).toBe(120_000);
    expect(read('Sat, 31 Jan 2026 18:00:00 GMT')).toBe(0);
  });

  it('ignores other texts', () => {
    for (const header of ['soon', '-5', '1.5', '', '2026-01-31T18:32:00Z', 'Sat, never', null])
      expect(read(header)).toBeNull();
  });

  it('is a whole number of milliseconds that a report can hold, for any header', () => {
    expect(read('9'.repeat(400))).toBe(Number.MAX_SAFE_INTEGER);
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.maxSafeNat().map(String)), (header) => {
        const delayMs = read(header) ?? 0;
        expect(Number.isSafeInteger(delayMs) && delayMs >= 0).toBe(true);
      }),
    );
  });
});
