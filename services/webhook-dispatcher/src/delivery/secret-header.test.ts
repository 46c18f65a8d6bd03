import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { echoHeadBytes, maskEchoes } from './secret-header.js';

const masked = (text: string, value: string, startMaxBytes = 1024): string =>
  maskEchoes(Buffer.from(text), { name: 'Authorization', value }, startMaxBytes).toString();

describe('An answer that repeats the header', () => {
  it('is kept without its value, and without the text behind the scheme', () => {
    const value = 'Bearer s3cr3t-token';
    expect(masked(`you sent ${value}!`, value)).toBe('you sent ***!');
    expect(masked('token S3CR3T-token is unknown', value)).toBe('token *** is unknown');
    expect(masked('Bearer of news', value)).toBe('Bearer of news');
  });

  it('is kept without the user and password of Basic', () => {
    const value = `Basic ${Buffer.from('ana:páss word').toString('base64')}`;
    expect(masked(`no such login ana:páss word, ${value}`, value)).toBe('no such login ***, ***');
    expect(masked('wrong password páss word', value)).toBe('wrong password ***');
  });

  it('is kept without it where it is written as JSON or in a URL', () => {
    const value = 'a"b\\c/d&e';
    expect(masked(JSON.stringify({ authorization: value }), value)).toBe('{"authorization":"***"}');
    expect(masked(`/login?key=${encodeURIComponent(value)}`, value)).toBe('/login?key=***');
  });

  it('[P8] is cut so that no part of it is left, wherever and however often it stands', () => {
    const values = fc.stringMatching(/^[!-~]{8,200}$/);
    fc.assert(
      fc.property(values, fc.array(fc.string({ maxLength: 200 }), { maxLength: 20 }), (value, between) => {
        const secret = { name: 'X-Key', value };
        const [text, startMaxBytes] = [between.join(value), 300];
        fc.pre(!between.some((part) => part.includes(value.slice(0, 4))) && !'***'.includes(value.slice(0, 3)));
        const start = Buffer.from(text).subarray(0, startMaxBytes + echoHeadBytes);
        const shown = maskEchoes(start, secret, startMaxBytes).toString();
        expect(shown.toLowerCase()).not.toContain(value.slice(0, 8).toLowerCase());
      }),
    );
  });

  it('is kept without the part that repeats a long value, however much it looks like more of the same', () => {
    const value = `x ${'a'.repeat(4_000)}"`;
    expect(masked(`no ${value.slice(0, 100)}, yes`, value)).toBe('no ***, yes');
    expect(masked(`${'a'.repeat(5_000)}!`, value)).toBe('***');
    expect(masked(`${'a'.repeat(900)}!`, value)).toBe('***!');
    expect(masked(`only ${'a'.repeat(31)}`, value)).toBe(`only ${'a'.repeat(31)}`);
  });

  it('is kept as it is where it repeats nothing', () => {
    expect(masked('{"ok":true}', 'Bearer s3cr3t')).toBe('{"ok":true}');
    expect(masked('x'.repeat(2_000), 'Bearer s3cr3t')).toBe('x'.repeat(1024));
  });
});
