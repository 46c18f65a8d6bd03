import type { IncomingHttpHeaders } from 'node:http';
import { type Request, Router } from 'express';
import { type Answer, answerProblem } from './answer.js';
import { answerIfChanged } from './headers.js';
import { checkContentType, ClientDisconnectedError, parseJsonBody, readBody } from './json-body.js';
import { type Exchange, mountFallback, mountRoutes, type RouteHandlers } from './mount-routes.js';
import { checkQueryNames, readQuery } from './parse-input.js';
import type { ProblemError } from './problem.js';
import { limitedAddress } from './rate-limit.js';
import type { ApiRoute } from './route.js';

/** The limit for bodies of a JSON API. The server's request timeout limits how long a body takes. */
const bodyMaxBytes = 64 * 1024;

/**
 * The parts of a request that authorisation needs: credentials, address, and whether it reads (GET, HEAD) or changes.
 */
export type Caller = { method: string; headers: IncomingHttpHeaders; address: string };

type FailureLog = Record<'error' | 'warn', (fields: object, message: string) => void>;

export type JsonApi<Identity> = {
  prefix: string;
  routes: readonly ApiRoute<Identity>[];
  /** Reads carry an `ETag`, and `If-None-Match` with the same tag is answered 304: for clients that poll. */
  tagReads?: boolean;
  /**
   * Asked once per request, before anything else. Its result is each route's `request.caller`.
   * @throws ProblemError for a caller without access, on any path
   */
  authorize: (caller: Caller) => Identity | Promise<Identity>;
  /** The answer to an error of a request. The cause is logged, and is no part of the answer. */
  toProblemError: (error: unknown) => ProblemError;
  logger: FailureLog;
};

/** One handler for each route, problem+json for every failure. Paths outside of the prefix are the next router's. */
export const createJsonApi = <Identity>({
  prefix,
  routes,
  tagReads = false,
  authorize,
  toProblemError,
  logger,
}: JsonApi<Identity>): Router => {
  const tell = (exchange: Exchange, error: unknown): ProblemError => {
    const problem = toProblemError(error);
    logFailure(logger, exchange, problem);
    return problem;
  };
  const edge: RouteHandlers<ApiRoute<Identity>> = {
    call: async (exchange, route) => {
      const made = await runRoute(exchange, route, callerOf(exchange.request));
      const answer = made.stream ? { ...made, stream: logging(made.stream, (error) => tell(exchange, error)) } : made;
      return tagReads && route.method === 'GET' ? answerIfChanged(exchange.request.headers, answer) : answer;
    },
    fail: (exchange, error) => {
      if (error instanceof ClientDisconnectedError) return undefined;
      const problem = tell(exchange, error);
      return answerProblem(problem, { instance: exchange.path, requestId: exchange.requestId });
    },
    notFound: () => 'No call has this path.',
  };
  const callers = new WeakMap<Request, { identity: Identity }>();
  const callerOf = (request: Request): Identity => {
    const known = callers.get(request);
    if (!known) throw new Error('a route was called before authorize');
    return known.identity;
  };
  const api = Router();
  api.use(async (request, _response, next) => {
    const { method, headers } = request;
    callers.set(request, { identity: await authorize({ method, headers, address: limitedAddress(request.ip) }) });
    next();
  });
  mountRoutes(api, routes, edge);
  mountFallback(api, edge);
  return Router().use(prefix, api);
};

const runRoute = async <Identity>(
  { request, search, params }: Exchange,
  route: ApiRoute<Identity>,
  caller: Identity,
): Promise<Answer> => {
  route.permit?.(caller);
  const query = readQuery(search);
  if (!route.takesAnyQuery) checkQueryNames(query, route.query ?? []);
  const body = route.body === 'json' ? await readJson(request) : undefined;
  return route.handle({ caller, params, query, headers: request.headers, address: limitedAddress(request.ip), body });
};

/** The answer is under way: the client learns only that it was cut. */
const logging = async function* (
  stream: NonNullable<Answer['stream']>,
  tell: (error: unknown) => void,
): NonNullable<Answer['stream']> {
  try {
    yield* stream;
  } catch (error) {
    tell(error);
    throw error;
  }
};

const readJson = async (request: Request): Promise<unknown> => {
  checkContentType(request.headers);
  return parseJsonBody(await readBody(request, bodyMaxBytes)).value;
};

const logFailure = (logger: FailureLog, { request, path, requestId }: Exchange, problem: ProblemError): void => {
  if (problem.code !== 'internal_error' && problem.code !== 'temporarily_unavailable') return;
  const { cause } = problem.extras;
  // A refusal without a cause is explained by its own detail.
  const why = cause === undefined ? { reason: problem.detail } : { err: cause };
  const fields = { ...why, method: request.method, path, requestId };
  logger[problem.code === 'internal_error' ? 'error' : 'warn'](fields, 'api.request_failed');
};
