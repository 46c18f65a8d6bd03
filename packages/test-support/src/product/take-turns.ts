import type { ServiceProcess } from './service-process.js';

/** The base URL of one running replica after the other, as behind a load balancer. */
export const takeTurns = (findIntakes: () => readonly ServiceProcess[]): (() => string) => {
  let turn = 0;
  return () => {
    const replicas = findIntakes();
    turn += 1;
    const replica = replicas[turn % replicas.length];
    if (!replica) throw new Error('no intake-api is running');
    return replica.url();
  };
};
