import type { Fault } from './fault.js';
import { merchantFaults } from './merchant-faults.js';
import { createNetworkFaults } from './network-faults.js';
import { postgresFaults } from './postgres-faults.js';
import { rabbitmqFaults } from './rabbitmq-faults.js';
import { createServiceFaults } from './service-faults.js';
import { tillFaults } from './till-faults.js';

const killBothServers: Fault = {
  part: 'both-servers',
  name: 'sigkill',
  summary: 'kills RabbitMQ and Postgres at once and starts both again later',
  replicas: [1, 2],
  inject: async ({ stage: { rabbitmqServer, postgresServer } }) => {
    await Promise.all([rabbitmqServer.kill9(), postgresServer.kill9()]);
    return async () => {
      await Promise.all([rabbitmqServer.start(), postgresServer.start()]);
    };
  },
};

const killEverything: Fault = {
  part: 'everything',
  name: 'sigkill',
  summary: 'kills RabbitMQ, Postgres and every service at once and starts all of them again later',
  replicas: [1, 2],
  inject: async ({ stage: { rabbitmqServer, postgresServer, product } }) => {
    const services = product.services.filter((service) => service.isRunning());
    await Promise.all([rabbitmqServer.kill9(), postgresServer.kill9(), ...services.map((service) => service.kill())]);
    return async () => {
      await Promise.all([rabbitmqServer.start(), postgresServer.start()]);
      await Promise.all(services.map(({ name, replica }) => product.start(name, replica)));
    };
  },
};

/** The HTTP calls of intake-api to order-state: directory, reads and management. Commands and verdicts go over RabbitMQ. */
const httpFaults = createNetworkFaults('order-state-http', [1, 2], ({ stage }) => [stage.orderStateProxy]);

const allFaults: readonly Fault[] = [
  ...createServiceFaults('intake-api'),
  ...createServiceFaults('order-state'),
  ...createServiceFaults('webhook-dispatcher'),
  ...httpFaults,
  ...rabbitmqFaults,
  ...postgresFaults,
  killBothServers,
  killEverything,
  ...merchantFaults,
  ...tillFaults,
];

export const faultTitle = ({ part, name }: Pick<Fault, 'part' | 'name'>): string => `${part}:${name}`;

/**
 * The faults that `--only` names: `part`, `part:fault`, several with commas. Nothing given: all of them.
 * @throws Error for a name that no fault has
 */
export const selectFaults = (only: string | undefined): readonly Fault[] => {
  if (only === undefined) return allFaults;
  const wanted = only.split(',').map((name) => name.trim());
  const matches = (fault: Fault, name: string) => name === fault.part || name === faultTitle(fault);
  for (const name of wanted) {
    if (!allFaults.some((fault) => matches(fault, name))) throw new Error(`no fault is called ${name}: see --list`);
  }
  return allFaults.filter((fault) => wanted.some((name) => matches(fault, name)));
};
