import { describe, expect, it } from '@jest/globals';
import { trackingUrlSchema } from './messages.js';

describe('A tracking URL', () => {
  it.each([
    ['https://track.example/42?x=1#map', 'https://track.example/42?x=1#map'],
    ['HTTPS://Track.Example/42', 'https://track.example/42'],
    [
      'https://track.example/"><script>alert(1)</script>',
      'https://track.example/%22%3E%3Cscript%3Ealert(1)%3C/script%3E',
    ],
  ])('is taken as the URL standard writes it: %s', (given, taken) =>
    expect(trackingUrlSchema.parse(given)).toBe(taken),
  );

  it.each([
    'https://bank.example@evil.example/42',
    'https://user:password@track.example/42',
    'https://track.example/\u202egnp.exe',
    'https://track.example/\u200f42',
    'https://track.example/4\n2',
    'https://track.example/4\u00002',
    'javascript:alert(1)',
    'track.example/42',
    `https://track.example/${'"'.repeat(2_000)}`,
  ])('that looks like another one, or is none, is refused: %j', (given) =>
    expect(trackingUrlSchema.safeParse(given).success).toBe(false),
  );

  it('that is too long only once it is percent-encoded is refused with these words', () => {
    const messages = (url: string) => trackingUrlSchema.safeParse(url).error?.issues.map(({ message }) => message);
    expect(messages(`https://track.example/${'汉'.repeat(700)}`)).toEqual([
      'expected at most 2048 characters once it is percent-encoded',
    ]);
  });
});
