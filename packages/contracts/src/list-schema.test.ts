import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { faultMax, listOf } from './list-schema.js';

/** Counts the entries that are read. */
const counting = () => {
  const count = { read: 0 };
  const entry = z.unknown().refine((value) => {
    count.read += 1;
    return typeof value === 'number';
  });
  return { count, entry };
};

describe('a list', () => {
  it('[P12] is read up to its 20th fault, however many there are', () => {
    const { count, entry } = counting();
    const list = z.object({ list: listOf(entry, 5_000).nullish() });
    const parsed = list.safeParse({ list: [1, ...Array<string>(4_000).fill('x')] });
    expect([count.read, parsed.error?.issues.length]).toEqual([1 + faultMax, faultMax]);
    expect(parsed.error?.issues[0]?.path).toEqual(['list', 1]);
  });

  it('is not read where it is too long', () => {
    const { count, entry } = counting();
    const parsed = listOf(entry, 3).safeParse(['x', 'x', 'x', 'x']);
    expect([count.read, parsed.error?.issues.map(({ code }) => code)]).toEqual([0, ['too_big']]);
  });

  it('stops within a list as well', () => {
    const { count, entry } = counting();
    const parsed = listOf(z.object({ inner: listOf(entry, 100) }), 100).safeParse(
      Array.from({ length: 100 }, () => ({ inner: Array<string>(100).fill('x') })),
    );
    expect([count.read, parsed.error?.issues.length]).toEqual([faultMax, faultMax]);
    expect(parsed.error?.issues.at(-1)?.path).toEqual([0, 'inner', 19]);
  });

  it('parses a valid list as an array schema does, and refuses a value that is no list', () => {
    const list = listOf(z.object({ a: z.number() }), 2);
    expect(list.parse([{ a: 1, b: 2 }, { a: 3 }])).toEqual([{ a: 1 }, { a: 3 }]);
    expect(list.safeParse('x').error?.issues[0]?.code).toBe('invalid_type');
    expect(z.toJSONSchema(list)).toMatchObject({ type: 'array', maxItems: 2, items: { type: 'object' } });
  });
});
