import { Router, type NextFunction, type Request, type Response } from 'express';
import { checkQueryNames, ClientGoneError, ProblemError, readQuery, splitTarget } from '@delivery/http-edge';
import type { Logger } from '@delivery/service-kit';
import { readTraceparent } from '@delivery/tracing';
import type { ApiRequest, ApiRoute, ListRoute } from './api-route.js';
import { createBearerCheck } from './check-bearer.js';
import { readJsonBody } from './read-json-body.js';
import { pathOf, requestIdOf, writeAnswer, writeProblem } from './write-answer.js';
import { toProblemError } from './to-problem-error.js';

/**
 * A JSON API below `prefix`: bearer token, one handler for each route, problem+json for every failure. Paths outside of
 * the prefix are passed on to the next router.
 */
export const createApiRouter = (deps: {
  prefix: string;
  bearerToken: string;
  routes: readonly (ApiRoute | ListRoute)[];
  logger: Logger;
}): Router => {
  const api = Router();
  const checkBearer = createBearerCheck(deps.bearerToken);
  api.use((request, _response, next) => {
    checkBearer(request.headers.authorization);
    next();
  });
  for (const route of deps.routes) addRoute(api, route);
  for (const [path, methods] of methodsByPath(deps.routes)) refuseOtherMethods(api, path, methods);
  api.use(() => {
    throw new ProblemError('route_not_found', 'There is nothing at this path.');
  });
  api.use(createErrorHandler(deps.logger));
  return Router().use(deps.prefix, api);
};

const addRoute = (api: Router, route: ApiRoute | ListRoute): void => {
  const method = { GET: 'get', POST: 'post', PUT: 'put', PATCH: 'patch', DELETE: 'delete' } as const;
  api[method[route.method]](route.path, async (request: Request, response: Response) => {
    const query = readQuery(splitTarget(request.originalUrl).search);
    if ('handle' in route) checkQueryNames(query, []);
    const parsed: ApiRequest = {
      params: stringsOf(request.params),
      body: route.body === 'json' ? await readJsonBody(request) : undefined,
      idempotencyKey: request.get('idempotency-key'),
      traceparent: readTraceparent(request.headers['traceparent']),
    };
    const answer = 'handle' in route ? await route.handle(parsed) : await route.list({ ...parsed, query });
    writeAnswer(request, response, answer);
  });
};

/** No path here has a wildcard, so every parameter is one text. */
const stringsOf = (params: Request['params']): Record<string, string> =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));

const methodsByPath = (routes: readonly (ApiRoute | ListRoute)[]): Map<string, string[]> => {
  const methods = new Map<string, string[]>();
  for (const { path, method } of routes) methods.set(path, [...(methods.get(path) ?? []), method]);
  return methods;
};

const refuseOtherMethods = (api: Router, path: string, methods: readonly string[]): void => {
  const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].join(', ');
  api.all(path, () => {
    throw new ProblemError('method_not_allowed', `Expected one of ${allow}.`, { headers: { allow } });
  });
};

/** Four parameters, or Express does not take it for an error handler. */
const createErrorHandler =
  (logger: Logger) =>
  (error: unknown, request: Request, response: Response, next: NextFunction): void => {
    if (error instanceof ClientGoneError) return;
    // The head is out: only cutting the connection tells the client that the answer is not whole.
    if (response.headersSent) {
      next(error);
      return;
    }
    const problem = toProblemError(error);
    writeProblem(request, response, problem);
    if (problem.code === 'internal_error' || problem.code === 'temporarily_unavailable') {
      const [path, requestId] = [pathOf(request), requestIdOf(request)];
      const details = { err: problem.extras.cause, method: request.method, path, requestId };
      logger[problem.code === 'internal_error' ? 'error' : 'warn'](details, 'api.request_failed');
    }
  };
