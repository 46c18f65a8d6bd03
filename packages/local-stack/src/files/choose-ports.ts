import { randomInt } from 'node:crypto';
import { createServer, type ListenOptions, type Server } from 'node:net';

/** Below the usual ephemeral range, so that no outgoing connection of this machine borrows a port kept for later. */
const lowestPort = 20_000;
const highestPort = 32_000;
const tryMax = 200;

/** Ports that this process has chosen: until it ends, no other process chooses them, and none is chosen twice. */
const reserved = new Map<number, Server>();

/**
 * As many free loopback ports as asked for: those kept from the last start where all of them are still free, else new
 * ones. A program that does not choose its ports here may take one before it is used, so the caller must be ready to
 * choose again.
 */
export const choosePorts = async (count: number, kept: readonly number[] = []): Promise<number[]> => {
  if (kept.length === count && (await areFree(kept))) return [...kept];
  return freePorts(count);
};

const areFree = async (ports: readonly number[]): Promise<boolean> => {
  const free = await Promise.all(ports.map(isFreeHere));
  return free.every(Boolean);
};

const freePorts = async (count: number): Promise<number[]> => {
  const ports = new Set<number>();
  for (let tries = 0; tries < tryMax && ports.size < count; tries += 1) {
    const port = randomInt(lowestPort, highestPort);
    if (!reserved.has(port) && (await isFreeHere(port))) ports.add(port);
  }
  if (ports.size < count) throw new Error(`there are not ${count} free ports between ${lowestPort} and ${highestPort}`);
  return [...ports];
};

const isFreeHere = async (port: number): Promise<boolean> =>
  (await reserve(port)) && (await isFree({ port, host: '127.0.0.1' }));

/**
 * A port is free between its choice and its use, and whenever its server restarts. A listening socket under an abstract
 * name reserves it meanwhile, and ends with the process. Only Linux has abstract names.
 */
const reserve = async (port: number): Promise<boolean> => {
  if (reserved.has(port) || process.platform !== 'linux') return true;
  const server = await tryListen({ path: `\0delivery-port-${port}` });
  if (!server) return false;
  reserved.set(port, server.unref());
  return true;
};

/** Whether nothing listens there. */
const isFree = async (address: ListenOptions): Promise<boolean> => {
  const server = await tryListen({ ...address, exclusive: true });
  if (server) await new Promise((resolve) => server.close(resolve));
  return server !== undefined;
};

const tryListen = (options: ListenOptions): Promise<Server | undefined> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen(options, () => resolve(server));
  });

export type ServicePorts = {
  intakeApi: number;
  orderState: number;
  webhookDispatcher: number;
  courierSimulator: number;
};

/**
 * The services' ports: from the environment, else the usual ones, else free ones.
 * @throws Error that names the variable when a port asked for is not usable
 */
export const chooseServicePorts = async (
  env: NodeJS.ProcessEnv,
  log: (line: string) => void,
): Promise<ServicePorts> => {
  const portOf = async (name: string, usual: number): Promise<number> => {
    const given = env[name];
    if (given !== undefined && given !== '') return parsePort(name, given);
    if (await isFree({ port: usual })) return usual;
    const [free = 0] = await choosePorts(1);
    log(`port ${usual} is taken: using ${free} (set ${name} to choose)`);
    return free;
  };
  return {
    intakeApi: await portOf('INTAKE_API_PORT', 8080),
    orderState: await portOf('ORDER_STATE_PORT', 8081),
    webhookDispatcher: await portOf('WEBHOOK_DISPATCHER_PORT', 8082),
    courierSimulator: await portOf('COURIER_SIMULATOR_PORT', 8083),
  };
};

/** It is looked for on every address, as the services listen. */
const parsePort = async (name: string, given: string): Promise<number> => {
  const port = Number(given);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new Error(`${name}: expected a port from 1 to 65535`);
  if (!(await isFree({ port }))) throw new Error(`${name}: port ${port} is taken by another process`);
  return port;
};
