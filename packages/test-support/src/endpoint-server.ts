import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';

export type ReceivedRequest = {
  /** From 1, in order of arrival of the whole body. */
  number: number;
  method: string;
  path: string;
  headers: Record<string, string>;
  /** The raw bytes, for checking signatures. */
  body: Buffer;
  /** The body as JSON; throws when it is none. */
  json: () => Record<string, unknown>;
  /** Equal for requests of one connection, from 1. */
  connectionId: number;
  receivedAt: Date;
};

export type EndpointAnswer =
  /** Default: 200 with `{}`. */
  | { kind?: 'reply'; status?: number; headers?: Record<string, string>; body?: string | Buffer }
  /** Never answers. */
  | { kind: 'hang' }
  /** Resets the connection without an answer; with `status`, in the middle of the body. */
  | { kind: 'reset'; status?: number }
  /** Sends headers, then one byte of body every `everyMs`, for ever. */
  | { kind: 'drip'; status?: number; everyMs: number };

/** `n` counts from 1. Return a promise to hold the answer until something has happened. */
export type Respond = (request: ReceivedRequest, n: number) => EndpointAnswer | Promise<EndpointAnswer>;

export type EndpointServer = {
  /** `http://127.0.0.1:<port>`, without a path. */
  origin: string;
  /** `origin` with a path, to register as a webhook URL. */
  url: string;
  port: number;
  requests: readonly ReceivedRequest[];
  /** Connections accepted so far. */
  connectionCount: () => number;
  /** Changes the answers from the next request on. */
  respondWith: (respond: Respond) => void;
  /** Resolves with the first `count` requests as soon as they have arrived. */
  waitFor: (count: number, options?: WaitOptions) => Promise<readonly ReceivedRequest[]>;
  /** Resolves with the first request, past or future, that fulfils the predicate. */
  waitForRequest: (predicate: (request: ReceivedRequest) => boolean, options?: WaitOptions) => Promise<ReceivedRequest>;
  /** Closes all idle connections now, as a server does whose keep-alive time is over. */
  closeIdleConnections: () => void;
  /** Stops at once, running requests and all. Rejects when `respond` threw. */
  close: () => Promise<void>;
};

export type WaitOptions = { timeoutMs?: number };
export type EndpointServerOptions = {
  respond?: Respond;
  host?: string;
  port?: number;
  /** Serves https. */
  tls?: { key: string; cert: string };
  /** Idle time before the server closes a connection, announced to clients. Default 5 s, as Node has it. */
  keepAliveTimeoutMs?: number;
};

const waitTimeoutMs = 60_000;

/** A merchant's server for tests: a real socket, records all requests, answers as configured. */
export const startEndpointServer = async (options: EndpointServerOptions = {}): Promise<EndpointServer> => {
  const requests: ReceivedRequest[] = [];
  const waiting = new Set<() => void>();
  const connectionIds = new WeakMap<Socket, number>();
  const failures: unknown[] = [];
  let connectionCount = 0;
  let respond: Respond = options.respond ?? (() => ({}));

  const server = options.tls ? createHttpsServer(options.tls) : createHttpServer();
  if (options.keepAliveTimeoutMs !== undefined) server.keepAliveTimeout = options.keepAliveTimeoutMs;
  server.on(options.tls ? 'secureConnection' : 'connection', (socket: Socket) => {
    connectionCount += 1;
    connectionIds.set(socket, connectionCount);
    // A client that gives up resets its connection: expected here, and no reason to end the test process.
    socket.on('error', () => socket.destroy());
  });
  const handle = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const received = await receive(message);
    // The client broke off, so nothing was received.
    if (!received) return;
    const request = {
      ...received,
      number: requests.length + 1,
      connectionId: connectionIds.get(message.socket) ?? 0,
    };
    requests.push(request);
    for (const look of [...waiting]) look();
    send(await respond(request, request.number), response);
  };
  server.on('request', (message, response) => {
    handle(message, response).catch((error: unknown) => {
      failures.push(error);
      message.socket.destroy();
    });
  });
  server.listen(options.port ?? 0, options.host ?? '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const origin = `${options.tls ? 'https' : 'http'}://${hostInUrl(options.host ?? '127.0.0.1')}:${port}`;

  const wait = <T>(find: () => T | undefined, wanted: string, timeoutMs = waitTimeoutMs): Promise<T> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(look);
        reject(new Error(`${wanted} did not arrive within ${timeoutMs} ms; ${requests.length} requests did`));
      }, timeoutMs);
      const look = () => {
        const found = find();
        if (found === undefined) return;
        waiting.delete(look);
        clearTimeout(timer);
        resolve(found);
      };
      waiting.add(look);
      look();
    });

  return {
    origin,
    url: `${origin}/hooks`,
    port,
    requests,
    connectionCount: () => connectionCount,
    respondWith: (next) => {
      respond = next;
    },
    waitFor: (count, { timeoutMs } = {}) =>
      wait(() => (requests.length >= count ? requests.slice(0, count) : undefined), `request ${count}`, timeoutMs),
    waitForRequest: (predicate, { timeoutMs } = {}) => wait(() => requests.find(predicate), 'the request', timeoutMs),
    closeIdleConnections: () => server.closeIdleConnections(),
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
      if (failures.length > 0) throw new AggregateError(failures, 'the endpoint server failed to answer');
    },
  };
};

const receive = async (message: IncomingMessage) => {
  const body = await buffer(message).catch(() => undefined);
  if (!body) return undefined;
  return {
    method: message.method ?? '',
    path: message.url ?? '',
    headers: Object.fromEntries(
      Object.entries(message.headers).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.join(', ') : (value ?? ''),
      ]),
    ),
    body,
    json: () => JSON.parse(body.toString('utf8')) as Record<string, unknown>,
    receivedAt: new Date(),
  };
};

const send = (answer: EndpointAnswer, response: ServerResponse): void => {
  switch (answer.kind) {
    case 'hang':
      return;
    case 'reset':
      if (answer.status === undefined) response.socket?.resetAndDestroy();
      else response.writeHead(answer.status).write('{', () => response.socket?.resetAndDestroy());
      return;
    case 'drip':
      return drip(answer, response);
    default:
      response.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers });
      response.end(answer.body ?? '{}');
  }
};

const drip = (answer: { status?: number; everyMs: number }, response: ServerResponse): void => {
  response.writeHead(answer.status ?? 200);
  const timer = setInterval(() => response.write('.'), answer.everyMs);
  response.once('close', () => clearInterval(timer));
};

const hostInUrl = (host: string): string => (host.includes(':') ? `[${host}]` : host);
