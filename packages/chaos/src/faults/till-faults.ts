import type { Fault } from './fault.js';
import { createNetworkFaults } from './network-faults.js';

/** Faults of one merchant's till, beside its death now and then in every round. The other merchants' tills go on. */
export const tillFaults: readonly Fault[] = [
  {
    part: 'till',
    name: 'sigkill',
    summary: 'is killed with what it has in hand, and started again later',
    replicas: [1, 2],
    inject: ({ shops: [victim] }) => {
      const start = victim.till.die();
      return Promise.resolve(() => Promise.resolve(start()));
    },
  },
  ...createNetworkFaults('till', [2], ({ shops: [victim] }) => [victim.till.proxy]),
];
