import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { scanJson as scanWithin } from './scan-json.js';

const spaces = () => fc.string({ unit: fc.constantFrom(' ', '\n', '\t', '\r'), maxLength: 3 });
/** Some spellings of the key that JSON.parse reads alike. */
const keySpelling = () => fc.constantFrom('"external_data"', '"external\\u005fdata"', '"\\u0065xternal_data"');

/** Random white space between the tokens of a JSON text. */
const spread = (value: unknown, space: () => string): string => {
  if (Array.isArray(value))
    return `[${space()}${value.map((one) => spread(one, space)).join(`${space()},${space()}`)}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}${space()}:${spread(one, space)}`);
  return `{${space()}${members.join(`,${space()}`)}${space()}}`;
};

const unlimited = { depthMax: Infinity, structureMax: Infinity, nameMax: Infinity, faultMax: Infinity };
const scanJson = (text: string, rawKey: string | undefined) => scanWithin(text, rawKey, unlimited);

describe('scanJson', () => {
  it('cuts out the very text of the member that JSON.parse takes: the last one, however its key is spelt', () => {
    const member = () => fc.tuple(keySpelling(), fc.dictionary(fc.string(), fc.jsonValue()));
    fc.assert(
      fc.property(
        fc.array(member(), { minLength: 1, maxLength: 4 }),
        fc.array(spaces(), { minLength: 1 }),
        (members, gaps) => {
          let turn = 0;
          const space = () => gaps[(turn += 1) % gaps.length] ?? '';
          const texts = members.map(([, value]) => spread(value, space));
          const before = '"other":{"external_data":[1,{"external_data":2}]},"text":"\\"external_data\\":{},"';
          const body = members.map(([key], index) => `${key}${space()}:${space()}${texts[index]}${space()}`).join(',');
          const text = `${space()}{${before},${body}}${space()}`;
          const scanned = scanJson(text, 'external_data').member;
          expect(scanned).toBe(texts.at(-1));
          const parsed: unknown = JSON.parse(text);
          expect(JSON.parse(scanned ?? '')).toEqual(Object(parsed)['external_data']);
        },
      ),
    );
  });

  it('finds no member in a text that has none at the top', () => {
    for (const text of [
      '{}',
      '[]',
      '[{"external_data":{}}]',
      '{"a":{"external_data":{}}}',
      '"external_data"',
      '{"a":"external_data"}',
    ]) {
      expect(scanJson(text, 'external_data').member).toBeUndefined();
    }
  });

  it('counts the deepest nesting', () => {
    expect(scanJson('1', undefined).depth).toBe(0);
    expect(scanJson('{"a":[[1],{"b":{}}]}', undefined).depth).toBe(4);
    expect(scanJson(`${'['.repeat(5000)}${']'.repeat(5000)}`, undefined).depth).toBe(5000);
  });

  it.each([
    ['"\\u0000"', true],
    ['{"\\u0000":1}', true],
    ['"\\\\u0000"', false],
    ['"\\ud83d\\ude00"', false],
    ['"\\uD83D"', true],
    ['"\\uDE00\\uD83D"', true],
    ['"\\ud83d\\n"', true],
    ['"\\ud83d\\\\ude00"', true],
    ['"😀 \\" \\\\ \\/ \\u00e7"', false],
  ])('sees in %s what Postgres cannot hold: %s', (text, expected) => {
    expect(scanJson(text, undefined).unsupported).toHaveLength(expected ? 1 : 0);
  });

  it('agrees with JSON.parse about unsupported characters in any string', () => {
    const unit = fc.constantFrom('\\u0000', '\\ud83d', '\\ude00', 'a', '\\\\', '\\"', '\\u00e9', 'u0000');
    fc.assert(
      fc.property(fc.string({ unit }), (content) => {
        const value = String(JSON.parse(`"${content}"`));
        expect(scanJson(`["${content}"]`, undefined).unsupported.length > 0).toBe(
          value.includes('\0') || /\p{Surrogate}/u.test(value),
        );
      }),
    );
  });

  it('[P15] says where unsupported characters are: at a value, or in the object of a name', () => {
    const text = '{"a":["",{"b~/":"\\u0000"}],"c":{"\\ud800":1}}';
    expect(scanJson(text, undefined).unsupported).toEqual([['a', 1, 'b~/'], ['c']]);
  });

  it('[P15] finds names that an object has twice, in any spelling, in all but the raw member', () => {
    const text = '{"a":[{"b":1,"\\u0062":2,"c":{"b":3}},{"b":4}],"raw":{"d":1,"d":2},"a":5}';
    expect(scanJson(text, 'raw').duplicates).toEqual([['a', 0, 'b'], ['a']]);
    expect(scanJson(text, undefined).duplicates).toContainEqual(['raw', 'd']);
    expect(scanJson('{"raw":{},"raw":{}}', 'raw').duplicates).toEqual([['raw']]);
    expect(scanJson('["a","a",{"a":"a"},{"a":"a"},"a"]', undefined).duplicates).toEqual([]);
  });

  it('ends for any text, also one that JSON.parse refuses', () => {
    const unit = fc.constantFrom('{', '}', '[', ']', '"', '\\', 'u', '\\u', ',', ':', 'a', '0', ' ', '\\ud83d');
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 60 }), (text) => {
        expect(scanJson(text, 'a').structureCount).toBeLessThanOrEqual(text.length);
      }),
      { numRuns: 2_000 },
    );
  });

  it('[P12] does no more work than its limits allow, however long the text is', () => {
    const limits = { depthMax: 20, structureMax: 1_000, nameMax: 100, faultMax: 20 };
    const scanned = (text: string) => {
      const { depth, structureCount, nameCount, unsupported, duplicates } = scanWithin(text, undefined, limits);
      return { depth, structureCount, nameCount, faults: unsupported.length + duplicates.length };
    };
    expect(scanned('['.repeat(200_000)).depth).toBe(21);
    expect(scanned(`[${'{},'.repeat(80_000)}{}]`).structureCount).toBe(1_001);
    expect(scanned(`{${'"a":1,'.repeat(40_000)}"a":1}`)).toMatchObject({ structureCount: 21, faults: 20 });
    const names = Array.from({ length: 900 }, (_, index) => `"${index}":1`);
    expect(scanned(`{${names.join(',')}}`)).toMatchObject({ structureCount: 101, nameCount: 101 });
    expect(scanned(`[${'"\\u0000",'.repeat(20_000)}1]`).faults).toBe(20);
  });
});
