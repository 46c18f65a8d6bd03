import { gauge, type Registry } from '@delivery/service-kit';
import { listLoops } from '../create-engine.js';

export type WorkSources = {
  consumers: () => ReadonlyMap<string, { outageMs: () => number }>;
  engine: Parameters<typeof listLoops>[0];
};

/** Parts that can stop while the rest continues. */
export const exportWork = (registry: Registry, { consumers, engine }: WorkSources): void => {
  gauge(registry, {
    name: 'order_state_consumer_paused_seconds',
    help: 'For how long a consumer has been able to handle nothing, by queue; 0: it is at work.',
    labelNames: ['queue'],
    collect: (self) => {
      for (const [queue, { outageMs }] of consumers()) self.set({ queue }, outageMs() / 1_000);
    },
  });
  gauge(registry, {
    name: 'order_state_loop_failures',
    help: 'How often a loop has failed in a row, by loop.',
    labelNames: ['loop'],
    collect: (self) => {
      for (const { loop, failures } of listLoops(engine)) self.set({ loop }, failures());
    },
  });
};
