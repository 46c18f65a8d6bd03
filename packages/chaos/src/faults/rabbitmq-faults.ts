import type { Fault } from './fault.js';
import { createNetworkFaults } from './network-faults.js';
import { createServerFaults } from './server-faults.js';

const alarm = (name: string, summary: string, raise: readonly string[], clear: readonly string[]): Fault => ({
  part: 'rabbitmq',
  name,
  summary,
  replicas: [2],
  inject: async ({ stage: { rabbitmqctl } }) => {
    await rabbitmqctl(raise);
    return async () => {
      await rabbitmqctl(clear);
    };
  },
});

export const rabbitmqFaults: readonly Fault[] = [
  ...createServerFaults('rabbitmq', (stage) => stage.rabbitmqServer),
  ...createNetworkFaults('rabbitmq', [2], ({ stage }) => Object.values(stage.brokerProxies)),
  alarm(
    'memory-alarm',
    'lowers the memory watermark below what is used: publishers are blocked',
    ['set_vm_memory_high_watermark', 'absolute', '1MB'],
    ['set_vm_memory_high_watermark', 'absolute', '1GB'],
  ),
  alarm(
    'disk-alarm',
    'raises the disk limit above what is free: publishers are blocked',
    ['set_disk_free_limit', '900000GB'],
    ['set_disk_free_limit', '200MB'],
  ),
  {
    part: 'rabbitmq',
    name: 'close-connections',
    summary: 'closes every connection from the server side, once',
    replicas: [1, 2],
    inject: async ({ stage: { rabbitmqctl } }) => {
      await rabbitmqctl(['close_all_connections', 'chaos']);
      return () => Promise.resolve();
    },
  },
];
