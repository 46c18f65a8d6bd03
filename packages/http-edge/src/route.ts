import type { IncomingHttpHeaders } from 'node:http';
import type { z } from 'zod';
import type { Call, Calls } from '@delivery/contracts/calls';
import type { Answer } from './answer.js';
import { parseQuery, type Query } from './parse-input.js';

/** One call of an API. A service adds its own fields, such as how often it may be called. */
export type Route<Request, Answered = Answer> = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Express path, without a wildcard. */
  path: string;
  /** A GET that takes what it returns, so that the next one finds other data: its path has no HEAD. */
  takes?: true;
  /** A POST that changes nothing. */
  isRead?: true;
  /** The names of its query parameters: any other is refused. Absent: it takes none. */
  query?: readonly string[];
  /** An error that it throws is answered with a problem document. */
  handle: (request: Request) => Answered | Promise<Answered>;
};

/** The route of a declared call. */
export const routeOf = ({
  method,
  path,
  query,
  isRead,
}: Call): Required<Pick<Route<never>, 'method' | 'path' | 'query'>> & Pick<Route<never>, 'isRead'> => ({
  method,
  ...(isRead && { isRead }),
  path: path.replaceAll(/\{(\w+)\}/g, ':$1'),
  query: Object.keys(query?.shape ?? {}),
});

/** A request as a handler sees it: parsed, free of the framework. */
export type ApiRequest<Identity = unknown> = {
  /** The result of the API's `authorize`. */
  caller: Identity;
  params: Readonly<Record<string, string>>;
  query: Query;
  headers: IncomingHttpHeaders;
  /**
   * The client's address as limits count it: IPv4 or a /64. Behind proxies `trust proxy` derives it from their headers.
   */
  address: string;
  /** The parsed JSON of a route with `body: 'json'`, else `undefined`. */
  body: unknown;
};

/** A route of a JSON API. `ignored`: the call needs no body, and none is read. */
export type ApiRoute<Identity = unknown> = Route<ApiRequest<Identity>> & {
  body: 'json' | 'ignored';
  /** Any query parameters: another system calls, and adds its own. */
  takesAnyQuery?: true;
  /**
   * Asked before anything is read of the request.
   * @throws ProblemError for a caller who has access, but not to this call
   */
  permit?: (caller: Identity) => void;
};

/** The service's part of a declared call: its handler, and how it takes requests. */
export type CallHandler<Identity = unknown> =
  | ApiRoute<Identity>['handle']
  | Pick<ApiRoute<Identity>, 'handle' | 'takes' | 'takesAnyQuery'>;

/**
 * The routes of declared calls, each with its call. One without a handler is not there.
 * @param prefix of the paths of all of them, below which the API is mounted
 */
export const apiRoutesOf = <Id extends string, Identity>(
  calls: Calls<Id>,
  handlers: Readonly<Partial<Record<Id, CallHandler<Identity> | undefined>>>,
  prefix: string,
): (ApiRoute<Identity> & { call: Call<Id> })[] =>
  Object.values<Call<Id>>(calls).flatMap((call) => {
    const handler: CallHandler<Identity> | undefined = handlers[call.id];
    if (handler === undefined) return [];
    const { path, ...route } = routeOf(call);
    return {
      ...(typeof handler === 'function' ? { handle: handler } : handler),
      ...route,
      path: path.slice(prefix.length) || '/',
      body: call.body ? 'json' : 'ignored',
      call,
    };
  });

/** Makes the handler of a route from what it needs. */
export type HandlerOf<Deps, Identity = unknown> = (deps: Deps) => ApiRoute<Identity>['handle'];

/** A handler, and the query parameters that it takes. */
export type QueryHandler<Identity = unknown> = Pick<ApiRoute<Identity>, 'query' | 'handle'>;

/** @throws ProblemError `invalid_parameter`, by the handler, for values that the schema refuses */
export const withQuery = <T extends z.ZodObject, Identity = unknown>(
  schema: T,
  handle: (query: z.infer<T>, request: ApiRequest<Identity>) => Promise<Answer>,
): QueryHandler<Identity> => ({
  query: Object.keys(schema.shape),
  handle: (request) => handle(parseQuery(schema, request.query), request),
});

/** A call that reads without parameters. */
export const get = <Identity = unknown>(path: string, handle: ApiRoute<Identity>['handle']): ApiRoute<Identity> =>
  list(path, { handle });

/** A call that reads, with parameters. */
export const list = <Identity = unknown>(path: string, handler: QueryHandler<Identity>): ApiRoute<Identity> => ({
  method: 'GET',
  path,
  body: 'ignored',
  ...handler,
});

/** A call that changes something. */
export const change = <Identity = unknown>(
  method: ApiRoute['method'],
  path: string,
  body: ApiRoute['body'],
  handle: ApiRoute<Identity>['handle'],
): ApiRoute<Identity> => ({ method, path, body, handle });
