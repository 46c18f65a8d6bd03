import { explainRefusal } from '@delivery/address-guard';
import { type Heartbeat, heartbeatMs, schemaVersion, topologies } from '@delivery/contracts';
import {
  findStalled,
  keepIdleFor,
  listen,
  missingOfConsumer,
  type RunningHttpServer,
  type StallableWork,
} from '@delivery/http-edge';
import { type Connection, createConnection } from '@delivery/messaging';
import type { Pool, Standby } from '@delivery/postgres';
import {
  createBoundedLog,
  createRegistry,
  createSealer,
  exitAfterLog,
  type Logger,
  type RunningService,
  type Sealer,
  serviceVersionOf,
  type ShutdownStep,
  startHeartbeat,
  unusableEnvironment,
} from '@delivery/service-kit';
import { startTracing, type Tracing } from '@delivery/tracing';
import { type Config, describeConfig } from './config.js';
import { consumedQueues, type Consumers, hearHeartbeats, startConsumers } from './consumers/start-consumers.js';
import { createEngine, type Engine, listLoops } from './create-engine.js';
import { createOutageReport, type OutageReport } from './dashboards/outage.js';
import { noteHeartbeat } from './dashboards/replica-queries.js';
import { createDatabaseClock } from './database-clock.js';
import { createReplayDeadLetter } from './dead-letters/settle-dead-letters.js';
import type { WebhookUrlPolicy } from './endpoints/rules/webhook-url.js';
import { createHttpApp, listReadinessChecks } from './http-app.js';
import { type ConfirmTokens, createConfirmTokens } from './mails/rules/confirm-tokens.js';
import { createSendMail, type SendMail } from './mails/send-mails.js';
import { createMakeLinks } from './mails/sign-in-links.js';
import { createOauthKey } from './merchants/rules/credentials.js';
import { createMetrics } from './metrics.js';
import { exportState } from './monitoring/export-state.js';
import { createIdentityProvider, type IdentityProvider } from './operator-api/identity-provider.js';
import { createApplyReport } from './orders/apply-report.js';
import { createContentHasher } from './orders/rules/content.js';
import { createHandoverCodes } from './orders/rules/order.js';
import { createPhoneHasher } from './orders/rules/phones.js';
import { createDuePlanner } from './orders/rules/times.js';
import { createTrackingTokens, createTrackingUrls, type TrackingTokens } from './orders/rules/tracking.js';
import {
  type ContentKey,
  createContentKey,
  openPools,
  openStandby,
  type Pools,
  prepareDatabase,
} from './prepare-database.js';
import type { KeptDays } from './retention/queries/retention.js';

/**
 * Composes the service: messages from the consuming connection are applied in Postgres, and released deliveries go
 * out on the publishing connection. HTTP answers from the start, so that readiness can name missing dependencies.
 */
export const startService = async (config: Config, logger: Logger): Promise<RunningService> => {
  const registry = createRegistry('order-state');
  const metrics = createMetrics(registry);
  const tracing = await startTracing({ service: 'order-state', config, logger });
  const pools = openPools(config, logger);
  const standby = openStandby(config, pools, logger);
  const { consuming, publishing } = createConnections(config, logger);
  const clock = createDatabaseClock(pools.work);
  const sealer = createSealerOf(config);
  const contentKey = createContentKey();
  const keyed = createKeyed(contentKey);
  const outage = createOutageReport(clock.now);
  const common = { outage, sealer, logger, ...keyed, ...toKeptDays(config), leaseMs: config.DELIVERY_LEASE_MS };
  const engine = createEngine({
    ...common,
    pool: pools.work,
    clock,
    publishing,
    consuming,
    metrics,
    ...toEngineSettings(config, keyed.trackingTokens),
    sendMail: createMailer(config, { pool: pools.work, now: clock.now, tokens: keyed.confirmTokens, logger }),
  });
  let consumers: Consumers = new Map();
  const stallable = listStallable(engine, () => consumers);
  const work = { consumers: () => consumers, engine, connections: { consume: consuming, publish: publishing } };
  exportState(registry, { ...common, clock, pools, standby, ...work });

  const stopping = new AbortController();
  let isPrepared = false;
  const checks = { pool: pools.work, clock, standby, isPrepared: () => isPrepared, consuming, publishing, stallable };
  const app = createHttpApp({
    ...common,
    pool: pools.merchants,
    operatorPool: pools.operator,
    standby,
    onStandbyRead: metrics.onStandbyRead,
    registry,
    ...toHttpSettings(config),
    inspectQueues: consuming.inspectQueues,
    now: clock.now,
    ...engineCalls(engine),
    onErased: metrics.onErased,
    applyMessage: createApplyReport({ apply: engine.applyReports, pool: pools.work, tracer: tracing.tracer }),
    checks: listReadinessChecks(checks),
    isPrepared: checks.isPrepared,
    isStopping: () => stopping.signal.aborted,
  });
  const http = await listen(app, config.PORT, keepIdleFor(config.KEEP_ALIVE_TIMEOUT_MS));

  const { signal } = stopping;
  const ownWork = { outage, findStalled: () => findStalled(stallable) };
  const heartbeats = createHeartbeats(config, { port: http.port, pool: pools.work, consuming, logger, ...ownWork });
  const prepared = { pool: pools.work, logger };
  const running = { now: clock.now, consuming, engine, metrics, tracer: tracing.tracer, heartbeats };
  prepareDatabase({ ...prepared, config, sealer, contentKey, clock, signal })
    .then(() => {
      if (signal.aborted) return;
      isPrepared = true;
      standby?.start();
      consumers = startWork({ ...prepared, ...running });
    })
    .catch(exitUnlessStopping(signal, logger));

  return {
    port: http.port,
    onStopping: () => stopping.abort(),
    stopSteps: listStopSteps({ http, consuming, publishing, engine, heartbeats, pools, standby, tracing }),
  };
};

const startWork = ({
  heartbeats,
  ...deps
}: Parameters<typeof startConsumers>[0] & { heartbeats: { start: () => void } }): Consumers => {
  const consumers = startConsumers(deps);
  deps.engine.relay.start();
  deps.engine.sweeper.start();
  heartbeats.start();
  return consumers;
};

/** Consumers and loops: one that stops leaves the rest of the service at work. */
const listStallable = (engine: Engine, consumers: () => Consumers): StallableWork => ({
  ...Object.fromEntries(
    consumedQueues.map((queue) => [`consumer ${queue}`, () => missingOfConsumer(consumers().get(queue))]),
  ),
  ...Object.fromEntries(
    listLoops(engine).map(({ loop, failures }) => [
      `loop ${loop}`,
      () => (failures() >= failuresMin ? 'failing' : undefined),
    ]),
  ),
});

/** Failures in a row. */
const failuresMin = 3;

/** Its own, and those that it hears of others. */
const createHeartbeats = (
  config: Config,
  deps: {
    port: number;
    pool: Pool;
    consuming: Connection;
    outage: OutageReport;
    logger: Logger;
    findStalled: () => string[];
  },
) => {
  const { port, pool, consuming, outage, logger, findStalled } = deps;
  const log = createBoundedLog(logger, { linesPerSecondMax: 1, now: () => performance.now() });
  const note = (heartbeat: Heartbeat) => noteHeartbeat(pool, heartbeat);
  let stop: (() => Promise<void>) | undefined;
  return {
    start: () => {
      hearHeartbeats({ connection: consuming, note, log });
      stop = startHeartbeat({
        port,
        version: serviceVersionOf(config.SERVICE_VERSION),
        everyMs: heartbeatMs,
        config: describeConfig(config),
        findStalled,
        tell: async (sign) => {
          await note({ schema_version: schemaVersion, service: 'order-state', ...sign });
          outage.onDatabaseAnswered();
        },
        onFailure: (error) => log('warn', { err: error }, 'heartbeat.failed'),
      });
    },
    stop: async () => stop?.(),
  };
};

const createConnections = (config: Config, logger: Logger) => {
  const broker = { urls: config.RABBITMQ_URL, topology: topologies['order-state'], logger };
  return {
    consuming: createConnection({ ...broker, name: 'order-state.consume' }),
    publishing: createConnection({ ...broker, name: 'order-state.publish' }),
  };
};

const createSealerOf = ({ SECRETS_KEY: key, SECRETS_KEY_PREVIOUS: previous }: Config): Sealer =>
  createSealer(key, previous ? [previous] : []);

const toKeptDays = (config: Config): KeptDays => ({
  retentionDays: config.RETENTION_DAYS,
  customerDataDays: config.CUSTOMER_DATA_DAYS,
});

/** Values derived from the key of the content hashes. */
const createKeyed = ({ get }: ContentKey) => ({
  hashOf: createContentHasher(get),
  hashPhone: createPhoneHasher(get),
  trackingTokens: createTrackingTokens(get),
  confirmTokens: createConfirmTokens(get),
  handoverCodes: createHandoverCodes(get),
  oauthKey: createOauthKey(get),
});

const toEngineSettings = (config: Config, trackingTokens: TrackingTokens) => ({
  retrySchedule: config.WEBHOOK_RETRY_SCHEDULE,
  idempotencyDays: config.IDEMPOTENCY_DAYS,
  planDue: createDuePlanner({
    prepare: config.DUE_PREPARE_MINUTES,
    pickup: config.DUE_PICKUP_MINUTES,
    drive: config.DUE_DRIVE_MINUTES,
  }),
  courierNotFoundMs: config.COURIER_NOT_FOUND_SECONDS * 1_000,
  trackingUrlOf: config.PUBLIC_URL === undefined ? undefined : createTrackingUrls(config.PUBLIC_URL, trackingTokens),
  activityDays: config.ACTIVITY_DAYS,
  publicUrl: config.PUBLIC_URL,
  mapStyleUrl: config.TRACKING_MAP_STYLE_URL,
});

/** `undefined`: no mail server is configured. */
const createMailer = (
  config: Config,
  { pool, now, tokens, logger }: { pool: Pool; now: () => number; tokens: ConfirmTokens; logger: Logger },
): SendMail | undefined => {
  const { SMTP_URL: smtpUrl, MAIL_FROM: from, PUBLIC_URL: publicUrl } = config;
  if (smtpUrl !== undefined && from !== undefined && publicUrl !== undefined) {
    return createSendMail({
      ...{ smtpUrl, from, publicUrl },
      confirmUrlOf: ({ id: mailId, createdAt, language }) =>
        new URL(`${publicUrl}/contacts/${language}/${tokens.of({ mailId, createdAt })}`).href,
      makeLinks: createMakeLinks({ pool, now, publicUrl }),
    });
  }
  logger.info('mail.off');
  return undefined;
};

const toUrlPolicy = (config: Config): WebhookUrlPolicy => {
  const networks = { allowed: config.WEBHOOK_ALLOW_NETWORKS, blocked: config.WEBHOOK_BLOCK_NETWORKS };
  return {
    allowHttp: config.WEBHOOK_ALLOW_HTTP,
    isBlockedAddress: (address) => explainRefusal(address, networks) !== undefined,
  };
};

/** `undefined`: none is configured, and a token is the only way in to the console. */
const toIdentityProvider = (config: Config): IdentityProvider | undefined => {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_REDIRECT_URI: redirectUri } = config;
  if (issuer === undefined || clientId === undefined || redirectUri === undefined) return undefined;
  return createIdentityProvider({
    ...{ issuer, clientId, redirectUri },
    clientSecret: config.OIDC_CLIENT_SECRET,
    rolesClaim: config.OIDC_ROLES_CLAIM,
    scope: config.OIDC_SCOPE,
  });
};

const toHttpSettings = (config: Config) => ({
  retrySchedule: config.WEBHOOK_RETRY_SCHEDULE,
  urlPolicy: toUrlPolicy(config),
  internalToken: config.INTERNAL_TOKEN,
  operatorToken: config.OPERATOR_TOKEN,
  operatorReadToken: config.OPERATOR_READ_TOKEN,
  identityProvider: toIdentityProvider(config),
  trustProxy: config.TRUST_PROXY,
  secretOverlapMs: config.SECRET_ROTATION_OVERLAP_MS,
  isMailOn: config.SMTP_URL !== undefined,
  publicUrl: config.PUBLIC_URL,
  mapStyleUrl: config.TRACKING_MAP_STYLE_URL,
});

/** The parts of the engine that HTTP calls need. */
const engineCalls = (engine: Engine) => ({
  wakeRelay: engine.relay.wake,
  ...sweepsOnDemand(engine.sweeper),
  feedReplay: (replayId: string) => engine.replays.lookAt([replayId]),
  publishDelivery: engine.publishDelivery,
  takeMessages: engine.takeMessages,
  ackMessages: engine.ackMessages,
  replayDeadLetter: createReplayDeadLetter(engine.publisher),
});

/** Work that callers need not wait for, done at once all the same. */
const sweepsOnDemand = ({ runSoon }: Engine['sweeper']) => ({
  sweepParkedSoon: () => runSoon('parked'),
  skipDeleted: () => runSoon('deleted endpoints'),
  eraseSoon: () => runSoon('erasures'),
  sendMailsSoon: () => runSoon('mails'),
});

/** A migration, a key or a pooler at fault does not mend itself: a crash is seen, a service that never works is not. */
const exitUnlessStopping =
  (signal: AbortSignal, logger: Logger) =>
  (error: unknown): void => {
    if (signal.aborted) return;
    logger.fatal({ err: error }, 'database.preparation_failed');
    void exitAfterLog(logger, unusableEnvironment);
  };

const endPools = async (pools: Pools): Promise<void> => {
  await Promise.all(Object.values(pools).map((pool) => pool.end()));
};

/** Stop taking work, drain, close. */
const listStopSteps = (parts: {
  http: RunningHttpServer;
  consuming: Connection;
  publishing: Connection;
  engine: Engine;
  heartbeats: { stop: () => Promise<void> };
  pools: Pools;
  standby: Standby | undefined;
  tracing: Tracing;
}): ShutdownStep[] => {
  const { http, consuming, publishing, engine, heartbeats, pools, standby, tracing } = parts;
  return [
    { name: 'http', run: http.close },
    { name: 'consumer', run: () => consuming.close({ timeoutMs: 10_000 }) },
    { name: 'relay', run: engine.relay.close },
    { name: 'sweeper', run: engine.sweeper.close },
    { name: 'releases', run: engine.releasePublisher.idle },
    { name: 'publisher', run: () => publishing.close({ timeoutMs: 5_000 }) },
    { name: 'counts', run: engine.saveCounts },
    { name: 'heartbeat', run: heartbeats.stop },
    // Before the primary, at which it looks.
    { name: 'standby', run: () => standby?.close() ?? Promise.resolve() },
    { name: 'postgres', run: () => endPools(pools) },
    { name: 'tracing', run: tracing.close },
  ];
};
