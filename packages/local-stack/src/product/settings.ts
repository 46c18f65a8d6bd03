import { createServer } from 'node:net';
import { choosePorts } from '../files/choose-ports.js';

export type ServicePorts = {
  intakeApi: number;
  orderState: number;
  webhookDispatcher: number;
  courierSimulator: number;
};

const wanted = [
  ['INTAKE_API_PORT', 8080],
  ['ORDER_STATE_PORT', 8081],
  ['WEBHOOK_DISPATCHER_PORT', 8082],
  ['COURIER_SIMULATOR_PORT', 8083],
] as const;

/**
 * The services' ports: from the environment, else the usual ones, else free ones.
 * @throws Error that names the variable when a port asked for is not usable
 */
export const chooseServicePorts = async (
  env: NodeJS.ProcessEnv,
  log: (line: string) => void,
): Promise<ServicePorts> => {
  const [intakeApi, orderState, webhookDispatcher, courierSimulator] = await Promise.all(
    wanted.map(async ([name, usual]) => {
      const given = env[name];
      if (given !== undefined && given !== '') return parsePort(name, given);
      if (await isFree(usual)) return usual;
      const [free] = await choosePorts(1);
      if (free === undefined) throw new Error('no free port found');
      log(`port ${usual} is taken: using ${free} (set ${name} to choose)`);
      return free;
    }),
  );
  if (
    intakeApi === undefined ||
    orderState === undefined ||
    webhookDispatcher === undefined ||
    courierSimulator === undefined
  )
    throw new Error('no ports');
  return { intakeApi, orderState, webhookDispatcher, courierSimulator };
};

const parsePort = async (name: string, given: string): Promise<number> => {
  const port = Number(given);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new Error(`${name}: expected a port from 1 to 65535`);
  if (!(await isFree(port))) throw new Error(`${name}: port ${port} is taken by another process`);
  return port;
};

/** On every address, as the services listen. */
const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, () => server.close(() => resolve(true)));
  });
