import type { ServerResponse } from 'node:http';

/** What a route answers, as data. The content type is JSON unless the headers say otherwise. */
export type Answer = { status: number; body?: string | Buffer; headers?: Readonly<Record<string, string>> };

export const answerJson = (status: number, value: object, headers: Readonly<Record<string, string>> = {}): Answer => ({
  status,
  body: JSON.stringify(value),
  headers,
});

/**
 * Writes head and body in one go. Node leaves the body out by itself where the request was HEAD.
 * Names and values in one flat list: Node sends it as it is, without a table of headers in between.
 */
export const writeAnswer = (
  response: ServerResponse,
  { status, body, headers: own = {} }: Answer,
  headers: Readonly<Record<string, string>>,
): void => {
  const head: string[] = ['cache-control', 'no-store', 'x-content-type-options', 'nosniff'];
  if (body !== undefined) {
    head.push('content-length', String(Buffer.byteLength(body)));
    if (own['content-type'] === undefined) head.push('content-type', 'application/json');
  }
  for (const name in headers) head.push(name, headers[name] ?? '');
  for (const name in own) head.push(name, own[name] ?? '');
  response.writeHead(status, head);
  response.end(body);
};
