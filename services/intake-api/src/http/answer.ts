import type { ServerResponse } from 'node:http';

/** What a route answers, as data. The content type is JSON unless the headers say otherwise. */
export type Answer = { status: number; body?: string | Buffer; headers?: Readonly<Record<string, string>> };

const standardHeaders = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

export const answerJson = (status: number, value: object, headers: Readonly<Record<string, string>> = {}): Answer => ({
  status,
  body: JSON.stringify(value),
  headers,
});

/** Writes head and body in one go. Node leaves the body out by itself where the request was HEAD. */
export const writeAnswer = (
  response: ServerResponse,
  answer: Answer,
  headers: Readonly<Record<string, string>>,
): void => {
  const head: Record<string, string | number> = { ...standardHeaders, ...headers };
  if (answer.body !== undefined) {
    head['content-type'] = 'application/json';
    head['content-length'] = Buffer.byteLength(answer.body);
  }
  response.writeHead(answer.status, Object.assign(head, answer.headers));
  response.end(answer.body);
};
