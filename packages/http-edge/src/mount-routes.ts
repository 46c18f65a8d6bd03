import type { ServerResponse } from 'node:http';
import {
  type ErrorRequestHandler,
  type IRouter,
  type NextFunction,
  type Request,
  type RequestHandler,
  Router,
} from 'express';
import { type Answer, writeAnswer } from './answer.js';
import { compressAnswer, isCompressible } from './compress-answer.js';
import { splitTarget } from './parse-input.js';
import { ProblemError, requestIdOf } from './problem.js';
import type { Route } from './route.js';

/** One request on its way through an API. */
export type Exchange = {
  request: Request;
  /** The path of the route that it met; `unmatched` where it met none. */
  route: string;
  /** Without the query, which may hold data that neither a log nor an answer should repeat. */
  path: string;
  search: string;
  params: Readonly<Record<string, string>>;
  requestId: string;
};

/** `undefined` where the client has closed the connection. */
export type Reply = Answer | undefined;

/** A reply that may take long: meanwhile only this function's closure and the response are kept. */
export type ReplyLater = (settle: (reply: Reply) => void) => void;

/** The handlers that a service puts around its routes. */
export type RouteHandlers<R> = {
  call: (exchange: Exchange, route: R) => Reply | Promise<Reply | ReplyLater>;
  /** Answers errors that `call` threw, and requests that no route takes. */
  fail: (exchange: Exchange, error: unknown) => Reply;
  /** Answers OPTIONS; without it that is a method like any other. */
  options?: (exchange: Exchange, allow: string) => Reply;
  /** The detail of the 404 for an unknown path. */
  notFound: (path: string) => string;
};

type AnyRoute = Pick<Route<never>, 'method' | 'path' | 'takes'>;

/**
 * Routes are tried in their order, and those whose path has fewer parameters before others. A method that a path does
 * not have is 405. Express tries one path after the other, so only those with as many segments as the request's are tried.
 */
export const mountRoutes = <R extends AnyRoute>(
  router: IRouter,
  routes: readonly R[],
  edge: Omit<RouteHandlers<R>, 'notFound'>,
): void => {
  const methods = { GET: 'get', POST: 'post', PUT: 'put', PATCH: 'patch', DELETE: 'delete' } as const;
  const { options } = edge;
  const byLength = new Map<number, Router>();
  for (const path of fewestParametersFirst(new Set(routes.map((route) => route.path)))) {
    const ofPath = routes.filter((route) => route.path === path);
    const allow = [...allowedMethods(ofPath), ...(options ? ['OPTIONS'] : [])].join(', ');
    const ofLength = byLength.get(lengthOf(path)) ?? Router();
    byLength.set(lengthOf(path), ofLength);
    const onPath = ofLength.route(path);
    const refuse = toHandler(edge, path, () => {
      throw new ProblemError('method_not_allowed', `This path allows only ${allow}.`, { headers: { allow } });
    });
    // Express would run the handler of a GET for it.
    if (ofPath.some(({ takes }) => takes)) onPath.head(refuse);
    for (const route of ofPath) {
      onPath[methods[route.method]](toHandler(edge, path, (exchange) => edge.call(exchange, route)));
    }
    if (options) onPath.options(toHandler(edge, path, (exchange) => options(exchange, allow)));
    onPath.all(refuse);
  }
  router.use((request, response, next) => {
    const ofLength = byLength.get(lengthOf(request.path));
    if (ofLength) ofLength(request, response, next);
    else next();
  });
};

/** How many segments a path has. A slash at its end makes no difference to Express. */
const lengthOf = (path: string): number => path.split('/').length - Number(path.endsWith('/'));

/**
 * If two paths match a request, the path with fewer parameters is the more specific one; between equals, the path whose
 * parameter comes later.
 */
const fewestParametersFirst = (paths: Iterable<string>): string[] =>
  [...paths].sort(
    (one, other) => one.split(':').length - other.split(':').length || shapeOf(one).localeCompare(shapeOf(other)),
  );

/** `0` for each fixed segment, `1` for each parameter. */
const shapeOf = (path: string): string =>
  path
    .split('/')
    .map((segment) => Number(segment.startsWith(':')))
    .join('');

const allowedMethods = (routes: readonly AnyRoute[]): string[] => [
  ...routes.map(({ method }) => method),
  ...(routes.some(({ method, takes }) => method === 'GET' && !takes) ? ['HEAD'] : []),
];

const unmatched = 'unmatched';

/**
 * To be mounted last: unknown paths, paths that cannot be decoded, and requests that failed before they met a route.
 */
export const mountFallback = (router: IRouter, edge: RouteHandlers<never>): void => {
  // Express recognises an error handler by its four parameters.
  const onError: ErrorRequestHandler = (error: unknown, request, response, next) => {
    // The head is sent: only a cut connection shows the client that the answer is not whole.
    if (response.headersSent) return next(error);
    return toHandler(edge, unmatched, (exchange) => edge.fail(exchange, error))(request, response, next);
  };
  router.use(
    toHandler(edge, unmatched, ({ path }) => {
      throw new ProblemError('route_not_found', edge.notFound(path));
    }),
  );
  router.use(onError);
};

const toHandler =
  (
    { fail }: Pick<RouteHandlers<never>, 'fail'>,
    route: string,
    reply: (exchange: Exchange) => Reply | Promise<Reply | ReplyLater>,
  ): RequestHandler =>
  async (request, response, next) => {
    const place = { request, response, next };
    const requestId = requestIdOf(request);
    const exchange = { request, route, ...splitTarget(request.originalUrl), params: paramsOf(request), requestId };
    let answer: Reply | ReplyLater;
    try {
      answer = await reply(exchange);
    } catch (error) {
      answer = fail(exchange, error);
    }
    if (typeof answer === 'function') answer((late) => writeReply(place, requestId, late));
    else writeReply(place, requestId, answer);
  };

const writeReply = (
  { request, response, next }: { request: Request; response: ServerResponse; next: NextFunction },
  requestId: string,
  reply: Reply,
): void => {
  const write = (answer: Answer): void => {
    // Answered already: the body broke HTTP, or came too late for the server.
    if (!response.destroyed && !response.headersSent) writeAnswer(response, requestId, answer);
  };
  if (!reply) return;
  if (!isCompressible(reply)) write(reply);
  else compressAnswer(request, reply).then(write, next);
};

/** No path has a wildcard, so every parameter is one text. */
const paramsOf = ({ params }: Request): Record<string, string> =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));
