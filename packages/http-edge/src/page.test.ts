import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { z } from 'zod';
import { decodeCursor, encodeCursor, toPage } from './page.js';

const schema = z.tuple([z.int(), z.string()]);

describe('A cursor', () => {
  it('is read as it was given out, with any values', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.string({ unit: 'grapheme' }), (count, text) => {
        const cursor = encodeCursor([count, text]);
        expect(cursor).toMatch(/^[\w-]+$/);
        expect(decodeCursor(schema, cursor)).toEqual([count, text]);
      }),
    );
  });

  it('that was never given out is refused as a fault of the request, not of the service', () => {
    const made = encodeCursor([1, 'a\0b']);
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.constant(made)), (text) => {
        expect(() => decodeCursor(schema, text)).toThrow(expect.objectContaining({ code: 'invalid_parameter' }));
      }),
    );
  });
});

describe('A page', () => {
  it('has a next one only where there are more rows', () => {
    const positionOf = (row: number) => [row];
    expect(toPage([1, 2, 3], 2, positionOf)).toEqual({ data: [1, 2], next_cursor: encodeCursor([2]) });
    expect(toPage([1, 2], 2, positionOf)).toEqual({ data: [1, 2], next_cursor: null });
    expect(toPage([], 2, positionOf)).toEqual({ data: [], next_cursor: null });
  });
});
