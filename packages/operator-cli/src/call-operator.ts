import type { z } from 'zod';
import { operatorProblemSchema, type Problem } from '@delivery/contracts';
import { renderCreates } from './output.js';

type OperatorCall = { method?: string; body?: object; headers?: Record<string, string> };

/** Calls the operator API; `path` is below `/operator/v1`. Resolves with the answer as its schema reads it. */
export type CallOperator = <T>(path: string, schema: z.ZodType<T>, call?: OperatorCall) => Promise<T>;

const timeoutMs = 15_000;

/** @throws RefusedError for a problem, UnreachableError when there is no answer of this API */
export const createCallOperator =
  (target: { url: string; token: string }): CallOperator =>
  async (path, schema, { method = 'GET', body, headers } = {}) => {
    const url = new URL(`/operator/v1${path}`, target.url);
    const response = await send(url, {
      method,
      headers: { authorization: `Bearer ${target.token}`, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = parseJson(await response.text());
    if (!response.ok) throw toRefusal(url, response.status, answer);
    const parsed = schema.safeParse(answer);
    if (parsed.success) return parsed.data;
    throw new UnreachableError(`${url.origin} answered, but not like this release of the operator API`);
  };

const send = async (url: URL, init: RequestInit): Promise<Response> => {
  try {
    return await fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs), redirect: 'error' });
  } catch (error) {
    throw new UnreachableError(`no answer from ${url.origin}: ${reasonOf(error)}`, { cause: error });
  }
};

const reasonOf = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error && cause.message !== '' ? cause.message : String(cause);
};

const toRefusal = (url: URL, status: number, answer: unknown): Error => {
  const { data } = operatorProblemSchema.safeParse(answer);
  return data
    ? new RefusedError({ ...data, detail: `${data.detail}${describeOutage(data)}` })
    : new UnreachableError(`${url.origin} answered ${status} without a reason`);
};

const describeOutage = ({ outage }: Problem): string =>
  outage ? ` It last answered at ${outage.since}; creates of the last minute: ${renderCreates(outage.creates)}.` : '';

const parseJson = (text: string): unknown => {
  if (text === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON, so not an answer of this API: the caller says so.
    return undefined;
  }
};

/** The command was not understood: exit code 2, with a hint at the help. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The service answered with a problem: exit code 1, or 3 where it asks to try again later. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  constructor(readonly problem: Pick<Problem, 'status' | 'code' | 'detail' | 'errors'>) {
    super(problem.detail);
  }
}

/** There was no answer: exit code 3. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
}

/** A query string of the given values, by the API's names: `?a=1`, or nothing. */
export const toQuery = (parameters: Readonly<Record<string, string | undefined>>): string => {
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`;
};
