import type { IncomingHttpHeaders } from 'node:http';
import { type Request, Router } from 'express';
import { type Answer, answerProblem } from './answer.js';
import { answerIfChanged } from './entity-tag.js';
import { type Exchange, mountFallback, mountRoutes, type RouteHandlers } from './mount-routes.js';
import { checkContentType, parseJsonBody } from './parse-json-body.js';
import type { ProblemError } from './problem.js';
import { checkQueryNames, readQuery } from './query.js';
import { ClientDisconnectedError, readBody } from './read-body.js';
import type { ApiRoute } from './route.js';

/** Of a JSON API. The time that a body takes is limited by the server's request timeout. */
const bodyMaxBytes = 64 * 1024;

/** What tells who calls, and whether for reading (GET, HEAD) or for changing something. */
export type Caller = { method: string; headers: IncomingHttpHeaders };

type FailureLog = Record<'error' | 'warn', (fields: object, message: string) => void>;

export type JsonApi = {
  prefix: string;
  routes: readonly ApiRoute[];
  /** Reads carry an `ETag`, and are answered 304 to who has the same: for who asks again and again. */
  tagReads?: boolean;
  /** @throws ProblemError for who may not call, whatever the path */
  authorize: (request: Caller) => void;
  /** What any error of a request is answered with. Its cause is logged, and never told. */
  toProblemError: (error: unknown) => ProblemError;
  logger: FailureLog;
};

/** One handler for each route, problem+json for every failure. Paths outside of the prefix are the next router's. */
export const createJsonApi = ({
  prefix,
  routes,
  tagReads = false,
  authorize,
  toProblemError,
  logger,
}: JsonApi): Router => {
  const edge: RouteHandlers<ApiRoute> = {
    call: tagReads ? runTaggedRoute : runRoute,
    fail: (exchange, error) => {
      if (error instanceof ClientDisconnectedError) return undefined;
      const problem = toProblemError(error);
      logFailure(logger, exchange, problem);
      return answerProblem(problem, { instance: exchange.path, requestId: exchange.requestId });
    },
    notFound: 'There is nothing at this path.',
  };
  const api = Router();
  api.use((request, _response, next) => {
    authorize(request);
    next();
  });
  mountRoutes(api, routes, edge);
  mountFallback(api, edge);
  return Router().use(prefix, api);
};

const runRoute = async ({ request, search, params }: Exchange, route: ApiRoute): Promise<Answer> => {
  const query = readQuery(search);
  checkQueryNames(query, route.query ?? []);
  const body = route.body === 'json' ? await readJson(request) : undefined;
  return route.handle({ params, query, headers: request.headers, address: request.socket.remoteAddress ?? '', body });
};

const runTaggedRoute = async (exchange: Exchange, route: ApiRoute): Promise<Answer> => {
  const answer = await runRoute(exchange, route);
  return route.method === 'GET' ? answerIfChanged(exchange.request.headers, answer) : answer;
};

const readJson = async (request: Request): Promise<unknown> => {
  checkContentType(request.headers);
  return parseJsonBody(await readBody(request, bodyMaxBytes)).value;
};

const logFailure = (logger: FailureLog, { request, path, requestId }: Exchange, problem: ProblemError): void => {
  if (problem.code !== 'internal_error' && problem.code !== 'temporarily_unavailable') return;
  const { cause } = problem.extras;
  // What was refused without a fault has none to show: its own words say why.
  const why = cause === undefined ? { reason: problem.detail } : { err: cause };
  const fields = { ...why, method: request.method, path, requestId };
  logger[problem.code === 'internal_error' ? 'error' : 'warn'](fields, 'api.request_failed');
};
