/**
 * docs/metrics.md: `npm run metrics:docs` writes it from the metrics that the services register, `--check` fails where
 * the committed file differs. The services and the courier simulator must be built; nothing is started, because
 * registering reads nothing.
 */
import { createRegistry } from '../packages/service-kit/dist/index.js';
import { writeOrCheck } from './generated-document.js';

const root = new URL('../', import.meta.url);
const target = new URL('docs/metrics.md', root);

/** The sources that gauges read at a scrape; no scrape happens here. */
const unread = { clock: {}, connections: {}, directory: {}, broker: {}, pools: {} };

const services = [
  {
    name: 'intake-api',
    register: async (registry) => {
      const { createIntakeMetrics, exportState } = await load('intake-api/dist/modules/metrics.js');
      createIntakeMetrics(registry);
      exportState(registry, unread);
    },
  },
  {
    name: 'order-state',
    register: async (registry) => {
      const { createMetrics } = await load('order-state/dist/modules/metrics.js');
      const { exportState } = await load('order-state/dist/modules/monitoring/export-state.js');
      createMetrics(registry);
      exportState(registry, unread);
    },
  },
  {
    name: 'webhook-dispatcher',
    register: async (registry) => {
      const { createDispatcherMetrics, exportState } = await load('webhook-dispatcher/dist/modules/metrics.js');
      createDispatcherMetrics(registry);
      exportState(registry, unread);
    },
  },
  {
    name: 'courier-simulator',
    register: async (registry) => {
      const { createSimulatorMetrics, exportState } =
        await import('../packages/courier-simulator/dist/modules/metrics.js');
      createSimulatorMetrics(registry);
      exportState(registry, unread);
    },
  },
];

const load = (path) => import(new URL(`services/${path}`, root).href);

const listMetrics = (registry) =>
  registry
    .getMetricsAsArray()
    .map(({ name, help, type, labelNames }) => ({ name, help, type: String(type), labels: labelNames ?? [] }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));

const ofProcess = listMetrics(createRegistry('any'));
const namesOfProcess = new Set(ofProcess.map(({ name }) => name));

const listOwn = async ({ register }) => {
  const registry = createRegistry('any');
  await register(registry);
  return listMetrics(registry).filter(({ name }) => !namesOfProcess.has(name));
};

/** The end of these gauges' help, for readers of Prometheus. The document has a mark instead, and explains it once. */
const sameOnAll = ' Every replica tells the same: never sum().';

const meaningOf = ({ name, type, help }) => {
  if (name.endsWith('_total') !== (type === 'counter'))
    throw new Error(`${name} is a ${type}: counters, and they alone, end in _total`);
  const meaning = help.replace(sameOnAll, ' †');
  return type === 'histogram' ? `${meaning} (histogram)` : meaning;
};

const seriesOf = ({ name, labels }) => (labels.length > 0 ? `${name}{${labels.join(',')}}` : name);

const list = (metrics) => metrics.map((metric) => `- \`${seriesOf(metric)}\`: ${meaningOf(metric)}`).join('\n');

const render = async () => {
  const sections = await Promise.all(
    services.map(async (service) => `## ${service.name}\n\n${list(await listOwn(service))}`),
  );
  return `# Metrics

Generated from the code by \`npm run metrics:docs\`. Every service answers \`GET /metrics\` in Prometheus' text format, with the label
\`service\`. No label grows with merchants or orders. What ends in \`_total\` is a counter, what is marked so a histogram, everything else a gauge.

†: read from Postgres, at most once in three seconds. Every replica tells the same, so a query takes \`max()\` or \`min()\`, never
\`sum()\`. While Postgres does not answer these series are absent. Queue depths and consumers come from RabbitMQ's own exporter.

${sections.join('\n\n')}

Every service has the ${ofProcess.length} metrics \`process_…\` and \`nodejs_…\` of [prom-client](https://github.com/siimon/prom-client#default-metrics), too.
`;
};

await writeOrCheck(target, await render(), 'docs/metrics.md is not what the services export: npm run metrics:docs');
