import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

export { Counter, Gauge, Histogram, Registry } from 'prom-client';

/**
 * Between two looks at the event loop, in milliseconds: each wakes an idle process, and every lag that it reports
 * includes one.
 */
const eventLoopMonitoringPrecision = 100;

/** A registry with the process' own metrics (CPU, memory, event-loop lag, garbage collection). */
export const createRegistry = (service: string): Registry => {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision });
  return registry;
};

/** Seconds; from a fast hop on one machine to the longest attempt. */
export const secondsBuckets = [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

type Labels<T extends string> = { name: string; help: string; labelNames?: readonly T[] };

export const counter = <T extends string = never>(registry: Registry, spec: Labels<T>): Counter<T> =>
  new Counter({ ...spec, labelNames: spec.labelNames ?? [], registers: [registry] });

/** `collect` is asked at scrape time, so that nothing keeps a gauge up to date in between. */
export const gauge = <T extends string = never>(
  registry: Registry,
  spec: Labels<T> & { collect?: (gauge: Gauge<T>) => void | Promise<void> },
): Gauge<T> => {
  const { collect, ...rest } = spec;
  const settings = { ...rest, labelNames: spec.labelNames ?? [], registers: [registry] };
  if (!collect) return new Gauge(settings);
  return new Gauge({
    ...settings,
    collect(this: Gauge<T>) {
      return collect(this);
    },
  });
};

/** Adds gauges that are read when they are scraped. */
export const gaugeReader =
  (registry: Registry) =>
  (name: string, help: string, value: () => number): void =>
    void gauge(registry, { name, help, collect: (self) => self.set(value()) });

export const histogram = <T extends string = never>(
  registry: Registry,
  spec: Labels<T> & { buckets?: number[] },
): Histogram<T> =>
  new Histogram({
    ...spec,
    labelNames: spec.labelNames ?? [],
    buckets: spec.buckets ?? secondsBuckets,
    registers: [registry],
  });
