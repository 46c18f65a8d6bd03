import { batch, computed, signal } from '@preact/signals';
import type { Problem } from '@delivery/contracts';

/** Longer than order-state waits for Postgres, so that its answer, which names the cause, arrives. */
const timeoutMs = 20_000;

let apiBase: string | undefined;

/** Once, before the first call. `base`: of the app's API, from where the page is. */
export const configureApi = (base: string): void => {
  apiBase = base;
};

/** A failed call: the service's problem, or status 0 if no answer came. */
export class CallError extends Error {
  constructor(
    readonly status: number,
    readonly problem: Problem | undefined,
  ) {
    super(problem?.detail ?? `status ${status}`);
  }
}

/** `body`: undefined for an answer without one. */
type Reply<T> = { status: number; etag: string | undefined; body: T | undefined };

type Call = {
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
  const problem = response.ok || response.status === 304 ? undefined : await readProblem(response);
  noteAnswer(response, problem);
  if (response.status === 304) return { status: 304, etag, body: undefined };
  if (!response.ok) throw new CallError(response.status, problem);
  return {
    status: response.status,
    etag: response.headers.get('etag') ?? undefined,
    body: response.headers.has('content-type') ? await readJson<T>(response) : undefined,
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
      // The tag is kept here, so that the caller sees a 304 and does not take it for news.
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

/** A path of the app's API that is read, and the type of its answer. */
export type Get<T> = { path: string; readonly answers?: T };
export type Page<T> = { data: T[]; next_cursor: string | null };

type Parameters = Record<string, string | number | undefined>;

const withQuery = (path: string, parameters: Parameters): string => {
  const given = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  );
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`;
};

export const get = <T>(path: string, parameters: Parameters = {}): Get<T> => ({ path: withQuery(path, parameters) });

/** For a link to it. */
export const urlOf = ({ path }: Get<unknown>): string => `${apiBase ?? ''}${path}`;

/** The next page of a list. */
export const nextPage = <T>({ path }: Get<Page<T>>, cursor: string): Get<Page<T>> => ({
  path: `${path}${path.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`,
});

/** The largest page of any list. */
const pageMax = 100;

export const withLargestPages = <T>({ path }: Get<Page<T>>): Get<Page<T>> => ({
  path: path.replace(/\blimit=\d+/, `limit=${pageMax}`),
});

/** Rows that a list shows before more is asked for. */
export const pageSize = 50;

/**
 * Why the last call got no answer, in the words of the service or a proxy before it; undefined while the service
 * answers.
 */
export const away = signal<{ problem: Problem | undefined } | undefined>(undefined);

export const isAway = computed(() => away.value !== undefined);

/** When it last answered, by this clock; undefined: it has not yet. */
export const lastSeenAtMs = signal<number | undefined>(undefined);

/** How far the service's clock is ahead of this one: ages are shown by its clock. */
export const skewMs = signal(0);

/** The header `Date` has whole seconds: less than that is no skew. */
const skewMinMs = 2_000;

const noteAnswer = (response: Response, problem: Problem | undefined): void => {
  // Also a proxy's answer for a service that is away.
  if (response.status >= 502) return noteSilence(problem);
  const dateMs = Date.parse(response.headers.get('date') ?? '');
  batch(() => {
    away.value = undefined;
    lastSeenAtMs.value = Date.now();
    if (!Number.isNaN(dateMs)) skewMs.value = Math.abs(dateMs - Date.now()) < skewMinMs ? 0 : dateMs - Date.now();
  });
};

const noteSilence = (problem?: Problem): void => {
  away.value = { problem };
};
