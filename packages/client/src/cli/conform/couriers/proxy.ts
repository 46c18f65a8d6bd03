import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CannotRunError } from '../../command.js';

export type ProxiedCall = { method: string; path: string; headers: Record<string, string>; body: string };
export type ProxiedAnswer = { status: number; headers: Record<string, string>; body: string };
/** Sends a call to the service. While the service does not answer, the result is a 503. */
export type Forward = (call: ProxiedCall) => Promise<ProxiedAnswer>;

export type Proxy = { url: string; close: () => void };

/** They belong to one connection, or to a body that `fetch` has decoded. */
const ownHeaders: readonly string[] = [
  'accept-encoding',
  'connection',
  'content-encoding',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'transfer-encoding',
];
const withoutOwn = (headers: Iterable<readonly [string, string]>): Record<string, string> =>
  Object.fromEntries([...headers].filter(([name]) => !ownHeaders.includes(name)));

/** Takes effect or not: the caller does not learn it. */
export const lostAnswer: ProxiedAnswer = {
  status: 503,
  headers: { 'content-type': 'application/problem+json', 'retry-after': '1' },
  body: JSON.stringify({
    type: 'about:blank',
    title: 'Service Unavailable',
    status: 503,
    detail: 'The answer was lost on its way. Send the same call again.',
    code: 'temporarily_unavailable',
  }),
};

export const createForward =
  (baseUrl: string, signal: AbortSignal): Forward =>
  async ({ method, path, headers, body }) => {
    const sent = { method, headers: withoutOwn(Object.entries(headers)), redirect: 'manual', signal } as const;
    try {
      const answer = await fetch(`${baseUrl.replace(/\/+$/, '')}${path}`, body === '' ? sent : { ...sent, body });
      return { status: answer.status, headers: withoutOwn(answer.headers), body: await answer.text() };
    } catch {
      // The system repeats its call after a 503, as it does when the service itself is away.
      return lostAnswer;
    }
  };

/** Stands between a couriers' system and the service. @throws CannotRunError if the port is taken or none */
export const startProxy = async (port: number, answer: Forward): Promise<Proxy> => {
  const server = createServer((request, response) => {
    void readCall(request)
      .then(answer)
      // `offer` has rejected with an error of a check, and the system repeats its call.
      .catch(() => lostAnswer)
      .then(({ status, headers, body }) => response.writeHead(status, headers).end(body));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  }).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CannotRunError(`port ${port} cannot be used (${reason}): choose another one with --port`);
  });
  const { port: bound } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${bound}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};

const readCall = async (request: IncomingMessage): Promise<ProxiedCall> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)] as const);
  return {
    method: request.method ?? 'GET',
    path: request.url ?? '/',
    headers: Object.fromEntries(headers),
    body: Buffer.concat(chunks).toString('utf8'),
  };
};
