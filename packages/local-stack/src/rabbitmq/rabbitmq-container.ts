import { join } from 'node:path';
import { keptPassword } from '../containers/kept-password.js';
import { volumeFor } from '../containers/volume.js';
import { awaitRabbitmq } from './await-rabbitmq.js';
import type { RabbitmqStart, RunningRabbitmq } from './find-or-start-rabbitmq.js';
import { rabbitmqUser } from './node-files.js';

const image = 'rabbitmq:4.1-management';
const hostname = 'rabbitmq';
const managementPort = 15_672;
const prometheusPort = 15_692;
const readyLimitMs = 60_000;

/** Through testcontainers; the data is in a named volume, so it is there at the next start. */
export const startRabbitmqContainer = async ({ dataDir, log }: RabbitmqStart): Promise<RunningRabbitmq> => {
  log(`starting a container of ${image}`);
  // Loaded on demand: no other way of running needs it, and it is large.
  const { RabbitMQContainer } = await import('@testcontainers/rabbitmq');
  const password = keptPassword(join(dataDir, 'rabbitmq'));
  const container = await new RabbitMQContainer(image)
    // The node's name, and with it the place of its data, contains the host's name.
    .withHostname(hostname)
    .withEnvironment({ RABBITMQ_DEFAULT_USER: rabbitmqUser, RABBITMQ_DEFAULT_PASS: password })
    .withExposedPorts(managementPort, prometheusPort)
    .withBindMounts([{ source: volumeFor(dataDir, 'rabbitmq'), target: '/var/lib/rabbitmq' }])
    .start();
  const host = container.getHost();
  const url = `amqp://${rabbitmqUser}:${password}@${host}:${container.getMappedPort(5_672)}`;
  await awaitRabbitmq(url, readyLimitMs);
  return {
    url,
    managementUrl: `http://${rabbitmqUser}:${password}@${host}:${container.getMappedPort(managementPort)}`,
    prometheusUrl: `http://${host}:${container.getMappedPort(prometheusPort)}/metrics`,
    kind: 'container',
    nodeName: `rabbit@${hostname}`,
    rabbitmqctl: async (args) => {
      const { exitCode, output } = await container.exec(['rabbitmqctl', ...args]);
      if (exitCode !== 0) throw new Error(`rabbitmqctl ${args[0] ?? ''} failed: ${output}`);
      return output;
    },
    stop: async () => {
      await container.stop();
    },
  };
};
