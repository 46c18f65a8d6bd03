import { expectDeclared } from '../expect-declared.js';

export type Answer = {
  status: number;
  headers: Headers;
  /** The body's JSON, `{}` when there is none. */
  body: Record<string, unknown>;
  text: string;
};

export type Call = {
  method?: string;
  headers?: Record<string, string>;
  /** Text goes as it is, anything else as JSON. */
  body?: unknown;
  timeoutMs?: number;
  /** Gives the call up, and its connection. */
  signal?: AbortSignal;
};

const defaultTimeoutMs = 60_000;

/**
 * One HTTP call. Resolves with an answer of any status, and rejects only when no whole answer comes, or one that its API
 * does not declare.
 */
export const callJson = async (url: string, call: Call = {}): Promise<Answer> => {
  const timeout = AbortSignal.timeout(call.timeoutMs ?? defaultTimeoutMs);
  const { method = 'GET' } = call;
  const response = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', ...call.headers },
    body: bodyOf(call.body),
    signal: call.signal ? AbortSignal.any([timeout, call.signal]) : timeout,
  });
  const text = await response.text();
  const answer = { status: response.status, headers: response.headers, text };
  expectDeclared(method, new URL(url).pathname, answer);
  return { ...answer, body: parseObject(text) };
};

/** The body of a call that must succeed. @throws Error with the answer when it is not 2xx */
export const expectSuccess = (answer: Answer): Record<string, unknown> => {
  if (answer.status < 200 || answer.status > 299) throw new Error(`expected 2xx, got ${answer.status}: ${answer.text}`);
  return answer.body;
};

const bodyOf = (body: unknown): string | null => {
  if (body === undefined) return null;
  return typeof body === 'string' ? body : JSON.stringify(body);
};

const parseObject = (text: string): Record<string, unknown> => {
  if (!text.startsWith('{')) return {};
  const value: unknown = JSON.parse(text);
  return Object.fromEntries(Object.entries(value ?? {}));
};
