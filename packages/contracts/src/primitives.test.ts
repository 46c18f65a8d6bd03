import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { nameSchema } from './operator-accounts.js';
import { parseUrl, utcDateTimeSchema, visibleText } from './primitives.js';

describe('a date-time', () => {
  it.each([
    ['2026-01-31T18:30:00Z', '2026-01-31T18:30:00Z'],
    ['2026-01-31T18:30:00.000Z', '2026-01-31T18:30:00.000Z'],
    ['2026-01-31t18:30:00z', '2026-01-31T18:30:00Z'],
    ['2026-01-31T18:30:00+00:00', '2026-01-31T18:30:00Z'],
    ['2026-01-31T18:30:00-00:00', '2026-01-31T18:30:00Z'],
    ['2026-01-31T15:30:00-03:00', '2026-01-31T18:30:00Z'],
    ['2026-03-01T00:10:00.5+05:45', '2026-02-28T18:25:00.500Z'],
    ['2026-01-31T18:30:00.123456789+00:00', '2026-01-31T18:30:00.123Z'],
    ['0000-12-31T23:30:00-01:00', '0001-01-01T00:30:00Z'],
    ['0001-01-01T00:00:00+01:00', '0001-01-01T00:00:00Z'],
    ['0001-01-01T23:58:00+23:59', '0001-01-01T00:00:00Z'],
  ])('[P15] with any offset is read as UTC, and one in UTC stays as it is: %s', (sent, kept) => {
    expect(utcDateTimeSchema.parse(sent)).toBe(kept);
  });

  it.each([
    '2026-01-31T18:30:00',
    '2026-01-31 18:30:00Z',
    '2026-02-30T18:30:00Z',
    '2026-01-31T24:00:00Z',
    '2026-01-31T18:30:60Z',
    '2026-01-31T18:30:00+0300',
    '2026-01-31T18:30:00+24:00',
    '2026-01-31T18:30:00,5Z',
    '0000-01-01T00:30:00+01:00',
    '0000-12-31T23:30:00Z',
    '0000-12-31T23:30:00+01:00',
    '9999-12-31T23:30:00-01:00',
    '',
  ])('is refused as a format where RFC 3339 has no such, or UTC no such year: %s', (sent) => {
    const { error } = utcDateTimeSchema.safeParse(sent);
    expect(error?.issues.map(({ message }) => message)).toEqual([expect.stringMatching(/RFC 3339/)]);
  });

  it('is the same instant once it is read, and reading it again changes nothing', () => {
    const offset = fc.tuple(fc.constantFrom('+', '-'), fc.nat(23), fc.nat(59)).map(([sign, hours, minutes]) => {
      return `${sign}${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
    });
    const range = { min: new Date('0001-01-02'), max: new Date('9999-12-01'), noInvalidDate: true };
    fc.assert(
      fc.property(fc.date(range), offset, fc.nat(200), (date, suffix, zeroCount) => {
        const sent = date.toISOString().replace('Z', suffix);
        const kept = utcDateTimeSchema.parse(sent.replace(suffix, `${'0'.repeat(zeroCount)}${suffix}`));
        expect(Date.parse(kept)).toBe(Date.parse(sent));
        expect(utcDateTimeSchema.parse(kept)).toBe(kept);
      }),
    );
  });
});

describe('parseUrl', () => {
  it('takes names beyond ASCII however often it is called, and says what is no URL', () => {
    const hosts = new Set(Array.from({ length: 50_000 }, () => parseUrl('https://bücher.example/')?.host));
    expect([...hosts]).toEqual(['xn--bcher-kva.example']);
    expect(parseUrl('bücher.example')).toBeUndefined();
    expect(parseUrl('/b', 'https://a.example/x')?.href).toBe('https://a.example/b');
  });
});

describe('a name', () => {
  it.each(['Café São João', 'مطعم البيت', '👩‍👩‍👧 Pizza', 'Bar & Grill <3'])('may be %s', (name) => {
    expect(nameSchema.parse(` ${name} `)).toBe(name);
  });

  it.each(['a\nb', 'a\u001b[31mb', 'a\u007fb', 'invoice\u202efdp.exe', 'a\u2066b', 'a\u200fb', 'a\u2028b', 'a\u2029b'])(
    'has no control characters, and none that end a line or change the direction of text: %j',
    (name) => {
      for (const schema of [nameSchema, visibleText(64)]) expect(schema.safeParse(name).success).toBe(false);
    },
  );
});
