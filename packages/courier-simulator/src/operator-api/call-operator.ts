import { problemSchema } from '@delivery/contracts';

/** What came of a call. Expected failures are data: whoever calls knows what they mean for an order. */
export type CallOutcome =
  | { kind: 'answered'; body: unknown }
  /** Not done, and the same again would fail again. */
  | { kind: 'refused'; status: number; code: string; detail: string }
  /** Nobody knows whether it was done: the same again, later. */
  | Unavailable;
export type Unavailable = { kind: 'unavailable'; reason: string; retryAfterMs?: number };

export type OperatorRequest = {
  method: 'GET' | 'POST';
  /** Below `/operator/v1`. */
  path: string;
  body?: object;
  idempotencyKey?: string;
};
export type CallOperator = (request: OperatorRequest) => Promise<CallOutcome>;

const timeoutMs = 10_000;
/** Ours to wait out: a deployment may be changing its token, and a proxy may answer for order-state. */
const waitedOut = new Set([401, 403, 408, 429]);

/** The operator API over kept-alive connections, as many as there are calls at once. */
export const createCallOperator = ({ url, token }: { url: string; token: string }): CallOperator => {
  const base = `${url.replace(/\/+$/, '')}/operator/v1`;
  return async ({ method, path, body, idempotencyKey }) => {
    try {
      const response = await fetch(`${base}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(timeoutMs),
        redirect: 'error',
      });
      return readAnswer(response, await response.text());
    } catch (error) {
      return { kind: 'unavailable', reason: reasonOf(error) };
    }
  };
};

const readAnswer = ({ status, headers }: Response, text: string): CallOutcome => {
  const body = parseJson(text);
  if (status >= 200 && status < 300 && body !== undefined) return { kind: 'answered', body };
  const problem = problemSchema.safeParse(body).data;
  if (problem && status >= 400 && status < 500 && !waitedOut.has(status)) {
    return { kind: 'refused', status, code: problem.code, detail: problem.detail };
  }
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return {
    kind: 'unavailable',
    reason: `answered ${status}${problem ? ` ${problem.code}` : ''}`,
    ...(seconds >= 0 ? { retryAfterMs: seconds * 1_000 } : {}),
  };
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    // Not this API's words, whoever says them.
    return undefined;
  }
};

/** fetch hides the network's own error one or two causes deep. */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error && error.cause.message !== '' ? error.cause.message : error.message;
};
