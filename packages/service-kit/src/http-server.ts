import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Express } from 'express';

export type RunningHttpServer = {
  port: number;
  /** Stops accepting, lets running requests end, closes idle keep-alive connections at once. */
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

const closeServer = async (server: Server): Promise<void> => {
  // Answers under way say "connection: close", so that keep-alive clients do not send into a closing server.
  server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'));
  const closed = new Promise<void>((resolve, reject) => server.close((error) => (error ? reject(error) : resolve())));
  server.closeIdleConnections();
  await closed;
};
