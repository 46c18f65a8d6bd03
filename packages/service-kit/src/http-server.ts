import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Express } from 'express';

export type RunningHttpServer = {
  port: number;
  /** Serves what is already on its way, stops accepting, lets running requests end, closes idle connections. */
  close: () => Promise<void>;
};

/**
 * Listens and resolves with the real port; rejects when the port is taken.
 * Header, body and idle time limits are set here, so that a slow client holds a connection, never a worker.
 * @param configure for what one service alone wants of its server
 */
export const listen = async (
  app: Express,
  port: number,
  configure?: (server: Server) => void,
): Promise<RunningHttpServer> => {
  const server = await new Promise<Server>((resolve, reject) => {
    const starting: Server = app.listen(port, (error?: Error) => {
      if (error) reject(error);
      else resolve(starting);
    });
  });
  server.headersTimeout = 10_000;
  server.requestTimeout = 30_000;
  server.keepAliveTimeout = 65_000;
  configure?.(server);
  return { port: (server.address() as AddressInfo).port, close: () => closeServer(server) };
};

/**
 * A request may have been sent, on a connection that looks idle here, before its sender can know of the stop: closing
 * at once would reset it. Long enough to read those, short beside the drain.
 */
const lingerMs = 500;

const closeServer = async (server: Server): Promise<void> => {
  // Answers under way say "connection: close", so that keep-alive clients do not send into a closing server.
  server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'));
  await delay(lingerMs);
  const closed = new Promise<void>((resolve, reject) => server.close((error) => (error ? reject(error) : resolve())));
  server.closeIdleConnections();
  // A request that began before the stop was answered without "connection: close": its connection idles only later.
  const sweeping = setInterval(() => server.closeIdleConnections(), lingerMs);
  await closed.finally(() => clearInterval(sweeping));
};
