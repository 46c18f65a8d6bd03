import { explainRefusal } from '@delivery/address-guard';
import { topology } from '@delivery/contracts';
import { createConnection, type Connection } from '@delivery/messaging';
import { listen, type MissingReason, type ReadinessCheck, type RunningHttpServer } from '@delivery/http-edge';
import { createRegistry, createSealer, type Logger, type Sealer, type ShutdownStep } from '@delivery/service-kit';
import { startTracing, type Tracing } from '@delivery/tracing';
import type { Config } from './config.js';
import { findLockedMessages } from './orders/find-locked-work.js';
import type { LockCaution } from './orders/lock-caution.js';
import { startConsumers } from './consumers/start-consumers.js';
import { createEngine, type Engine } from './create-engine.js';
import { ensureContentKey } from './orders/sql/ensure-content-key.js';
import {
  classifyDatabaseError,
  createPool,
  migrateWhenPossible,
  type Pool,
  createPresence,
  type Presence,
} from '@delivery/postgres';
import { createContentHasher } from './orders/content-hash.js';
import { createPhoneHasher } from './operations/phone-hash.js';
import { createHttpApp } from './http-app.js';
import type { WebhookUrlPolicy } from './endpoints/check-webhook-url.js';
import { exportState } from './observe/export-state.js';
import { createMetrics } from './metrics.js';
import { createApplyReport, type ApplyReport } from './orders/apply-report.js';
import { createReplayDeadLetter } from './operations/publish-dead-letter.js';

export type OrderState = {
  port: number;
  onStopping: () => void;
  shutdownSteps: readonly ShutdownStep[];
};

const applicationName = 'order-state';
/** Any constant: every process at work on the database holds it, shared. */
const presenceLock = 7_212_004_562;
const migrations = new URL('../migrations/', import.meta.url);

/**
 * Composes the service: what arrives on the consuming connection is applied in Postgres, and what that releases goes
 * out on the publishing connection. HTTP answers from the start, so that readiness can say what is missing.
 */
export const startOrderState = async (config: Config, logger: Logger): Promise<OrderState> => {
  const registry = createRegistry('order-state');
  const metrics = createMetrics(registry);
  const tracing = await startTracing({ service: 'order-state', config, logger });
  const pools = createPools(config, logger);
  const pool = pools.work;
  const { consuming, publishing } = createConnections(config, logger);
  const sealer = createSealerOf(config);
  const contentKey = createContentKey();
  const presence = createPresence({ databaseUrl: config.DATABASE_URL, applicationName, lock: presenceLock });
  const engine = createEngine({
    pool,
    publishing,
    consuming,
    metrics,
    logger,
    sealer,
    ...contentKey.hashers,
    leaseMs: config.DELIVERY_LEASE_MS,
    retentionDays: config.RETENTION_DAYS,
    customerDataDays: config.CUSTOMER_DATA_DAYS,
  });

  exportState(registry, {
    pools,
    leaseMs: config.DELIVERY_LEASE_MS,
    isAnyRowLocked: engine.caution.isOn,
    connections: { consume: consuming, publish: publishing },
    logger,
  });
  const stopping = new AbortController();
  let migrated = false;
  const http = await listen(
    createHttpApp({
      pool: pools.api,
      registry,
      logger,
      sealer,
      urlPolicy: toUrlPolicy(config),
      internalToken: config.INTERNAL_TOKEN,
      operatorToken: config.OPERATOR_TOKEN,
      leaseMs: config.DELIVERY_LEASE_MS,
      secretOverlapMs: config.SECRET_ROTATION_OVERLAP_MS,
      now: Date.now,
      wakeRelay: engine.relay.wake,
      ...sweepsOnDemand(engine.sweeper),
      hashPhone: contentKey.hashers.hashPhone,
      onErased: metrics.onErased,
      publishDelivery: engine.publishDelivery,
      replayDeadLetter: createReplayDeadLetter(engine.publisher),
      applyMessage: createReports(pool, engine, tracing),
      checks: createChecks({ pool, caution: engine.caution, consuming, publishing, isMigrated: () => migrated }),
      stopping: () => stopping.signal.aborted,
    }),
    config.PORT,
  );

  const preparing = { config, logger, signal: stopping.signal, sealer, contentKey, engine, presence };
  const work = prepareDatabase(pool, preparing).then(() => {
    if (stopping.signal.aborted) return;
    migrated = true;
    startConsumers({ consuming, engine, pool, metrics, logger, tracer: tracing.tracer });
    startWork(engine);
  });
  work.catch(exitUnlessStopping(stopping.signal, logger));

  return {
    port: http.port,
    onStopping: () => stopping.abort(),
    shutdownSteps: listShutdownSteps({ http, consuming, publishing, engine, presence, pools, tracing }),
  };
};

const createConnections = (config: Config, logger: Logger) => {
  const broker = { urls: config.RABBITMQ_URL, topology, logger };
  return {
    consuming: createConnection({ ...broker, name: 'order-state.consume' }),
    publishing: createConnection({ ...broker, name: 'order-state.publish' }),
  };
};

const createSealerOf = ({
  SECRETS_KEY: key,
  SECRETS_KEY_PREVIOUS: previous,
  SECRETS_SEAL_VERSION: version,
}: Config): Sealer => createSealer(key, previous ? [previous] : [], version);

const startWork = ({ relay, sweeper }: Engine): void => {
  relay.start();
  sweeper.start();
};

const createReports = (pool: Pool, { apply, caution }: Engine, { tracer }: Tracing): ApplyReport =>
  createApplyReport({ pool, apply, findLocked: (messages) => findLockedMessages(pool, messages), caution, tracer });

/** What callers need not wait for is done at once all the same. */
const sweepsOnDemand = ({ hurry }: Engine['sweeper']) => ({
  skipDeleted: () => hurry('deleted endpoints'),
  feedReplays: () => hurry('replays'),
  eraseSoon: () => hurry('erasures'),
});

type Pools = { work: Pool; api: Pool };

/** Half of the connections each: whoever calls the APIs, and however often, the queues are worked off beside it. */
const createPools = (
  { DATABASE_URL: databaseUrl, DATABASE_POOL_MAX: connectionMax }: Config,
  logger: Logger,
): Pools => {
  const apiMax = Math.floor(connectionMax / 2);
  return {
    work: createPool({ applicationName, databaseUrl, poolMax: connectionMax - apiMax, logger }),
    api: createPool({ applicationName, databaseUrl, poolMax: apiMax, logger }),
  };
};

const toUrlPolicy = (config: Config): WebhookUrlPolicy => ({
  allowHttp: config.WEBHOOK_ALLOW_HTTP,
  isBlockedAddress: (address) => explainRefusal(address, config.WEBHOOK_ALLOW_NETWORKS) !== undefined,
});

/** A migration or a key at fault does not mend itself: a crash that is seen is better than a service that never works. */
const exitUnlessStopping =
  (signal: AbortSignal, logger: Logger) =>
  (error: unknown): void => {
    if (signal.aborted) return;
    logger.fatal({ err: error }, 'database.not_usable');
    process.exit(1);
  };

/** The key is in the database: it is there before the first message is consumed. */
const createContentKey = () => {
  let key: Buffer | undefined;
  const get = (): Buffer => {
    if (!key) throw new Error('the content key is not read yet');
    return key;
  };
  const set = (read: Buffer): void => {
    key = read;
  };
  const hashers = { hashOf: createContentHasher(get), hashPhone: createPhoneHasher(get) };
  return { set, hashers };
};

/**
 * Resolves when the schema and the key are there, and what a dead process left unpublished is taken over, however long that
 * takes; rejects when one of them is at fault.
 */
const prepareDatabase = async (
  pool: Pool,
  deps: {
    config: Config;
    logger: Logger;
    signal: AbortSignal;
    sealer: Sealer;
    contentKey: ReturnType<typeof createContentKey>;
    engine: Pick<Engine, 'adoptOrphans'>;
    presence: Presence;
  },
): Promise<void> => {
  for (;;) {
    await migrateWhenPossible(pool, migrations, { ...deps, applicationName, databaseUrl: deps.config.DATABASE_URL });
    try {
      deps.contentKey.set(await ensureContentKey(pool, deps.sealer));
      await deps.presence.announce(deps.engine.adoptOrphans);
      return;
    } catch (error) {
      if (!['outage', 'locked'].includes(classifyDatabaseError(error))) throw error;
    }
  }
};

const createChecks = (deps: {
  pool: Pool;
  caution: LockCaution;
  consuming: Connection;
  publishing: Connection;
  isMigrated: () => boolean;
}): ReadinessCheck[] => [
  {
    name: 'postgres',
    missing: () =>
      deps.pool.query('select 1').then(
        () => (deps.isMigrated() ? undefined : 'migrating'),
        () => 'does not answer',
      ),
  },
  {
    name: 'postgres.rows',
    advisory: true,
    missing: () => (deps.caution.isOn() ? 'another transaction holds rows' : undefined),
  },
  // Reads and the operator API need Postgres alone: without the broker the service still answers them.
  { name: 'rabbitmq.consume', advisory: true, missing: () => brokerMissing(deps.consuming) },
  { name: 'rabbitmq.publish', advisory: true, missing: () => brokerMissing(deps.publishing) },
];

const brokerMissing = (connection: Connection): MissingReason | undefined =>
  connection.isBlocked() ? 'blocked by the broker' : connection.missing();

/** Stop taking work, drain, close. */
const listShutdownSteps = (deps: {
  http: RunningHttpServer;
  consuming: Connection;
  publishing: Connection;
  engine: Engine;
  pools: Pools;
  tracing: Tracing;
  presence: Presence;
}): ShutdownStep[] => [
  { name: 'http', run: deps.http.close },
  { name: 'consumers', run: () => deps.consuming.close({ timeoutMs: 10_000 }) },
  {
    name: 'relay',
    run: async () => {
      await Promise.all([deps.engine.relay.close(), deps.engine.sweeper.close()]);
    },
  },
  { name: 'publishes', run: deps.engine.releasePublisher.idle },
  // Not waited for: the session ends with the process, also where the database hangs.
  { name: 'presence', run: () => Promise.resolve(void deps.presence.leave()) },
  { name: 'publisher', run: () => deps.publishing.close({ timeoutMs: 5_000 }) },
  {
    name: 'pool',
    run: async () => {
      await Promise.all([deps.pools.api.end(), deps.pools.work.end()]);
    },
  },
  { name: 'tracing', run: deps.tracing.close },
];
