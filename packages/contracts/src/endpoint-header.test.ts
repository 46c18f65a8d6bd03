import { describe, expect, it } from '@jest/globals';
import { endpointHeaderOf, endpointHeaderSchema } from './endpoint-header.js';

const faultsOf = (header: { name: string; value: string }): string[] =>
  endpointHeaderSchema.safeParse(header).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ??
  [];

describe('A header of the merchant’s choice', () => {
  it.each(['Authorization', 'X-Api-Key', 'cookie', 'X-Webhook-Token', '__proto__', 'constructor', "!#$%&'*+.^_`|~"])(
    'may be called %s',
    (name) => expect(faultsOf({ name, value: 'Bearer a b\tc' })).toEqual([]),
  );

  it.each([
    ...['Webhook-Id', 'webhook-signature', 'WEBHOOK-MODE', 'Content-Type', 'content-length', 'Host', 'Connection'],
    ...['Keep-Alive', 'Transfer-Encoding', 'TE', 'Trailer', 'Upgrade', 'Expect', 'Proxy-Authorization', 'User-Agent'],
    ...['Accept-Encoding', 'traceparent', 'tracestate'],
  ])('may not be called %s, and the refusal says why and what to use instead', (name) =>
    expect(faultsOf({ name, value: 'x' })).toEqual([
      expect.stringMatching(/^name: this header cannot be set \(.+\): use Authorization or a name of your own$/),
    ]),
  );

  it.each(['', 'a b', 'a:b', 'a\r\nb', 'é', '(a)', 'x'.repeat(129)])('is not called %j', (name) =>
    expect(faultsOf({ name, value: 'x' })).toContainEqual(expect.stringMatching(/^name: /)),
  );

  it.each(['', ' a', 'a ', 'a\r\nX-Other: b', 'a\u0000', 'não', '***', 'x'.repeat(4097)])('does not hold %j', (value) =>
    expect(faultsOf({ name: 'X-Key', value })).toContainEqual(expect.stringMatching(/^value: /)),
  );

  it('is sealed for one endpoint, one name in any case, and one origin with any path', () => {
    const place = endpointHeaderOf('a', { name: 'X-Key', url: 'https://shop.example/one?q=1' });
    expect(endpointHeaderOf('a', { name: 'x-key', url: 'https://shop.example:443/two' })).toBe(place);
    const others = [
      endpointHeaderOf('b', { name: 'X-Key', url: 'https://shop.example/one' }),
      endpointHeaderOf('a', { name: 'X-Other', url: 'https://shop.example/one' }),
      endpointHeaderOf('a', { name: 'X-Key', url: 'https://shop.example:8443/one' }),
      endpointHeaderOf('a', { name: 'X-Key', url: 'http://shop.example/one' }),
      endpointHeaderOf('a', { name: 'X-Key', url: 'https://other.example/one' }),
    ];
    expect(others).not.toContain(place);
  });
});
