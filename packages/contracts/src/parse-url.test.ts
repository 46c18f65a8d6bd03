import { describe, expect, it } from '@jest/globals';
import { parseUrl } from './parse-url.js';

describe('parseUrl', () => {
  it('takes names beyond ASCII however often it is called, and says what is no URL', () => {
    const hosts = new Set(Array.from({ length: 50_000 }, () => parseUrl('https://bücher.example/')?.host));
    expect([...hosts]).toEqual(['xn--bcher-kva.example']);
    expect(parseUrl('bücher.example')).toBeUndefined();
    expect(parseUrl('/b', 'https://a.example/x')?.href).toBe('https://a.example/b');
  });
});
