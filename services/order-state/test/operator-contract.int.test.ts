import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Router } from 'express';
import { createOperatorRouters, type OperatorDeps } from '../src/operator-api/create-operator-router.js';
import { type Apis, startApis } from './start-apis.js';

type Document = { paths: Record<string, Record<string, unknown>> };
type RouteLayer = { route?: { path: string; methods: Record<string, boolean> } };

let apis: Apis;
beforeAll(async () => {
  apis = await startApis();
});
afterAll(() => apis.stop());

const listRoutes = (): string[] => {
  const [session, api] = createOperatorRouters({ operatorToken: 'only to build the routes' } as OperatorDeps);
  return [...routesOf('/operator/v1/session', session), ...routesOf('/operator/v1', api)];
};

/** `get /operator/v1/…` of every route; `_all` refuses the other methods of a path. */
const routesOf = (prefix: string, router: Router | undefined): string[] => {
  const api = router?.stack[0]?.handle as unknown as { stack: RouteLayer[] };
  return api.stack.flatMap(({ route }) =>
    route === undefined
      ? []
      : Object.keys(route.methods)
          .filter((method) => method !== '_all')
          .map((method) => `${method} ${prefix}${route.path.replace(/^\/$/, '').replace(/:(\w+)/g, '{$1}')}`),
  );
};

describe('the published operator API', () => {
  it('has exactly the calls that there are', () => {
    const file = readFileSync(new URL('../../../docs/operator-openapi.json', import.meta.url), 'utf8');
    const documented = Object.entries((JSON.parse(file) as Document).paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    );
    expect(documented.sort()).toEqual(listRoutes().sort());
  });

  it('[P15] refuses a query parameter that it does not name, on every call', async () => {
    for (const route of listRoutes()) {
      const [method = '', path = ''] = route.replaceAll(/\{\w+\}/g, '0'.repeat(32)).split(' /operator/v1');
      const { status, body } = await apis.operator(method.toUpperCase(), `${path}?stranger=1`);
      expect([route, status, body.code]).toEqual([route, 400, 'invalid_parameter']);
    }
  });
});
