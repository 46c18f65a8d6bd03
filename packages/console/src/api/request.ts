import type { Problem } from '@delivery/contracts';
import { noteAnswer, noteSilence } from './connection.js';

const timeoutMs = 15_000;

let apiBase: string | undefined;

/** Once, before the first call. `base`: of the app's API, from where the page is. */
export const configureApi = (base: string): void => {
  apiBase = base;
};

/** What a call failed with: the service's problem, or status 0 where no answer came. */
export class CallError extends Error {
  constructor(
    readonly status: number,
    readonly problem: Problem | undefined,
  ) {
    super(problem?.detail ?? `status ${status}`);
  }
}

/** `body`: undefined for 204 and 304. */
export type Reply<T> = { status: number; etag: string | undefined; body: T | undefined };

export type Call = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  body?: object;
  headers?: Readonly<Record<string, string>>;
  etag?: string;
  signal?: AbortSignal;
};

/**
 * One call of the app's API, with the session's cookie. The page and the service are of one release, and the service's
 * tests hold its answers to their schemas, so they are not parsed again here.
 * @throws CallError for everything but 2xx and 304
 */
export const request = async <T>({
  method = 'GET',
  path,
  body,
  headers = {},
  etag,
  signal,
}: Call): Promise<Reply<T>> => {
  const response = await send({ method, path, body, headers, etag, signal });
  noteAnswer(response);
  if (response.status === 304) return { status: 304, etag, body: undefined };
  if (!response.ok) throw new CallError(response.status, await readProblem(response));
  return {
    status: response.status,
    etag: response.headers.get('etag') ?? undefined,
    body: response.status === 204 ? undefined : await readJson<T>(response),
  };
};

type Sent = { method: string; path: string; headers: Readonly<Record<string, string>> } & Record<
  'body',
  object | undefined
> &
  Record<'etag', string | undefined> &
  Record<'signal', AbortSignal | undefined>;

const send = async ({ method, path, body, headers, etag, signal }: Sent): Promise<Response> => {
  if (apiBase === undefined) throw new Error('no API was configured');
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    return await fetch(`${apiBase}${path}`, {
      method,
      // The tag is kept here, where a 304 can be told from news.
      cache: 'no-store',
      credentials: 'same-origin',
      headers: {
        ...headers,
        ...(body && { 'content-type': 'application/json' }),
        ...(etag !== undefined && { 'if-none-match': etag }),
      },
      body: body ? JSON.stringify(body) : null,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
  } catch {
    if (signal?.aborted !== true) noteSilence();
    throw new CallError(0, undefined);
  }
};

const readJson = async <T>(response: Response): Promise<T> => (await response.json()) as T;

const readProblem = async (response: Response): Promise<Problem | undefined> => {
  const isProblem = response.headers.get('content-type')?.startsWith('application/problem+json') === true;
  return isProblem ? readJson<Problem>(response) : undefined;
};
