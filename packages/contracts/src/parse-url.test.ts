import { describe, expect, it } from '@jest/globals';
import { parseUrl } from './parse-url.js';

describe('parseUrl', () => {
  it('takes names beyond ASCII however often it is called, and says what is no URL', () => {
    for (let n = 0; n < 50_000; n += 1) expect(parseUrl('https://bücher.example/')?.host).toBe('xn--bcher-kva.example');
    expect(parseUrl('bücher.example')).toBeUndefined();
    expect(parseUrl('/b', 'https://a.example/x')?.href).toBe('https://a.example/b');
  });
});
