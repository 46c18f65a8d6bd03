import { runContainer } from '../containers/run-container.js';
import { rabbitmqUser } from './node-files.js';
import type { RabbitmqStart, StartedRabbitmq } from './running-rabbitmq.js';
import { awaitRabbitmq } from './with-connection.js';

export const rabbitmqImage = 'rabbitmq:4.1.4-management';
/** The node's name, and with it the place of its data, contains the host's name. */
const hostname = 'rabbitmq';
const readyLimitMs = 120_000;
const stopGraceMs = 30_000;

/** In a container, with management and Prometheus plugins, which are on in this image. */
export const startRabbitmqContainer = async (start: RabbitmqStart): Promise<StartedRabbitmq> => {
  const { password, ports, exec, stop } = await runContainer(
    {
      server: 'rabbitmq',
      image: rabbitmqImage,
      hostname,
      env: (given) => ({ RABBITMQ_DEFAULT_USER: rabbitmqUser, RABBITMQ_DEFAULT_PASS: given }),
      dataPath: '/var/lib/rabbitmq',
      ports: [5_672, 15_672, 15_692],
      stopSignal: 'SIGTERM',
      stopGraceMs,
      awaitReady: (login) => awaitRabbitmq(amqpUrl(login.password, login.ports[0]), readyLimitMs),
    },
    start,
  );
  const [amqp, management = 0, prometheus = 0] = ports;
  return {
    url: amqpUrl(password, amqp),
    managementUrl: `http://${rabbitmqUser}:${password}@127.0.0.1:${management}`,
    prometheusUrl: `http://127.0.0.1:${prometheus}/metrics`,
    kind: 'container',
    nodeName: `rabbit@${hostname}`,
    rabbitmqctl: (args) => exec(['rabbitmqctl', ...args]),
    stop,
  };
};

const amqpUrl = (password: string, port = 0): string => `amqp://${rabbitmqUser}:${password}@127.0.0.1:${port}`;
