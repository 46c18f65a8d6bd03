import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { queues } from '@delivery/contracts';
import { findOrUnpackPrometheus } from '@delivery/local-stack';
import {
  buildOrder,
  type EndpointServer,
  pollUntil,
  type Product,
  startEndpointServer,
  startProduct,
} from '@delivery/test-support';
import { exportedElsewhere, listExported, listMetricNames } from './support/metric-names.js';
import { listQueries, readRules } from './support/queries.js';
import { type RunningPrometheus, runPrometheus, type Target } from './support/run-prometheus.js';
import { processNames } from './support/service-config.js';

const queueFamilies = ['queue_coarse_metrics', 'queue_consumer_count', 'ra_metrics'];

/** Grafana puts an interval in here. */
const forPrometheus = (expr: string): string => expr.replaceAll('$__rate_interval', '1m');

describe('alerts, dashboards and autoscalers', () => {
  let product: Product;
  let targets: Target[];
  let prometheus: RunningPrometheus;
  let receiver: EndpointServer;
  const closers: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    product = await startProduct({ replicas: { 'courier-simulator': 1 } });
    closers.unshift(product.close);
    receiver = await startEndpointServer();
    closers.unshift(receiver.close);
    targets = await listTargets(product);
    prometheus = await runPrometheus(await findOrUnpackPrometheus({ env: process.env, dataDir: tmpdir() }), targets);
    closers.unshift(prometheus.stop);
  }, 180_000);
  afterAll(async () => {
    for (const close of closers) await close();
  }, 60_000);

  const waitForValue = (expr: string, value: string) =>
    pollUntil(`${expr} is ${value}`, async () => (await prometheus.query(expr)).find((row) => row.value[1] === value));

  it('ask only for metrics that are really exported', async () => {
    const texts = await Promise.all(targets.map(async ({ url, params }) => fetchText(url, params)));
    const recorded = readRules().flatMap(({ record }) => record ?? []);
    const elsewhere = Object.values(exportedElsewhere).flat();
    const known = new Set([...texts.flatMap(listExported), ...recorded, ...elsewhere, 'up']);
    const unknown = listQueries().flatMap(({ where, expr }) =>
      listMetricNames(expr)
        .filter((name) => !known.has(name))
        .map((name) => `${where}: ${name}`),
    );
    expect(unknown).toEqual([]);
    const asked = new Set(listQueries().flatMap(({ expr }) => listMetricNames(expr)));
    expect(elsewhere.filter((name) => !asked.has(name))).toEqual([]);
  });

  it('are queries that Prometheus answers, over the running product', async () => {
    const merchant = await product.createMerchant({ webhookUrl: receiver.url });
    const { body } = await merchant.create(buildOrder());
    await merchant.ready((body as { id: string }).id);
    await product.waitForQuiet();
    await waitForValue('max(order_state_deliveries{state="delivered"})', '2');
    await waitForValue('count(up == 1)', String(targets.length));
    await waitForValue('count(delivery:queue_consumers:max > 0)', String(2 * Object.keys(queues).length));
    await waitForValue('min(order_state_ledger_balanced)', '1');
    for (const { expr } of listQueries()) await prometheus.query(forPrometheus(expr));
    const critical = await prometheus.query('ALERTS{severity="critical",alertstate="firing"}');
    expect(critical.map(({ metric }) => metric['alertname'])).toEqual([]);
  }, 120_000);
});

/** The broker says by itself where its Prometheus plugin listens. */
const listTargets = async ({ vhost, url }: Product): Promise<Target[]> => {
  const overview = (await vhost?.management('/api/overview')) as { listeners: { protocol: string; port: number }[] };
  const port = overview.listeners.find(({ protocol }) => protocol === 'http/prometheus')?.port;
  if (!port) throw new Error('the broker has no Prometheus plugin');
  const rabbitmq = `http://127.0.0.1:${port}/metrics`;
  return [
    ...processNames.map((job) => ({ job, url: `${url(job)}/metrics` })),
    { job: 'rabbitmq', url: rabbitmq },
    { job: 'rabbitmq-queues', url: `${rabbitmq}/detailed`, params: { family: queueFamilies } },
  ];
};

const fetchText = async (url: string, params: Target['params'] = {}): Promise<string> => {
  const address = new URL(url);
  for (const [name, values] of Object.entries(params))
    for (const value of values) address.searchParams.append(name, value);
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return answer.text();
};
