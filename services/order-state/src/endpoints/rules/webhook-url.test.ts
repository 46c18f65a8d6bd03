import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { explainRefusal } from '@delivery/address-guard';
import { checkWebhookUrl, maskUrl } from './webhook-url.js';

const policy = (allowHttp = false) => ({
  allowHttp,
  isBlockedAddress: (address: string) => explainRefusal(address, { allowed: [], blocked: [] }) !== undefined,
});

describe('checkWebhookUrl', () => {
  it.each([
    ['https://shop.example', 'https://shop.example/'],
    ['HTTPS://SHOP.example:443/a b?x=1', 'https://shop.example/a%20b?x=1'],
    ['https://shop.example./hook', 'https://shop.example/hook'],
    ['https://93.184.216.34/hook', 'https://93.184.216.34/hook'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
  ])('takes %s as %s', (text, url) => {
    expect(checkWebhookUrl(text, policy())).toBe(url);
  });

  it.each([
    'http://shop.example/',
    'ftp://shop.example/',
    'javascript:alert(1)',
    '//shop.example/',
    'shop.example',
    'https://',
    'https://user@shop.example/',
    'https://:pass@shop.example/',
    'https://shop.example/#part',
    'https://shop.example/#',
    'https://shop.example:25/',
    'https://localhost/',
    'https://LOCALHOST./',
    'https://api.localhost/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://10.1.2.3/',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[64:ff9b::a00:1]/',
    'https://[fd00::1]/',
    'https://shop.example/?token=***',
    'https://a..b/',
    'https://.shop.example/',
    'https://shop.example../',
    'https://shop/',
    'https://shop./',
    `https://${'a'.repeat(64)}.example/`,
    `https://${'a1.'.repeat(84)}example/`,
  ])('refuses %s and says why', (text) => {
    expect(() => checkWebhookUrl(text, policy())).toThrow(
      expect.objectContaining({ code: 'webhook_url_refused', detail: expect.stringMatching(/refused: .{10,}/) }),
    );
  });

  it.each(['javascript:alert(1)', 'mailto:ana@shop.example'])('names the scheme of %s, which has no host', (text) => {
    expect(() => checkWebhookUrl(text, policy())).toThrow(
      expect.objectContaining({ detail: 'The webhook URL is refused: its scheme is not https.' }),
    );
  });

  it('takes the longest names that there are', () => {
    for (const host of [`${'a'.repeat(63)}.example`, `${'a1.'.repeat(82)}example`, '_sip.shop.example.']) {
      expect(checkWebhookUrl(`https://${host}/`, policy())).toBe(`https://${host.replace(/\.$/, '')}/`);
    }
  });

  it('takes http, and names of one word, where that is allowed', () => {
    expect(checkWebhookUrl('http://shop.example/', policy(true))).toBe('http://shop.example/');
    expect(checkWebhookUrl('http://receiver:8080/', policy(true))).toBe('http://receiver:8080/');
  });
});

describe('maskUrl', () => {
  it.each([
    ['https://shop.example/hook', 'https://shop.example/hook'],
    ['https://shop.example/hook?a=1&b=', 'https://shop.example/hook?a=***&***'],
    ['https://shop.example/?c2VjcmV0==', 'https://shop.example/?***'],
    ['https://shop.example/?hush', 'https://shop.example/?***'],
    ['https://shop.example/?a=b=c', 'https://shop.example/?a=***'],
  ])('shows %s as %s', (url, masked) => {
    expect(maskUrl(url)).toBe(masked);
  });

  it('never shows a value of the query, nor a secret that stands alone', () => {
    const secret = fc
      .tuple(fc.stringMatching(/^[a-z0-9%]*$/), fc.constantFrom('', '=', '=='))
      .map(([text, padding]) => `hush${text}${padding}`);
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom('', 'token=', 'a='), secret), { minLength: 1 }), (pairs) => {
        const query = pairs.map(([name, text]) => name + text).join('&');
        expect(maskUrl(`https://shop.example/?${query}`)).not.toContain('hush');
      }),
    );
  });
});
