import { describe, expect, it } from '@jest/globals';
import { listPhones, pauseAfterMs } from './erasure.js';

describe('A phone number', () => {
  it.each([
    '559912345678',
    '+55 (99) 1234-5678',
    '0055 99 1234 5678',
    '55.99.1234.5678',
    '55\u00a099\u00a01234\u20115678',
    '{"customer":{"phone":"+55 (99) 1234-5678","name":"Ana"},"id":17',
    'call +55 99 1234 5678, or write',
  ])('is found however it is written: %s', (text) => expect(listPhones(text)).toContain('559912345678'));

  it('is none of the digits of two members', () =>
    expect(listPhones('{"a":5599,"b":"12345678"}')).toEqual(['12345678']));
});

it.each([
  [1, 50],
  [40, 360],
  [5_000, 1_000],
])('Retention rests after a step of %i ms for %i ms', (stepMs, pauseMs) => expect(pauseAfterMs(stepMs)).toBe(pauseMs));
