import { createServiceProcess, type ProcessName, type ServiceName, type ServiceProcess } from './service-process.js';

export const serviceNames: readonly ServiceName[] = ['order-state', 'intake-api', 'webhook-dispatcher'];

/** The replicas of a product, added as they are asked for. */
export const createServices = (environmentOf: (name: ProcessName) => Record<string, string>) => {
  const all: ServiceProcess[] = [];
  const find = (name: ProcessName, replica: number) =>
    all.find((service) => service.name === name && service.replica === replica);
  return {
    all,
    /** The replicas that get calls: as in a cluster those that have been ready, or all that listen when there are none. */
    inRotation: (name: ProcessName): ServiceProcess[] => {
      const listening = all.filter((service) => service.name === name && service.isListening());
      const ready = listening.filter((service) => service.hasBeenReady());
      return ready.length > 0 ? ready : listening;
    },
    get: (name: ProcessName, replica = 0): ServiceProcess => {
      const service = find(name, replica);
      if (!service) throw new Error(`there is no ${name} ${replica}`);
      return service;
    },
    provide: (name: ProcessName, replica: number): ServiceProcess => {
      const known = find(name, replica);
      if (known) return known;
      const added = createServiceProcess({ name, replica, env: () => environmentOf(name) });
      all.push(added);
      return added;
    },
  };
};
