import type { TcpProxy } from '@delivery/test-support';
import type { Fault, Part, Replicas, Scene } from './fault.js';

type Disturbance = { name: string; summary: string; disturb: (proxy: TcpProxy) => void };

const slowMs = 150;

const disturbances: readonly Disturbance[] = [
  { name: 'cut', summary: 'resets its connections and refuses new ones', disturb: (proxy) => proxy.cut() },
  { name: 'stall', summary: 'passes no byte on, with connections open', disturb: (proxy) => proxy.stall() },
  { name: 'slow', summary: `holds every piece of data for ${slowMs} ms`, disturb: (proxy) => proxy.slow(slowMs) },
];

/** Faults of TCP between two parts, made by the proxies in between. */
export const createNetworkFaults = (
  part: Part,
  replicas: readonly [Replicas, ...Replicas[]],
  proxiesOf: (scene: Scene) => readonly TcpProxy[],
): Fault[] =>
  disturbances.map(({ name, summary, disturb }) => ({
    part,
    name,
    summary,
    replicas,
    inject: (scene) => {
      const proxies = proxiesOf(scene);
      proxies.forEach(disturb);
      return Promise.resolve(() => {
        proxies.forEach((proxy) => proxy.restore());
        return Promise.resolve();
      });
    },
  }));
