import { describe, expect, it } from '@jest/globals';
import { formatTraceparent, parseTraceparent, readTraceparent } from './tracer.js';

const trace = '0af7651916cd43dd8448eb211c80319c';
const span = 'b7ad6b7169203331';

describe('readTraceparent', () => {
  it('passes a W3C trace context through untouched', () => {
    expect(readTraceparent(`00-${trace}-${span}-01`)).toBe(`00-${trace}-${span}-01`);
  });

  it.each([
    [undefined],
    [''],
    [7],
    [['00', trace]],
    [`ff-${trace}-${span}-01`],
    [`00-${'0'.repeat(32)}-${span}-01`],
    [`00-${trace}-${'0'.repeat(16)}-01`],
    [`00-${trace.toUpperCase()}-${span}-01`],
    [`00-${trace}-${span}-01\r\nx: y`],
    [`00-${trace}-${span}-01\n`],
  ])('drops %j', (given) => expect(readTraceparent(given)).toBeUndefined());
});

describe('formatTraceparent', () => {
  it('writes a context that parsing reads back', () => {
    const text = `00-${trace}-${span}-01`;
    const context = parseTraceparent(text);
    expect(context).toEqual({ traceId: trace, spanId: span, flags: 1 });
    expect(context && formatTraceparent(context)).toBe(text);
  });
});
