import { describe, expect, it } from '@jest/globals';
import { validTraceparent } from './traceparent.js';

const trace = '0af7651916cd43dd8448eb211c80319c';
const span = 'b7ad6b7169203331';

describe('validTraceparent', () => {
  it('passes a W3C trace context through untouched', () => {
    expect(validTraceparent(`00-${trace}-${span}-01`)).toBe(`00-${trace}-${span}-01`);
  });

  it.each([
    [undefined],
    [''],
    [`ff-${trace}-${span}-01`],
    [`00-${'0'.repeat(32)}-${span}-01`],
    [`00-${trace}-${'0'.repeat(16)}-01`],
    [`00-${trace.toUpperCase()}-${span}-01`],
    [`00-${trace}-${span}-01\r\nx: y`],
  ])('drops %j', (given) => expect(validTraceparent(given)).toBeUndefined());
});
