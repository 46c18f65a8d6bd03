import { describe, expect, it } from '@jest/globals';
import { bodyDeadlineMs } from './waiting-bodies.js';

describe('A body is waited for', () => {
  it('for 5 s, for a second more with each KiB of it, and for 20 s at most', () => {
    expect(bodyDeadlineMs(1_000, 0)).toBe(6_000);
    expect(bodyDeadlineMs(1_000, 512)).toBe(6_500);
    expect(bodyDeadlineMs(1_000, 10 * 1024)).toBe(16_000);
    expect(bodyDeadlineMs(1_000, 256 * 1024)).toBe(21_000);
  });
});
