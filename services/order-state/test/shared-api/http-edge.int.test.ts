import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Apis, startApis } from '../support/start-apis.js';

let apis: Apis;
beforeAll(async () => {
  apis = await startApis();
});
afterAll(() => apis.stop());

describe('The address alone', () => {
  it('leads to the console', async () => {
    const response = await fetch(apis.url);
    expect([response.status, new URL(response.url).pathname]).toEqual([200, '/console/']);
  });

  it('has an icon for browsers that ask the host, and nothing for crawlers', async () => {
    const icon = await fetch(`${apis.url}/favicon.ico`);
    expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
    expect(await (await fetch(`${apis.url}/robots.txt`)).text()).toBe('User-agent: *\nDisallow: /\n');
  });

  it('of an unknown path is answered with a problem document that tells where to look', async () => {
    const response = await fetch(`${apis.url}/orders`);
    expect([response.status, response.headers.get('content-type')]).toEqual([404, 'application/problem+json']);
    expect(await response.json()).toMatchObject({
      code: 'route_not_found',
      detail: expect.stringContaining('/console/'),
    });
  });
});
