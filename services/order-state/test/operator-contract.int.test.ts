import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Router } from 'express';
import { createOperatorRouter, type OperatorDeps } from '../src/operator-api/create-operator-router.js';
import { type Apis, startApis } from './start-apis.js';

type Document = { paths: Record<string, Record<string, unknown>> };
type RouteLayer = { route?: { path: string; methods: Record<string, boolean> } };

let apis: Apis;
beforeAll(async () => {
  apis = await startApis();
});
afterAll(() => apis.stop());

/** `get /operator/v1/…` of every route; `_all` is what refuses the other methods of a path. */
const routesOf = (router: Router): string[] => {
  const api = router.stack[0]?.handle as unknown as { stack: RouteLayer[] };
  return api.stack.flatMap(({ route }) =>
    route === undefined
      ? []
      : Object.keys(route.methods)
          .filter((method) => method !== '_all')
          .map((method) => `${method} /operator/v1${route.path.replace(/:(\w+)/g, '{$1}')}`),
  );
};

describe('the published operator API', () => {
  it('has exactly the calls that there are', () => {
    const file = readFileSync(new URL('../../../docs/operator-openapi.json', import.meta.url), 'utf8');
    const documented = Object.entries((JSON.parse(file) as Document).paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    );
    const router = createOperatorRouter({ operatorToken: 'only to build the routes' } as OperatorDeps);
    expect(documented.sort()).toEqual(routesOf(router).sort());
  });

  it('refuses a query parameter that it does not name, on every call', async () => {
    const router = createOperatorRouter({ operatorToken: 'only to build the routes' } as OperatorDeps);
    for (const route of routesOf(router)) {
      const [method = '', path = ''] = route.replaceAll(/\{\w+\}/g, '0'.repeat(32)).split(' /operator/v1');
      const { status, body } = await apis.operator(method.toUpperCase(), `${path}?stranger=1`);
      expect([route, status, body.code]).toEqual([route, 400, 'invalid_parameter']);
    }
  });
});
