import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Express } from 'express';
import { answerClientErrors, answerUnknownExpect, answerWithoutHost, hasHost } from './answer-client-errors.js';
import { createExpressServer } from './create-express-server.js';
import { limitUnread } from './limit-unread.js';

export type RunningHttpServer = {
  port: number;
  /**
   * Stops accepting connections, completes running and already sent requests, closes idle connections. A request that
   * is still incomplete after 5 s is answered 408.
   */
  close: () => Promise<void>;
};

/**
 * A client that closes its side of the connection after a whole request still reads (RFC 9112, 9.6): it gets its
 * answer, and then the connection ends. Node's types lack the setting; without it Node closes our side at once.
 */
const halfClosing = { httpAllowHalfOpen: true };
/** Node would answer a request without Host with an empty 400. */
const withoutHost = { requireHostHeader: false };

/** Until a slow client loses its connection. `timeout`: nothing was sent or received, also while a poll waits. */
const limitsMs = {
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  connectionsCheckingInterval: 5_000,
  keepAliveTimeout: 65_000,
  timeout: 60_000,
};
/** Until a client that takes nothing of its answer loses its connection. */
const unreadMaxMs = 30_000;

/**
 * Listens and resolves with the real port; rejects when the port is taken.
 * @param configure called before it listens: services and tests set time limits, tests look at requests before the app
 */
export const listen = async (
  app: Express,
  port: number,
  configure?: (server: Server) => void,
): Promise<RunningHttpServer> => {
  const server = Object.assign(createExpressServer(app), halfClosing, withoutHost, limitsMs);
  const refuseIncomplete = answerClientErrors(server);
  limitUnread(server, unreadMaxMs);
  server.on('request', (request, response) => {
    // Bytes that arrive after an answer which closes the connection are no request (RFC 9112, 9.6).
    if (request.socket.writableEnded) return;
    if (hasHost(request)) app(request, response);
    else answerWithoutHost(response);
  });
  // Node would answer it with an empty 417.
  server.on('checkExpectation', (_request, response) => answerUnknownExpect(response));
  configure?.(server);
  const connections = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  server.listen({ port, backlog: listenBacklog });
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: () => closeServer(server, connections, refuseIncomplete),
  };
};

/** For `listen`: a connection on which nothing is asked any more is kept for so long. */
export const keepIdleFor =
  (keepAliveTimeout: number) =>
  (server: Server): void =>
    void Object.assign(server, { keepAliveTimeout });

/**
 * Connections that wait to be accepted, at most the kernel's `net.core.somaxconn`: Node's 511 are less than a burst of
 * tills.
 */
const listenBacklog = 4_096;

/**
 * A request may have been sent, on a connection that looks idle here, before its sender can know of the stop: closing
 * at once would reset it. Long enough to read those, short beside the drain.
 */
const lingerMs = 500;

/** Until a request that is incomplete is refused: Node looks at its `requestTimeout` no more once it closes. */
const incompleteMaxMs = 5_000;

const closeServer = async (
  server: Server,
  connections: ReadonlySet<Socket>,
  refuseIncomplete: (socket: Socket) => void,
): Promise<void> => {
  const refuseAtMs = performance.now() + Math.min(incompleteMaxMs, server.requestTimeout);
  // Answers under way say "connection: close", so that keep-alive clients do not send into a closing server.
  server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'));
  await delay(lingerMs);
  const closed = new Promise<void>((resolve, reject) => server.close((error) => (error ? reject(error) : resolve())));
  server.closeIdleConnections();
  // A request that began before the stop was answered without "connection: close": its connection idles only later.
  const sweeping = setInterval(() => {
    server.closeIdleConnections();
    for (const socket of connections) {
      // Node takes a connection on which nothing was ever sent for one at work.
      if (socket.bytesRead === 0) socket.destroy();
      else if (performance.now() >= refuseAtMs) refuseIncomplete(socket);
    }
  }, lingerMs);
  await closed.finally(() => clearInterval(sweeping));
};
