import { randomBytes, randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type DeliveryReleased, deriveOrderId, queues, topology } from '@delivery/contracts';
import { ack, type Connection, createConnection, createMessageConsumer, createPublisher } from '@delivery/messaging';
import { createLogger, createRegistry, createSealer } from '@delivery/service-kit';
import { createVhost, pollUntil, type RabbitVhost } from '@delivery/test-support';
import { startConsumers } from '../src/consumers/start-consumers.js';
import { createEngine, type Engine } from '../src/create-engine.js';
import { createDatabaseClock } from '../src/database-clock.js';
import { createMetrics } from '../src/metrics.js';
import { createContentHasher } from '../src/orders/rules/content.js';
import { createHandoverCodes } from '../src/orders/rules/order.js';
import { createPhoneHasher } from '../src/orders/rules/phones.js';
import { createDuePlanner } from '../src/orders/rules/times.js';
import {
  attemptOf,
  createLedgerWorld,
  createMerchant,
  dueMinutes,
  type LedgerWorld,
  reportStatus,
  submit,
} from './support/ledger-world.js';

const logger = createLogger({ service: 'order-state', level: 'silent' });
const retryAfterMs = 600_000;

let world: LedgerWorld;
let vhost: RabbitVhost;
let engines: Engine[];
let connections: Connection[];

/** One order-state on a machine whose clock is so far ahead, as start-service.ts composes it. */
const startReplica = async (aheadMs: number): Promise<Engine> => {
  const open = (name: string) => createConnection({ urls: [vhost.url], name, logger, topology });
  const [consuming, publishing] = [open('consume'), open('publish')] as const;
  connections.push(consuming, publishing);
  const own = () => Date.now() + aheadMs;
  const clock = createDatabaseClock(world.pool, { own, monotonicMs: () => performance.now() });
  await clock.measure();
  const metrics = createMetrics(createRegistry('order-state'));
  const engine = createEngine({
    pool: world.pool,
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
    hashPhone: createPhoneHasher(() => Buffer.alloc(32, 7)),
    sealer: createSealer(randomBytes(32)),
    leaseMs: 720_000,
    retrySchedule: [10_000],
    retentionDays: 36_500,
    idempotencyDays: undefined,
    sendMail: undefined,
    publicUrl: undefined,
    activityDays: 365,
    customerDataDays: 36_500,
  });
  await Promise.all([consuming, publishing].map((connection) => connection.waitUntilReady()));
  startConsumers({ consuming, engine, pool: world.pool, now: clock.now, metrics, logger, tracer: undefined });
  engine.relay.start();
  engine.sweeper.start();
  engines.push(engine);
  return engine;
};

beforeEach(async () => {
  world = await createLedgerWorld();
  vhost = await createVhost();
  [engines, connections] = [[], []];
});
afterEach(async () => {
  await Promise.all(engines.map(({ sweeper, relay }) => Promise.all([sweeper.close(), relay.close()])));
  await Promise.all(connections.map((connection) => connection.close({ timeoutMs: 5_000 })));
  await vhost.delete();
  await world.close();
});

describe('two order-states whose clocks differ by hours', () => {
  it('[P5] agree on when a webhook is due: none sends it before the time that the receiver asked for', async () => {
    const arrived: DeliveryReleased[] = [];
    const replicas = await Promise.all([3 * 3_600_000, -3 * 3_600_000].map(startReplica));
    const [connection] = connections;
    createMessageConsumer({
      connection: connection!,
      publisher: createPublisher(connections[1]!),
      queue: queues.deliveries,
      prefetch: 10,
      logger,
      handle: (message) => {
        arrived.push(JSON.parse(message.body.toString()) as DeliveryReleased);
        return Promise.resolve(ack);
      },
    });
    for (const replica of replicas) {
      const { merchantId } = await createMerchant(world, [null]);
      const before = arrived.length;
      const orderId = deriveOrderId(merchantId, randomUUID());
      await replica.apply([submit(world, merchantId, orderId)]);
      await replica.apply([reportStatus(world, orderId, 'ready')]);
      const [release] = await pollUntil('a webhook', () =>
        arrived.length > before ? arrived.slice(before) : undefined,
      );
      const failed = { outcome: 'failed', unreachable: false, retry_in_ms: retryAfterMs } as const;
      await replica.settleReported([attemptOf(world, release!, failed)]);
    }
    const { rows } = await world.pool.query<{ in_time: boolean; state: string }>(
      `select state, not_before between now() + $1 * interval '1 ms' and now() + $2 * interval '1 ms' as in_time
       from deliveries where attempt_count = 1`,
      [retryAfterMs - 60_000, retryAfterMs + 60_000],
    );
    expect(rows).toEqual(Array(2).fill({ state: 'waiting', in_time: true }));
    for (const { relay } of replicas) relay.wake();
    await Promise.all(replicas.map(({ relay }) => relay.close()));
    expect(arrived).toHaveLength(2);
  });
});
