import { InvalidIdError, NoAnswerError, UnexpectedAnswerError } from './errors.js';
import { createProblem } from './problems.js';
import {
  defaultRetryPolicy,
  type Failure,
  outcomeOf,
  planRepeat,
  readRetryAfterMs,
  type Repeat,
  type RetryPolicy,
} from './retry.js';
import type { ProblemDetails } from './types.js';

export type ClientOptions = {
  /** Where the service is, e.g. `https://orders.example.com`; a path is kept as a prefix. */
  baseUrl: string;
  /** The platform's key. */
  key: string;
  /** The merchant's token. */
  token: string;
  /** The time limit of one attempt, its body included. Default 10,000; the service may take 5,000. */
  timeoutMs?: number;
  /** Put over the default: 6 attempts; 1 s, 2 s, 4 s … between them, 60 s at most. */
  retry?: Partial<RetryPolicy>;
  /** Default: the platform's. */
  fetch?: typeof fetch;
};

export type CallOptions = {
  /** Ends the call, its waits included, with the signal's reason. */
  signal?: AbortSignal;
};

/** Options of an action whose preview has a token. */
export type PreviewedOptions = CallOptions & {
  /** The `token` of its preview: the action is refused if its effect has changed since. @throws PreviewStale */
  preview?: string;
};

export type Query = Record<string, string | number | undefined>;

export type ApiRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `baseUrl`, as `pathBelow` makes it. */
  path: string;
  query?: Query;
  headers?: Record<string, string>;
  /** Text, so that each attempt sends the same bytes; JSON unless `headers` say otherwise. */
  body?: string;
  /** How long the service may wait before it answers, beside the time that an attempt may take. */
  waitMs?: number;
  repeat: Repeat;
};

/** @throws InvalidIdError for `''` or dots alone */
export const pathBelow = (list: string, id: string): string => {
  if (/^\.{0,2}$/.test(id)) throw new InvalidIdError(`an id must not be "${id}"`);
  return `${list}/${encodeURIComponent(id)}`;
};

/** `body` is the text as it came; `attempts` counts how often it was sent. */
export type Answer = { status: number; headers: Headers; body: string; attempts: number };

/** Resolves with the 2xx. @throws ProblemError, NoAnswerError, UnexpectedAnswerError, or the reason of `signal` */
export type Send = (request: ApiRequest, options?: CallOptions) => Promise<Answer>;

type Attempt = Omit<Answer, 'attempts'> | { noAnswer: unknown };

const defaultTimeoutMs = 10_000;

export const createSend = (options: ClientOptions): Send => {
  const policy = { ...defaultRetryPolicy, ...options.retry };
  const attemptOnce = createAttempt(options);
  return async (request, { signal } = {}) => {
    for (let attempt = 1; ; attempt += 1) {
      const came = await attemptOnce(request, signal);
      if ('status' in came && came.status >= 200 && came.status < 300) return { ...came, attempts: attempt };
      const failure = readFailure(came);
      const waitMs = planRepeat(failure, { attempt, repeat: request.repeat, policy, random: Math.random() });
      if (waitMs === undefined) throw toError(came, failure, attempt);
      await wait(waitMs, signal);
    }
  };
};

const createAttempt = (options: ClientOptions) => {
  const { fetch: send = (...given: Parameters<typeof fetch>) => fetch(...given), timeoutMs = defaultTimeoutMs } =
    options;
  const authorization = writeBasic(options);
  const base = readBase(options.baseUrl);
  return async (request: ApiRequest, signal: AbortSignal | undefined): Promise<Attempt> => {
    signal?.throwIfAborted();
    const timeout = AbortSignal.timeout(timeoutMs + (request.waitMs ?? 0));
    const init: RequestInit = {
      method: request.method,
      headers: {
        ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...request.headers,
        authorization,
      },
      ...(request.body === undefined ? {} : { body: request.body }),
      // The service never redirects. A redirect comes from elsewhere, which must not get the credentials.
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    };
    try {
      const response = await send(`${base}${request.path}${writeQuery(request.query)}`, init);
      return { status: response.status, headers: response.headers, body: await response.text() };
    } catch (error) {
      signal?.throwIfAborted();
      return { noAnswer: error };
    }
  };
};

/** @throws TypeError if the URL can lead to no service: repeats would not help */
const readBase = (baseUrl: string): string => {
  if (!/^https?:$/.test(parseUrl(baseUrl)?.protocol ?? ''))
    throw new TypeError('baseUrl must be an http or https URL such as http://127.0.0.1:8080');
  return baseUrl.replace(/\/+$/, '');
};

/** @throws TypeError where a key or token cannot be sent */
const writeBasic = ({ key, token }: ClientOptions): string => {
  // Without TypeScript a variable that is not set is `undefined`.
  if (!key || !token) throw new TypeError('key and token must not be empty');
  if (key.includes(':'))
    throw new TypeError('a key must not contain a colon: check that key and token are not swapped');
  const bytes = new TextEncoder().encode(`${key}:${token}`);
  return `Basic ${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}`;
};

const writeQuery = (query: Query = {}): string => {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) given.set(name, String(value));
  return given.size === 0 ? '' : `?${given.toString()}`;
};

const readFailure = (came: Attempt): Failure => {
  if ('noAnswer' in came) return {};
  const retryAfterMs = readRetryAfterMs(came.headers.get('retry-after'), Date.now());
  return { status: came.status, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
};

const toError = (came: Attempt, failure: Failure, attempts: number): Error => {
  const facts = { attempts, outcome: outcomeOf(failure) };
  if ('noAnswer' in came) return new NoAnswerError(facts, came.noAnswer);
  const details = readProblem(came);
  if (!details) return new UnexpectedAnswerError(facts, came);
  const { retryAfterMs } = failure;
  return createProblem({ ...facts, details, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) });
};

const readProblem = ({ headers, body }: { headers: Headers; body: string }): ProblemDetails | undefined => {
  if (!headers.get('content-type')?.startsWith('application/problem+json')) return undefined;
  try {
    const details: unknown = JSON.parse(body);
    return isProblemDetails(details) ? details : undefined;
  } catch {
    // The body was cut off on its way: only the status is known.
    return undefined;
  }
};

const isProblemDetails = (value: unknown): value is ProblemDetails =>
  typeof value === 'object' && value !== null && 'code' in value && typeof value.code === 'string';

const wait = (waitMs: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, waitMs);
    signal?.addEventListener('abort', stop, { once: true });
    if (signal?.aborted) stop();
  });

/**
 * A URL, or undefined where the text is none. In place of `URL.canParse`, which in Node 20 says no to
 * `https://bücher.example/` once V8 has compiled the call.
 */
export const parseUrl = (text: string, base?: string): URL | undefined => {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
};
