/**
 * docs/metrics.md: `npm run metrics:docs` writes it from the metrics that the services register, `--check` fails where
 * the committed file differs. The services and the courier simulator must be built; nothing is started, because registering reads nothing.
 */
import { createRegistry } from '../packages/service-kit/dist/index.js';
import { writeOrCheck } from './generated-document.js';

const root = new URL('../', import.meta.url);
const target = new URL('docs/metrics.md', root);

/** What a gauge is read from at a scrape, which never happens here. */
const unread = { clock: {}, connections: {}, directory: {}, broker: {}, pools: {} };

const services = [
  {
    name: 'intake-api',
    register: async (registry) => {
      const { createIntakeMetrics, exportState } = await load('intake-api/dist/metrics.js');
      createIntakeMetrics(registry);
      exportState(registry, unread);
    },
  },
  {
    name: 'order-state',
    register: async (registry) => {
      const { createMetrics } = await load('order-state/dist/metrics.js');
      const { exportState } = await load('order-state/dist/monitoring/export-state.js');
      createMetrics(registry);
      exportState(registry, unread);
    },
  },
  {
    name: 'webhook-dispatcher',
    register: async (registry) => {
      const { createDispatcherMetrics, exportState } = await load('webhook-dispatcher/dist/metrics.js');
      createDispatcherMetrics(registry);
      exportState(registry, unread);
    },
  },
  {
    name: 'courier-simulator',
    register: async (registry) => {
      const { createSimulatorMetrics, exportState } = await import('../packages/courier-simulator/dist/metrics.js');
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

const table = (metrics) =>
  [
    '| metric | type | labels | meaning |',
    '|---|---|---|---|',
    ...metrics.map(
      ({ name, type, labels, help }) =>
        `| \`${name}\` | ${type} | ${labels.map((label) => `\`${label}\``).join(', ')} | ${help.replaceAll('|', '\\|')} |`,
    ),
  ].join('\n');

const render = async () => {
  const sections = await Promise.all(
    services.map(async (service) => `## ${service.name}\n\n${table(await listOwn(service))}`),
  );
  return `# Metrics

Generated from the code by \`npm run metrics:docs\`. Every service answers \`GET /metrics\` in Prometheus' text format, and adds the
label \`service\` to each series. No label holds an id, a URL or anything else that grows with merchants or orders.

What order-state reads from Postgres is the same on every replica, so a query takes \`max()\` or \`min()\` over replicas, never \`sum()\`. It is read at
most once in three seconds however often it is scraped. While Postgres does not answer these series are absent, and everything else is
exported all the same. Queue depths and consumers come from RabbitMQ's own exporter.

${sections.join('\n\n')}

## Every service: the process and Node

${table(ofProcess)}
`;
};

await writeOrCheck(target, await render(), 'docs/metrics.md is not what the services export: npm run metrics:docs');
