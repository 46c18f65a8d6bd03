import { choosePorts, isFree } from '../files/choose-ports.js';

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
