import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { excerptMaxBytes, excerptOf } from './excerpt.js';

/** Any at all. fast-check's own `binary` makes a table of them first, which takes seconds. */
const character = fc
  .oneof(fc.nat(0xd7ff), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((code) => String.fromCodePoint(code));

describe('excerptOf', () => {
  it('keeps readable text as it is', () => {
    expect(excerptOf(Buffer.from('{"erro":"Pedido não encontrado 🍕"}'))).toBe('{"erro":"Pedido não encontrado 🍕"}');
  });

  it('escapes characters that could break a log, a terminal or a database', () => {
    expect(excerptOf(Buffer.from('a\u0000\n\r\t\u001b[31m\u007f\u0085\u202e\u2028\u{e0001}'))).toBe(
      'a\\u0000\\n\\r\\t\\u001b[31m\\u007f\\u0085\\u202e\\u2028\\u{e0001}',
    );
  });

  it('never exceeds its bytes, never cuts a character and never contains a control character', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 5_000 }),
        fc.string({ unit: character, maxLength: 2_000 }),
        (bytes, text) => {
          for (const input of [Buffer.from(bytes), Buffer.from(text)]) {
            const excerpt = excerptOf(input);
            expect(Buffer.byteLength(excerpt)).toBeLessThanOrEqual(excerptMaxBytes);
            expect(excerpt).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
          }
        },
      ),
    );
    expect(excerptOf(Buffer.from('é'.repeat(2_000)))).toBe('é'.repeat(512));
  });
});
