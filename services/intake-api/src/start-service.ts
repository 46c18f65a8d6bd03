import { heartbeatMs, schemaVersion, topologies } from '@delivery/contracts';
import { createBuckets, keepIdleFor, listen, type ReadinessCheck, type RunningHttpServer } from '@delivery/http-edge';
import { type Connection, createConnection, createRequester } from '@delivery/messaging';
import {
  type BoundedLog,
  createBoundedLog,
  createRegistry,
  type Logger,
  type RunningService,
  serviceVersionOf,
  type ShutdownStep,
  startHeartbeat,
} from '@delivery/service-kit';
import { startTracing, type Tracer, type Tracing } from '@delivery/tracing';
import { createDirectories, type Directories } from './auth/directory.js';
import { createTokenLookUp } from './auth/look-up-token.js';
import { createSessions } from './auth/sessions.js';
import { type DirectorySync, startDirectorySync } from './auth/sync-directory.js';
import { createUsedTokens } from './auth/used-tokens.js';
import { type Config, describeConfig } from './config.js';
import { type FeedDeps, feedPace } from './feed/poll-feed.js';
import { type PositionDeps, positionPace, readPosition } from './feed/poll-position.js';
import { readFeed } from './feed/read-feed.js';
import { createSharedLooks, type Pace, type Read } from './feed/share-looks.js';
import { budgetMaxBytes, createByteBudget } from './http/byte-budget.js';
import { type AppDeps, createHttpApp } from './http-app.js';
import { createIntakeMetrics, exportState, type IntakeMetrics } from './metrics.js';
import { createDirectorySource, type DirectorySource } from './order-state/fetch-directory.js';
import { hasLostBroker } from './order-state/has-lost-broker.js';
import { createMerchantCalls, type MerchantCalls } from './order-state/merchant-calls.js';
import { createOrderStateClient, type OrderStateClient } from './order-state/order-state-client.js';
import { createSessionSource } from './order-state/store-sessions.js';
import { createSubmitCreate } from './publish/submit-create.js';
import {
  createFairSubmit,
  createMessageSender,
  quantumBytes,
  type SubmitDeps,
  submitMessage,
  undecidedMaxBytes,
  waitingMaxBytes,
  waitingMaxMs,
} from './publish/submit-message.js';
import { createVerdictBreaker } from './publish/verdict-breaker.js';
import { createLongPolls, type LongPolls } from './pull/long-polls.js';
import { createPollSlots, type PollSlots } from './pull/poll-slots.js';
import { subscribeWakeups } from './pull/subscribe-wakeups.js';
import { createTake } from './pull/take-in-batches.js';
import { createDailyBudget } from './rate-limit/daily-budget.js';
import { createRecentCreates, type RecentCreates } from './rate-limit/recent-creates.js';
import { createRefusedCallCounts, type RefusedCallCounts } from './rate-limit/refused-calls.js';
import { refusalPauseMaxMs } from './routes/handle-call.js';
import { createFairSlots } from './shares/fair-slots.js';
import { OverLimitError } from './shares/over-limit.js';
import { createOrderLooks } from './tracking/share-order-looks.js';

const directoryPollIntervalMs = 1_000;
/** While a dependency is away every request fails alike. */
const failureLinesPerSecondMax = 10;
const brokerDrainTimeoutMs = 5_000;
const now = () => performance.now();

/**
 * Composes the service and starts listening. It is ready once the directory has been read, and the broker is connected
 * if order-state has it.
 */
export const startService = async (config: Config, logger: Logger): Promise<RunningService> => {
  const registry = createRegistry('intake-api');
  const metrics = createIntakeMetrics(registry);
  const log = createBoundedLog(logger, { linesPerSecondMax: failureLinesPerSecondMax, now });
  const connection = connect(config, logger);
  const orderState = createOrderStateClient({ baseUrl: config.ORDER_STATE_URL, internalToken: config.INTERNAL_TOKEN });
  const source = createDirectorySource(orderState);
  const directories = createDirectories();
  const sync = startDirectorySync({ source, directories, logger, now, pollIntervalMs: directoryPollIntervalMs });
  const tracing = await startTracing({ service: 'intake-api', config, logger });
  const { submit, submitCreate, undecided } = createSubmits(connection, config, metrics, log, tracing.tracer);
  const calls = createFairSlots({ capacity: config.MAX_IN_FLIGHT, waitingCapacity: 0, quantum: 1, waitMs: 0 });
  const longBodies = createFairSlots({ capacity: 1, waitingCapacity: 128, quantum: 1, waitMs: 2_000 });
  const merchantCalls = createMerchantCalls(orderState, config.MAX_IN_FLIGHT);
  const byteBudget = createByteBudget(budgetMaxBytes);
  const longPolls = { endpoints: createLongPolls(), feeds: createLongPolls(), positions: createLongPolls() };
  const wakes = subscribeWakeups({ connection, ...longPolls, onWake: () => metrics.wakes.inc(), log });
  const slots = createPollSlots(config.MAX_POLLS, wakes);
  const take = createTake({ orderState, onRequest: () => metrics.takes.inc() });
  const refusedCalls = createRefusedCallCounts({ report: source.reportRefusedCalls, now: Date.now });
  const creates = createRecentCreates(now);
  const stopping = new AbortController();

  exportState(registry, {
    inFlight: calls.heldCost,
    undecidedBytes: undecided.heldCost,
    waitingBytes: undecided.waitingCost,
    heldBytes: byteBudget.takenBytes,
    polls: () => Object.values(longPolls).reduce((sum, polls) => sum + polls.openCount(), 0),
    directory: { ...sync, size: directories.merchants.size },
    broker: connection,
  });
  const app = createHttpApp({
    ...admission(config, { directories, source, sync, orderState }, log),
    onLimited: countLimited(metrics, refusedCalls),
    onCreateAnswered: creates.note,
    submit,
    submitCreate,
    orderState: merchantCalls,
    polling: { take, polls: longPolls.endpoints, slots, now },
    ...createFeeds(merchantCalls, longPolls, slots),
    tracking: createTracking(merchantCalls, config, metrics, log),
    mapStyleUrl: config.TRACKING_MAP_STYLE_URL,
    hasMcp: !config.MCP_DISABLED,
    retryDelaysMs: sync.retryDelaysMs,
    metrics,
    log,
    byteBudget,
    calls,
    longBodies,
    isStopping: () => stopping.signal.aborted,
    tracer: tracing.tracer,
    registry,
    checks: listReadinessChecks(connection, sync, orderState),
    trustProxy: config.TRUST_PROXY,
    securityContact: config.SECURITY_CONTACT,
  });
  const server = await listen(app, config.PORT, keepIdleFor(config.KEEP_ALIVE_TIMEOUT_MS));
  const stopHeartbeat = startHeartbeats(config, { port: server.port, source, creates, log });

  return {
    port: server.port,
    onStopping: () => {
      stopping.abort();
      for (const polls of Object.values(longPolls)) polls.close();
    },
    stopSteps: listStopSteps({ server, sync, connection, refusedCalls, stopHeartbeat, orderState, tracing }),
  };
};

/** Take nothing more, drain, close. */
const listStopSteps = (parts: {
  server: RunningHttpServer;
  sync: DirectorySync;
  connection: Connection;
  refusedCalls: RefusedCallCounts;
  stopHeartbeat: () => Promise<void>;
  orderState: OrderStateClient;
  tracing: Tracing;
}): ShutdownStep[] => [
  { name: 'http', run: parts.server.close },
  { name: 'directory', run: parts.sync.close },
  { name: 'publisher', run: () => parts.connection.close({ timeoutMs: brokerDrainTimeoutMs }) },
  { name: 'refused calls', run: parts.refusedCalls.flush },
  { name: 'heartbeat', run: parts.stopHeartbeat },
  { name: 'order-state', run: () => Promise.resolve(parts.orderState.close()) },
  { name: 'tracing', run: parts.tracing.close },
];

const startHeartbeats = (
  config: Config,
  deps: { port: number; source: DirectorySource; creates: Pick<RecentCreates, 'read'>; log: BoundedLog },
): (() => Promise<void>) =>
  startHeartbeat({
    port: deps.port,
    version: serviceVersionOf(config.SERVICE_VERSION),
    everyMs: heartbeatMs,
    config: describeConfig(config),
    tell: (sign) =>
      deps.source.reportHeartbeat({
        schema_version: schemaVersion,
        service: 'intake-api',
        ...sign,
        creates: deps.creates.read(),
      }),
    onFailure: (error) => deps.log('warn', { err: error }, 'heartbeat.failed'),
  });

const connect = ({ RABBITMQ_URL: urls }: Config, logger: Logger): Connection =>
  createConnection({ urls, topology: topologies['intake-api'], logger, name: 'intake-api.publish' });

const countLimited =
  ({ rateLimited }: IntakeMetrics, { note }: RefusedCallCounts): AppDeps['onLimited'] =>
  (limit, merchantId) => {
    rateLimited.inc({ limit });
    if (merchantId !== undefined) note(merchantId, limit);
  };

const createFeeds = (
  orderState: MerchantCalls,
  polls: Readonly<Record<'feeds' | 'positions', LongPolls>>,
  slots: PollSlots,
): { feed: FeedDeps; positions: PositionDeps } => {
  const createReads = <Found>(read: Read<Found>, pace: Pace) => ({
    readOwn: read,
    readShared: createSharedLooks({ read, pace, now }),
    slots,
    now,
  });
  return {
    feed: { ...createReads((call) => readFeed(orderState, call), feedPace), polls: polls.feeds },
    positions: { ...createReads(readPosition(orderState), positionPace), polls: polls.positions },
  };
};

const createTracking = (
  orderState: MerchantCalls,
  config: Config,
  metrics: IntakeMetrics,
  log: BoundedLog,
): AppDeps['tracking'] => ({
  lookAtOrder: createOrderLooks({ orderState, now }),
  looks: createBuckets(now),
  looksPerMinute: config.RATE_LIMIT_TRACKING_PER_MINUTE,
  onLimited: (limit) => metrics.rateLimited.inc({ limit }),
  onFailure: (error) => {
    if (error instanceof OverLimitError) metrics.rateLimited.inc({ limit: error.limit });
    log('warn', { err: error }, 'tracking.look_failed');
  },
});

const createSubmits = (
  connection: Connection,
  config: Config,
  metrics: IntakeMetrics,
  log: BoundedLog,
  tracer: Tracer | undefined,
) => {
  const breaker = createVerdictBreaker(now);
  const limits = { inFlightMax: config.MAX_IN_FLIGHT, waitingMax: config.MAX_IN_FLIGHT };
  const requester = createRequester(connection, { ...limits, onLateReply: breaker.noteLateVerdict });
  const waitMs = config.VERDICT_WAIT_MS;
  const undecided = createFairSlots({
    capacity: undecidedMaxBytes,
    waitingCapacity: waitingMaxBytes,
    quantum: quantumBytes,
    waitMs: waitingMaxMs,
  });
  const deps: SubmitDeps = {
    send: createMessageSender(requester, tracer),
    breaker,
    verdictWaitMs: waitMs,
    onWait: (result) => metrics.verdictWaits.inc({ result }),
    onConfirm: (result) => metrics.confirms.inc({ result }),
    onUnreadableVerdict: (error, { id }) => log('error', { err: error, messageId: id }, 'verdict.parse_failed'),
  };
  const budget = {
    createsPerDay: config.RATE_LIMIT_CREATES_PER_DAY,
    bytesPerDay: config.RATE_LIMIT_CREATE_BYTES_PER_DAY,
  };
  const submit = createFairSubmit({
    submit: (message, traceparent) => submitMessage(deps, message, traceparent),
    spend: createDailyBudget(budget, now),
    slots: undecided,
    breaker,
  });
  const submitCreate = createSubmitCreate({ submit, waitMs });
  return { submit, submitCreate, undecided };
};

const admission = (
  config: Config,
  {
    directories: { merchants, couriers, platforms },
    source,
    sync,
    orderState,
  }: {
    directories: Directories;
    source: DirectorySource;
    sync: DirectorySync;
    orderState: OrderStateClient;
  },
  log: BoundedLog,
) => ({
  findByTokenHash: merchants.findByKey,
  findByClientId: merchants.findByKey,
  oauthKey: sync.oauthKey,
  findMerchant: merchants.findById,
  findCourierByTokenHash: couriers.findByKey,
  findPlatformByTokenHash: platforms.findByKey,
  isDirectoryCurrent: sync.isCurrent,
  noteToken: createUsedTokens({ report: source.reportUsedTokens, now }),
  courierPerMinute: config.RATE_LIMIT_COURIER_PER_MINUTE,
  platformApiPerMinute: config.RATE_LIMIT_PLATFORM_API_PER_MINUTE,
  guesses: createFairSlots({ capacity: 2, waitingCapacity: 200, quantum: 1, waitMs: 2_000 }),
  sessions: createSessions({ source: createSessionSource(orderState), now }),
  lookUpToken: lookUpBy('token_hash', { merchants, source, sync }, log),
  lookUpClient: lookUpBy('client_id', { merchants, source, sync }, log),
  limits: {
    live: {
      createPerMinute: config.RATE_LIMIT_CREATE_PER_MINUTE,
      otherPerMinute: config.RATE_LIMIT_OTHER_PER_MINUTE,
      platformPerMinute: config.RATE_LIMIT_PLATFORM_PER_MINUTE,
    },
    sandbox: {
      createPerMinute: config.RATE_LIMIT_SANDBOX_CREATE_PER_MINUTE,
      otherPerMinute: config.RATE_LIMIT_SANDBOX_OTHER_PER_MINUTE,
      platformPerMinute: config.RATE_LIMIT_SANDBOX_PLATFORM_PER_MINUTE,
    },
    pullPerMinute: config.RATE_LIMIT_PULL_PER_MINUTE,
    failedLoginsPerMinute: config.RATE_LIMIT_FAILED_LOGINS_PER_MINUTE,
  },
  buckets: {
    create: createBuckets(now),
    other: createBuckets(now),
    pull: createBuckets(now),
    courier: createBuckets(now),
    platform: createBuckets(now),
    platformApi: createBuckets(now),
    failedLogins: createBuckets(now),
    links: createBuckets(now),
    refusals: createBuckets(now, { windowMs: 1_000, debtMaxMs: refusalPauseMaxMs }),
  },
});

const lookUpBy = (
  by: Parameters<DirectorySource['fetchEntry']>[0],
  { merchants, source, sync }: Pick<Directories, 'merchants'> & { source: DirectorySource; sync: DirectorySync },
  log: BoundedLog,
) =>
  createTokenLookUp({
    fetchEntry: (key) => source.fetchEntry(by, key),
    apply: merchants.apply,
    isCurrent: sync.isCurrent,
    buckets: createBuckets(now),
    now,
    onFailure: (error) => log('warn', { err: error }, 'directory.lookup_failed'),
  });

const listReadinessChecks = (
  connection: Connection,
  sync: DirectorySync,
  orderState: OrderStateClient,
): ReadinessCheck[] => [
  {
    name: 'rabbitmq.publish',
    missing: connection.missing,
    // One that is lost for all takes no pod out of service: reads go on, and creates are refused at once.
    isAdvisory: () => hasLostBroker(orderState),
  },
  {
    name: 'rabbitmq.flow',
    // Advisory, too: a blocked connection takes no pod out of service.
    isAdvisory: () => true,
    missing: () => (connection.isBlocked() ? 'blocked by the broker' : undefined),
  },
  { name: 'directory', missing: () => (sync.isLoaded() ? undefined : 'not loaded yet') },
];
