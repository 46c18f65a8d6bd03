import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { passRoutes } from '../src/routes/pass-routes.js';
import { type Harness, startHarness } from './intake-harness.js';

type Parameter = { name: string; in: string };
type Document = { openapi: string; paths: Record<string, Record<string, unknown>> };

let harness: Harness;
let document: Document;
beforeAll(async () => {
  harness = await startHarness({ RATE_LIMIT_FAILED_LOGINS_PER_MINUTE: '100000' });
  document = (await (await fetch(`${harness.url}/openapi.json`)).json()) as Document;
});
afterAll(() => harness.close());

describe('the published contract', () => {
  it('is OpenAPI 3.1, served without credentials', () => expect(document.openapi).toMatch(/^3\.1\./));

  it('has every call that is passed on to order-state', () => {
    const undocumented = passRoutes.filter(
      ({ method, path }) => document.paths[path.replace(':id', '{id}')]?.[method.toLowerCase()] === undefined,
    );
    expect(undocumented.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  });

  it('names every query parameter that is passed on, and no other', () => {
    for (const { method, path, query = [] } of passRoutes) {
      const { parameters = [] } = document.paths[path.replace(':id', '{id}')]?.[method.toLowerCase()] as {
        parameters?: Parameter[];
      };
      const named = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
      expect([method, path, named.sort()]).toEqual([method, path, [...query].sort()]);
    }
  });

  it('promises no call that is not there', async () => {
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const method of Object.keys(methods)) {
        const response = await fetch(harness.url + path.replace('{id}', 'x'), { method: method.toUpperCase() });
        await response.arrayBuffer();
        // Asked for credentials: so there is something behind it.
        expect([method, path, response.status]).toEqual([method, path, 401]);
      }
    }
  });
});

describe('the page', () => {
  it('is served without credentials, and may load nothing but its own style', async () => {
    const response = await fetch(`${harness.url}/docs`);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-.{44}';/);
    expect(await response.text()).toContain('<h3>Create an order</h3>');
  });

  it.each([['/docs'], ['/openapi.json']])('answers HEAD without a body and POST with 405: %s', async (path) => {
    const head = await fetch(harness.url + path, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    const post = await fetch(harness.url + path, { method: 'POST' });
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    await post.arrayBuffer();
  });
});
