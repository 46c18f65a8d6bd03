import { ProblemError } from '@delivery/http-edge';
import type { ErrorRequestHandler, Express } from 'express';
import type { OrderStateClient } from '../order-state/order-state-client.js';
import { createOrder, type SubmitCommand } from './create-order.js';
import { handleAnswer, handleCall, handleProblem, type CallSpec, type EdgeDeps } from './handle-call.js';
import { passCall, passRoutes } from './pass-routes.js';
import { cancelOrder, markReady } from './request-transition.js';

type ApiRoute = CallSpec & { method: 'get' | 'post' | 'put' | 'delete' };

export type ApiDeps = EdgeDeps & { submit: SubmitCommand; orderState: OrderStateClient };

/** Every call of the merchant API. Creating comes first: routes are tried in order, and it is by far the most frequent. */
export const mountApi = (app: Express, deps: ApiDeps): void => {
  const routes: ApiRoute[] = [
    { method: 'post', path: '/v1/external-orders', limit: 'create', query: [], run: createOrder(deps.submit) },
    { method: 'post', path: '/v1/external-orders/:id/ready', limit: 'other', query: [], run: markReady(deps.submit) },
    {
      method: 'post',
      path: '/v1/external-orders/:id/cancel',
      limit: 'other',
      query: [],
      run: cancelOrder(deps.submit),
    },
    ...passRoutes.map((route): ApiRoute => ({
      method: route.method,
      path: route.path,
      limit: 'other',
      query: route.query ?? [],
      run: passCall(deps.orderState, route),
    })),
  ];
  for (const path of new Set(routes.map((route) => route.path))) {
    const ofPath = routes.filter((route) => route.path === path);
    const allow = allowedMethods(ofPath);
    const route = app.route(path);
    for (const spec of ofPath) route[spec.method](handleCall(deps, spec));
    route.options(handleAnswer(deps, path, { status: 204, headers: { allow } }));
    route.all(handleProblem(deps, path, () => methodNotAllowed(allow)));
  }
};

/** After everything else: no such path, or a path that is not even decodable. */
export const mountFallback = (app: Express, deps: EdgeDeps): void => {
  const notFound = () => new ProblemError('route_not_found', 'No such path. The API is below /v1.');
  const answerNotFound = handleProblem(deps, 'unmatched', notFound);
  // Express tells an error handler by its four parameters.
  const onError: ErrorRequestHandler = (error: unknown, request, response, next) => {
    if (response.headersSent) next(error);
    else if (error instanceof URIError) answerNotFound(request, response);
    else handleProblem(deps, 'unmatched', () => internalError(error))(request, response);
  };
  app.use(answerNotFound);
  app.use(onError);
};

const allowedMethods = (routes: readonly ApiRoute[]): string => {
  const methods = routes.map((route) => route.method.toUpperCase());
  return [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
};

export const methodNotAllowed = (allow: string): ProblemError =>
  new ProblemError('method_not_allowed', `Expected one of ${allow}.`, { headers: { allow } });

const internalError = (cause: unknown): ProblemError =>
  new ProblemError('internal_error', 'Something failed here. It is logged under the request id.', { cause });
