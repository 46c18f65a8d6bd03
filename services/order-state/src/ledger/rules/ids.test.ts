import { describe, expect, it } from '@jest/globals';
import { createUuidv7, firstUuidOf } from './ids.js';

describe('uuidv7', () => {
  it('rises strictly within a process: in one millisecond, beyond its counter, and when the clock is set back', () => {
    const uuidv7 = createUuidv7();
    const times = [...Array<number>(10_000).fill(1_700_000_000_000), 1_699_999_000_000, 1_700_000_000_500];
    const ids = times.map(uuidv7);
    expect(ids).toEqual([...new Set(ids)].sort());
  });

  it('tells its millisecond, and lies within the range of it', () => {
    const id = createUuidv7()(1_700_000_000_000);
    expect(id).toMatch(/^018bcfe5-6800-7000-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(id >= firstUuidOf(1_700_000_000_000) && id < firstUuidOf(1_700_000_000_001)).toBe(true);
  });
});
