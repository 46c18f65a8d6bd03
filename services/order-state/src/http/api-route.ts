import type { Query } from '@delivery/http-edge';

/** A request as a handler sees it: parsed, authenticated, free of the framework. */
export type ApiRequest = {
  params: Readonly<Record<string, string>>;
  /** The parsed JSON body of a route with `body: 'json'`, else `undefined`. */
  body: unknown;
  idempotencyKey: string | undefined;
  /** A valid W3C trace context, where the caller sent one. */
  traceparent: string | undefined;
};

/** Of a call with query parameters: `parseQuery` reads them, and refuses those that it does not know. */
export type ListRequest = ApiRequest & { query: Query };

/** `json` is final text: where `external_data` is in it, it is the text that the merchant sent. */
export type ApiAnswer = { status: number; json?: string; headers?: Readonly<Record<string, string>> };

export type ApiRoute = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Express path below the API's prefix. */
  path: string;
  /** `ignored`: the call needs no body, and none is read. */
  body: 'json' | 'ignored';
  /** Whoever does not see the query takes no parameter: any is refused. */
  handle: (request: ApiRequest) => Promise<ApiAnswer>;
};

export type ListRoute = Omit<ApiRoute, 'handle'> & { list: (request: ListRequest) => Promise<ApiAnswer> };

export const get = (path: string, handle: ApiRoute['handle']): ApiRoute => ({
  method: 'GET',
  path,
  body: 'ignored',
  handle,
});

export const list = (path: string, list: ListRoute['list']): ListRoute => ({
  method: 'GET',
  path,
  body: 'ignored',
  list,
});

export const answerJson = (status: number, value: object): ApiAnswer => ({ status, json: JSON.stringify(value) });

export const noContent: ApiAnswer = { status: 204 };
