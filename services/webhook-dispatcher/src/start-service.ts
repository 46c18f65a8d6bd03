import { randomUUID } from 'node:crypto';
import {
  exchanges,
  type Heartbeat,
  heartbeatMs,
  queues,
  reportedAttemptsMax,
  schemaVersion,
  topologies,
} from '@delivery/contracts';
import {
  createHealthApp,
  findStalled,
  listen,
  missingOfConsumer,
  type ReadinessCheck,
  type StallableWork,
  toStallChecks,
} from '@delivery/http-edge';
import {
  type Connection,
  type Consumer,
  createConnection,
  createMessageConsumer,
  createPublisher,
  createUnconfirmedPublisher,
} from '@delivery/messaging';
import {
  createRegistry,
  createSealer,
  type Logger,
  type RunningService,
  serviceVersionOf,
  startHeartbeat,
} from '@delivery/service-kit';
import { startTracing, type Tracer } from '@delivery/tracing';
import { type Config, describeConfig } from './config.js';
import { type Agents, createAgents } from './connections/agents.js';
import {
  cacheResolutions,
  createGuardedLookup,
  createHostResolver,
  readHostsFile,
  type ResolveHost,
} from './connections/resolve-host.js';
import { createHandleDelivery } from './consumers/handle-delivery.js';
import { createReportAttempts } from './consumers/report-attempts.js';
import { createSlots } from './delivery/share-slots.js';
import { createDispatcherMetrics, type DispatcherMetrics, exportState } from './metrics.js';
import { assertAgentHook } from './posting/agent-hook.js';
import { createPostToEndpoint } from './posting/post-to-endpoint.js';

/**
 * Longer than the longest POST and the confirm of its report; with the publisher's time below the whole drain of 25 s.
 * A broker that confirms only after seconds may use it up: attempts that are not reported then are posted again, as are
 * those of two POSTs that both take long.
 */
const consumerDrainTimeoutMs = 21_000;
const publisherDrainTimeoutMs = 2_000;
/**
 * A delivery that comes again was most likely cut off by a lost connection, seldom by a crash of its own making.
 * Handled alone, a slow receiver's would hold up all others, so it takes more than the default of redeliveries.
 */
const isolateFromDeliveryCount = 10;
const monotonicMs = () => performance.now();

/** Attempts that linger in a report still hold their slots: a full report leaves as many slots as it takes. */
const fullReportOf = (prefetch: number): number => Math.min(reportedAttemptsMax, Math.ceil(prefetch / 2));

/** Composes the service and starts consuming and listening. It is ready once both broker connections are. */
export const startService = async (config: Config, logger: Logger): Promise<RunningService> => {
  assertAgentHook();
  const registry = createRegistry('webhook-dispatcher');
  const metrics = createDispatcherMetrics(registry);
  const resolve = cacheResolutions(createHostResolver(await readHostsFile()), monotonicMs);
  const agents = composeAgents(config, resolve, metrics);
  const broker = { urls: config.RABBITMQ_URL, topology: topologies['webhook-dispatcher'], logger };
  const publishing = createConnection({ ...broker, name: 'webhook-dispatcher.publish' });
  const consuming = createConnection({ ...broker, name: 'webhook-dispatcher.consume' });
  const tracing = await startTracing({ service: 'webhook-dispatcher', config, logger });
  const { tracer } = tracing;
  const consumer = startConsumer({ config, logger, metrics, agents, publishing, consuming, tracer });
  const stopping = new AbortController();
  const stallable = { [`consumer ${queues.deliveries}`]: () => missingOfConsumer(consumer) };

  exportState(registry, {
    load: () => consumer.load(),
    isConnected: () => publishing.isReady() && consuming.isReady(),
    isInOutage: () => consumer.isInOutage(),
  });
  const app = createHealthApp({
    registry,
    checks: [...readinessChecks(publishing, consuming), ...toStallChecks(stallable)],
    isStopping: () => stopping.signal.aborted,
  });
  const server = await listen(app, config.PORT);
  const stopHeartbeat = startHeartbeats(config, { port: server.port, publishing, logger, stallable });
  return {
    port: server.port,
    onStopping: () => stopping.abort(),
    stopSteps: [
      { name: 'consumer', run: () => consuming.close({ timeoutMs: consumerDrainTimeoutMs }) },
      { name: 'heartbeat', run: stopHeartbeat },
      { name: 'publisher', run: () => publishing.close({ timeoutMs: publisherDrainTimeoutMs }) },
      { name: 'agents', run: () => Promise.resolve(agents.close()) },
      { name: 'tracing', run: tracing.close },
      // Last, so that probes see the drain.
      { name: 'http', run: server.close },
    ],
  };
};

/** Sent and forgotten, as the next one follows. */
const startHeartbeats = (
  config: Config,
  deps: { port: number; publishing: Connection; logger: Logger; stallable: StallableWork },
): (() => Promise<void>) => {
  const { port, publishing, logger, stallable } = deps;
  const { publishUnconfirmed } = createUnconfirmedPublisher(publishing);
  return startHeartbeat({
    port,
    version: serviceVersionOf(config.SERVICE_VERSION),
    everyMs: heartbeatMs,
    config: describeConfig(config),
    findStalled: () => findStalled(stallable),
    tell: (sign) => {
      const heartbeat: Heartbeat = { schema_version: schemaVersion, service: 'webhook-dispatcher', ...sign };
      const { type } = heartbeat;
      const body = Buffer.from(JSON.stringify(heartbeat));
      publishUnconfirmed({ exchange: exchanges.heartbeats, routingKey: type, body, messageId: randomUUID(), type });
    },
    onFailure: (error) => logger.warn({ err: error }, 'heartbeat.failed'),
  });
};

const composeAgents = (config: Config, resolve: ResolveHost, metrics: DispatcherMetrics): Agents => {
  const networks = { allowed: config.WEBHOOK_ALLOW_NETWORKS, blocked: config.WEBHOOK_BLOCK_NETWORKS };
  return createAgents({
    lookup: createGuardedLookup(resolve, networks),
    networks,
    connectTimeoutMs: config.WEBHOOK_CONNECT_TIMEOUT_MS,
    socketsMax: config.WEBHOOK_SOCKETS_MAX,
    proxy: config.WEBHOOK_PROXY_URL,
    ...metrics.sockets,
  });
};

const startConsumer = (parts: {
  config: Config;
  logger: Logger;
  metrics: DispatcherMetrics;
  agents: Agents;
  publishing: Connection;
  consuming: Connection;
  tracer: Tracer | undefined;
}): Consumer => {
  const { config, logger, metrics, agents, publishing, consuming, tracer } = parts;
  const publisher = createPublisher(publishing);
  return createMessageConsumer({
    connection: consuming,
    publisher,
    queue: queues.deliveries,
    prefetch: config.WEBHOOK_PREFETCH,
    logger,
    isolateFromDeliveryCount,
    ...createHandleDelivery({
      post: createPostToEndpoint({
        agents,
        allowHttp: config.WEBHOOK_ALLOW_HTTP,
        totalTimeoutMs: config.WEBHOOK_TOTAL_TIMEOUT_MS,
      }),
      takeSlot: createSlots({
        placesMax: config.WEBHOOK_PREFETCH,
        perOriginMax: config.WEBHOOK_SOCKETS_PER_ORIGIN,
      }),
      now: () => new Date(),
      monotonicMs,
      tracer,
      sealer: createSealer(config.SECRETS_KEY, config.SECRETS_KEY_PREVIOUS ? [config.SECRETS_KEY_PREVIOUS] : []),
      report: createReportAttempts(publisher.publish, fullReportOf(config.WEBHOOK_PREFETCH)),
      waitUntilHealthy: (signal) => publishing.waitUntilReady(signal),
      rememberedMax: 2 * config.WEBHOOK_PREFETCH,
      logger,
      metrics,
    }),
  });
};

const readinessChecks = (publishing: Connection, consuming: Connection): ReadinessCheck[] => [
  { name: 'rabbitmq.publish', missing: publishing.missing },
  { name: 'rabbitmq.consume', missing: consuming.missing },
];
