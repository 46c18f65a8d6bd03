import type { ServiceName } from '@delivery/test-support';
import type { Fault } from './fault.js';
import { createNetworkFaults } from './network-faults.js';

/** The first replica is hit; where there is a second, it stays. */
const victim = 0;

export const createServiceFaults = (part: ServiceName): Fault[] => [
  {
    part,
    name: 'sigkill',
    summary: 'SIGKILL for one replica, started again later',
    replicas: [1, 2],
    inject: async ({ stage: { product } }) => {
      await product.kill(part, victim);
      return () => product.start(part, victim);
    },
  },
  {
    part,
    name: 'sigterm',
    summary: 'SIGTERM for one replica, which drains and must exit with 0, started again later',
    replicas: [1, 2],
    inject: async ({ stage: { product } }) => {
      const exit = await product.kill(part, victim, 'SIGTERM');
      if (exit?.code !== 0) throw new Error(`${part} ended with ${exit?.code ?? exit?.signal} after SIGTERM`);
      return () => product.start(part, victim);
    },
  },
  {
    part,
    name: 'sigstop',
    summary: 'SIGSTOP for one replica, continued later',
    replicas: [1, 2],
    inject: async ({ stage: { product } }) => {
      await product.kill(part, victim, 'SIGSTOP');
      return async () => {
        await product.kill(part, victim, 'SIGCONT');
      };
    },
  },
  ...createNetworkFaults(part, [1, 2], ({ stage }) => [stage.brokerProxies[part]]),
];
