import { randomBytes } from 'node:crypto';
import { topology } from '@delivery/contracts';
import { createConnection } from '@delivery/messaging';
import type { Pool } from '@delivery/postgres';
import { createLogger, createRegistry, createSealer } from '@delivery/service-kit';
import { startConsumers } from '../../src/consumers/start-consumers.js';
import { createEngine } from '../../src/create-engine.js';
import { createDatabaseClock, type DatabaseClock } from '../../src/database-clock.js';
import { createMetrics } from '../../src/metrics.js';
import { createContentHasher } from '../../src/orders/rules/content.js';
import { createHandoverCodes } from '../../src/orders/rules/order.js';
import { createDuePlanner } from '../../src/orders/rules/times.js';
import { dueMinutes, hashPhone } from './ledger-world.js';

const silent = createLogger({ service: 'order-state', level: 'silent' });
export { silent as logger };

/** One order-state between a broker and a database, as start-service.ts composes it, without HTTP. */
export const startEngine = async (
  pool: Pool,
  brokerUrl: string,
  { clock = createDatabaseClock(pool), logger = silent }: { clock?: DatabaseClock; logger?: typeof silent } = {},
) => {
  const open = (name: string) => createConnection({ urls: [brokerUrl], name, logger, topology });
  const [consuming, publishing] = [open('consume'), open('publish')] as const;
  const metrics = createMetrics(createRegistry('order-state'));
  const engine = createEngine({
    pool,
    clock,
    publishing,
    consuming,
    metrics,
    logger,
    planDue: createDuePlanner(dueMinutes),
    courierNotFoundMs: 600_000,
    trackingUrlOf: undefined,
    handoverCodes: createHandoverCodes(() => Buffer.alloc(32, 7)),
    hashOf: createContentHasher(() => Buffer.alloc(32, 7)),
    hashPhone,
    sealer: createSealer(randomBytes(32)),
    leaseMs: 720_000,
    retrySchedule: [10_000],
    // A test's clock may stand; the sweeps go by the real one.
    retentionDays: 36_500,
    idempotencyDays: undefined,
    sendMail: undefined,
    publicUrl: undefined,
    activityDays: 365,
    customerDataDays: 36_500,
  });
  await Promise.all([consuming, publishing].map((connection) => connection.waitUntilReady()));
  startConsumers({ consuming, engine, pool, now: clock.now, metrics, logger, tracer: undefined });
  engine.relay.start();
  engine.sweeper.start();
  const close = async () => {
    await Promise.all([engine.relay.close(), engine.sweeper.close()]);
    await Promise.all([consuming, publishing].map((connection) => connection.close({ timeoutMs: 5_000 })));
  };
  return { engine, consuming, publishing, close };
};
export type RunningEngine = Awaited<ReturnType<typeof startEngine>>;
