import { describe, expect, it } from '@jest/globals';
import { explainUrlRefusal } from './guard-url.js';

const refusal = (url: string, allowHttp = false) => explainUrlRefusal(new URL(url), { allowHttp });

describe('explainUrlRefusal', () => {
  it('lets https pass on its own port and on others', () => {
    expect(refusal('https://merchant.example/hooks?x=1')).toBeUndefined();
    expect(refusal('https://merchant.example:8443/')).toBeUndefined();
  });

  it('refuses http unless it is allowed, and every other scheme always', () => {
    expect(refusal('http://merchant.example/')).toBeDefined();
    expect(refusal('http://merchant.example/', true)).toBeUndefined();
    for (const url of ['ftp://a.example/', 'file:///etc/passwd', 'data:text/plain,x', 'gopher://a.example:70/']) {
      expect(refusal(url, true)).toBeDefined();
    }
  });

  it('refuses user information, also an empty password', () => {
    expect(refusal('https://user:password@merchant.example/')).toBeDefined();
    expect(refusal('https://user@merchant.example/')).toBeDefined();
    expect(refusal('https://merchant.example@evil.example/')).toBeDefined();
  });

  it.each([0, 22, 25, 53, 587, 6667])('refuses port %i of another protocol', (port) => {
    expect(refusal(`https://merchant.example:${port}/`)).toBeDefined();
  });
});
