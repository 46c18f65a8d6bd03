import { describe, expect, it } from '@jest/globals';
import { createPhoneHasher, isAsked, isKept, keepPhone, phoneHashesOf, readPhone } from './phones.js';

const hashPhone = createPhoneHasher(() => Buffer.alloc(32, 1));

describe('A phone number that is searched for', () => {
  it.each([
    '+55 11 98765-4321',
    '(011) 98765.4321',
    '0055 11 98765–4321',
    'tel:+5511987654321',
    '5511987654321',
    '11987654321',
    '011987654321',
  ])('finds the order however it is written: %s', (text) => {
    const asked = readPhone(text);
    expect(asked?.by).toBe('number');
    for (const phone of ['11987654321', '5511987654321', '011987654321', '05511987654321', '55011987654321']) {
      expect(isAsked(asked!, { phone, country: 'br' })).toBe(true);
      const kept = keepPhone(hashPhone, asked!.digits);
      expect(isKept(hashPhone, kept, { phone, country: 'br' })).toBe(true);
      expect(isKept(hashPhone, kept, { phone })).toBe(true);
      expect(phoneHashesOf(hashPhone, 'a', asked!.digits).number).toEqual(phoneHashesOf(hashPhone, 'b', phone).number);
    }
  });

  it('is no other number that ends as it does', () => {
    const asked = readPhone('11987654321')!;
    for (const phone of ['21987654321', '4911987654321', '87654321', '987654321', '5521987654321'])
      for (const is of [
        isAsked(asked, { phone, country: 'BR' }),
        isKept(hashPhone, keepPhone(hashPhone, asked.digits), { phone, country: 'BR' }),
      ])
        expect(is).toBe(false);
    expect(isAsked(readPhone('987654321')!, { phone: '11987654321', country: 'BR' })).toBe(false);
    expect(isAsked(asked, { phone: '4911987654321', country: 'DE' })).toBe(true);
    expect(isAsked(readPhone('12345678')!, { phone: '1112345678', country: 'unknown' })).toBe(false);
  });

  it.each([
    ['987654321', '55987654321', false],
    ['55987654321', '987654321', false],
    ['87654321', '5587654321', false],
    ['5587654321', '87654321', false],
    ['55987654321', '55987654321', true],
    ['5555987654321', '55987654321', true],
    ['55987654321', '5555987654321', true],
    ['5587654321', '555587654321', true],
    ['(055) 98765-4321', '55055987654321', true],
    ['11987654321', '5555987654321', false],
  ])('in Brazil takes 55 for the country only before area code and number: %s, %s', (text, phone, is) => {
    const asked = readPhone(text)!;
    const kept = keepPhone(hashPhone, asked.digits);
    expect([
      isAsked(asked, { phone, country: 'BR' }),
      isKept(hashPhone, kept, { phone, country: 'BR' }),
      isKept(hashPhone, kept, { phone }),
    ]).toEqual([is, is, is]);
  });

  it('may be its last four digits, which are another hash for each merchant', () => {
    const asked = readPhone('4321')!;
    expect(asked).toEqual({ by: 'lastFour', digits: '4321' });
    expect(isAsked(asked, { phone: '11987654321', country: 'BR' })).toBe(true);
    expect(isAsked(asked, { phone: '11987654322', country: 'BR' })).toBe(false);
    const [one, same, other] = ['a', 'a', 'b'].map((merchant) => phoneHashesOf(hashPhone, merchant, '11987654321'));
    expect(one).toEqual(same);
    expect(one?.lastFour).not.toEqual(other?.lastFour);
  });

  it.each(['A-1002', '432', '54321', '+55', 'msg_12345678', '1234567890123456', '12345678a', ''])(
    'is not in %p',
    (text) => expect(readPhone(text)).toBeUndefined(),
  );
});
