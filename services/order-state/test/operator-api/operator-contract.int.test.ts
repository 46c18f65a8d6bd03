import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Router } from 'express';
import { createOperatorRouters, type OperatorDeps } from '../../src/operator-api/create-operator-router.js';
import { createIdentityProvider } from '../../src/operator-api/identity-provider.js';
import { type Apis, startApis } from '../support/start-apis.js';

type Document = { paths: Record<string, Record<string, unknown>> };
type RouteLayer = { route?: { path: string; methods: Record<string, boolean> } };

/** Not asked anything here. */
const identityProvider = createIdentityProvider({
  issuer: 'https://login.example.com',
  clientId: 'delivery-console',
  clientSecret: undefined,
  redirectUri: 'https://console.example.com/operator/v1/session/oidc/callback',
  rolesClaim: 'roles',
  scope: 'openid',
});

let apis: Apis;
beforeAll(async () => {
  apis = await startApis({ identityProvider });
});
afterAll(() => apis.stop());

const listRoutes = (): string[] => {
  const only = { operatorToken: 'only to build the routes', identityProvider };
  const [session, api] = createOperatorRouters(only as OperatorDeps);
  return [...routesOf('/operator/v1/session', session), ...routesOf('/operator/v1', api)];
};

/** `get /operator/v1/…` of every route; `_all` refuses the other methods of a path, and `head` that of a GET that takes. */
const routesOf = (prefix: string, router: Router | undefined): string[] => {
  const api = router?.stack[0]?.handle as unknown as { stack: RouteLayer[] };
  return api.stack.flatMap(({ route }) =>
    route === undefined
      ? []
      : Object.keys(route.methods)
          .filter((method) => !['_all', 'head'].includes(method))
          .map((method) => `${method} ${prefix}${route.path.replace(/^\/$/, '').replace(/:(\w+)/g, '{$1}')}`),
  );
};

describe('the published operator API', () => {
  it('has exactly the calls that there are', () => {
    const file = readFileSync(new URL('../../../../docs/operator-openapi.json', import.meta.url), 'utf8');
    const documented = Object.entries((JSON.parse(file) as Document).paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    );
    expect(documented.sort()).toEqual(listRoutes().sort());
  });

  it('[P15] refuses a query parameter that it does not name, on every call but the one that an identity provider makes', async () => {
    for (const route of listRoutes().filter((each) => !each.endsWith('/oidc/callback'))) {
      const [method = '', path = ''] = route.replaceAll(/\{\w+\}/g, '0'.repeat(32)).split(' /operator/v1');
      const { status, body } = await apis.operator(method.toUpperCase(), `${path}?stranger=1`);
      expect([route, status, body.code]).toEqual([route, 400, 'invalid_parameter']);
    }
  });
});
