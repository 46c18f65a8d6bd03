import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Express } from 'express';
import { createExpressServer } from './create-express-server.js';
import { serveApp } from './serve-app.js';

export type RunningHttpServer = {
  port: number;
  /** Serves what is already on its way, stops accepting, lets running requests end, closes idle connections. */
  close: () => Promise<void>;
};

/**
 * Listens and resolves with the real port; rejects when the port is taken.
 * Header, body and idle time limits are set here, so that a slow client holds a connection, never a worker.
 * @param configure called before it listens: tests look at requests before the app, and shorten time limits
 */
export const listen = async (
  app: Express,
  port: number,
  configure?: (server: Server) => void,
): Promise<RunningHttpServer> => {
  const server = createExpressServer(app, { requireHostHeader: false });
  serveApp(server, app);
  server.headersTimeout = 10_000;
  server.requestTimeout = 30_000;
  server.keepAliveTimeout = 65_000;
  configure?.(server);
  const { destroySilent } = watchConnections(server);
  server.listen(port);
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, close: () => closeServer(server, destroySilent) };
};

/** Shorter than `headersTimeout`, after which Node answers 408 to somebody who has asked nothing. */
const silentMaxMs = 5_000;

/**
 * Node takes a connection on which nothing was ever sent for one at work: after a while it answers 408, which a client
 * takes for the answer to the first request that it sends there, and once the server closes no time limit of it
 * holds any more: a connection that a client or a load balancer opened in advance would hold up the stop.
 */
const watchConnections = (server: Server): { destroySilent: (olderThanMs?: number) => void } => {
  /** Of connections on which nothing was read when they were last looked at. */
  const openedAtMs = new Map<Socket, number>();
  let sweeping: NodeJS.Timeout | undefined;
  const destroySilent = (olderThanMs = 0): void => {
    const beforeMs = performance.now() - olderThanMs;
    for (const [socket, openedMs] of openedAtMs) {
      if (socket.bytesRead > 0) openedAtMs.delete(socket);
      else if (openedMs <= beforeMs) socket.destroy();
    }
  };
  const sweep = (): void => {
    destroySilent(silentMaxMs);
    sweeping = openedAtMs.size > 0 ? setTimeout(sweep, silentMaxMs / 2).unref() : undefined;
  };
  server.on('connection', (socket: Socket) => {
    openedAtMs.set(socket, performance.now());
    socket.on('close', () => openedAtMs.delete(socket));
    sweeping ??= setTimeout(sweep, silentMaxMs / 2).unref();
  });
  server.once('close', () => clearTimeout(sweeping));
  return { destroySilent };
};

/**
 * A request may have been sent, on a connection that looks idle here, before its sender can know of the stop: closing
 * at once would reset it. Long enough to read those, short beside the drain.
 */
const lingerMs = 500;

const closeServer = async (server: Server, destroySilent: () => void): Promise<void> => {
  // Answers under way say "connection: close", so that keep-alive clients do not send into a closing server.
  server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'));
  await delay(lingerMs);
  const closed = new Promise<void>((resolve, reject) => server.close((error) => (error ? reject(error) : resolve())));
  server.closeIdleConnections();
  // A request that began before the stop was answered without "connection: close": its connection idles only later.
  // By the first sweep the newest connection, too, has had its time to send a request.
  const sweeping = setInterval(() => {
    server.closeIdleConnections();
    destroySilent();
  }, lingerMs);
  await closed.finally(() => clearInterval(sweeping));
};
