import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the usual ephemeral range, so that no outgoing connection of this machine borrows a port kept for later. */
const lowestPort = 20_000;
const highestPort = 32_000;
const tryMax = 200;

/**
 * As many free loopback ports as asked for: those kept from the last start where all of them are still free, else new
 * ones. Another process may take one before it is used, so the caller must be ready to choose again.
 */
export const choosePorts = async (count: number, kept: readonly number[] = []): Promise<number[]> => {
  if (kept.length === count && (await areFree(kept))) return [...kept];
  return freePorts(count);
};

const areFree = async (ports: readonly number[]): Promise<boolean> =>
  (await Promise.all(ports.map(isFree))).every((free) => free);

const freePorts = async (count: number): Promise<number[]> => {
  const ports = new Set<number>();
  for (let tries = 0; tries < tryMax && ports.size < count; tries += 1) {
    const port = randomInt(lowestPort, highestPort);
    if (await isFree(port)) ports.add(port);
  }
  if (ports.size < count) throw new Error(`there are not ${count} free ports between ${lowestPort} and ${highestPort}`);
  return [...ports];
};

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)));
  });
