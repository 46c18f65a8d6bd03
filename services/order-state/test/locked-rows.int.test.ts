import { randomBytes, randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { type DeliveryReleased, type OrderMessage, queues, topology } from '@delivery/contracts';
import { ack, type Connection, createConnection, createMessageConsumer, createPublisher } from '@delivery/messaging';
import { createLogger, createRegistry, createSealer } from '@delivery/service-kit';
import { createVhost, pollUntil, type RabbitVhost } from '@delivery/test-support';
import { ordersPrefetch } from '../src/consumers/consume-orders.js';
import { startConsumers } from '../src/consumers/start-consumers.js';
import { createEngine, type Engine } from '../src/create-engine.js';
import { createMetrics } from '../src/metrics.js';
import { createPhoneHasher } from '../src/operations/rules/phone-hash.js';
import { createContentHasher } from '../src/orders/rules/content-hash.js';
import {
  attemptOf,
  createLedgerWorld,
  createMerchant,
  delivered,
  type LedgerWorld,
  reportStatus,
  submit,
} from './ledger-world.js';

const logger = createLogger({ service: 'order-state', level: 'silent' });

let world: LedgerWorld;
let vhost: RabbitVhost;
let engine: Engine;
let connections: Connection[];
/** A session that holds rows, as a person's does who went to lunch. */
let holder: pg.Client;
/** What came out of the deliveries' queue, in this order. */
const arrived: DeliveryReleased[] = [];
/** What becomes of it there. */
let onArrived: (message: DeliveryReleased) => Promise<void>;

/** Each test meets its row unawares: a process of its own. */
beforeEach(async () => {
  arrived.length = 0;
  onArrived = (release) => report(release);
  world = await createLedgerWorld();
  vhost = await createVhost();
  const open = (name: string) => createConnection({ urls: [vhost.url], name, logger, topology });
  const [consuming, publishing] = [open('consume'), open('publish')] as const;
  connections = [consuming, publishing];
  const metrics = createMetrics(createRegistry('order-state'));
  engine = createEngine({
    pool: world.pool,
    publishing,
    consuming,
    metrics,
    logger,
    hashOf: createContentHasher(() => Buffer.alloc(32, 7)),
    hashPhone: createPhoneHasher(() => Buffer.alloc(32, 7)),
    sealer: createSealer(randomBytes(32)),
    leaseMs: 720_000,
    retrySchedule: [10_000],
    retentionDays: 90,
    idempotencyDays: undefined,
    customerDataDays: 30,
  });
  await Promise.all(connections.map((connection) => connection.waitUntilReady()));
  startConsumers({ consuming, engine, pool: world.pool, metrics, logger, tracer: undefined });
  engine.relay.start();
  createMessageConsumer({
    connection: consuming,
    publisher: createPublisher(publishing),
    queue: queues.deliveries,
    prefetch: 100,
    logger,
    handle: async (message) => {
      const release = JSON.parse(message.body.toString()) as DeliveryReleased;
      arrived.push(release);
      await onArrived(release);
      return ack;
    },
  });
  holder = new pg.Client({ connectionString: world.databaseUrl });
  await holder.connect();
});

afterEach(async () => {
  await engine.relay.close();
  await Promise.all(connections.map((connection) => connection.close({ timeoutMs: 5_000 })));
  await holder.end();
  await vhost.delete();
  await world.close();
});

const publish = (routingKey: string, body: object) =>
  engine.publisher.publish({
    exchange: '',
    routingKey,
    type: 'test',
    messageId: randomUUID(),
    body: Buffer.from(JSON.stringify(body)),
  });
const send = (...messages: OrderMessage[]) => Promise.all(messages.map((message) => publish(queues.orders, message)));
const report = (...releases: DeliveryReleased[]) =>
  publish(queues.attempts, {
    schema_version: 1,
    type: 'attempts.reported',
    attempts: releases.map((release) => attemptOf(world, release, delivered)),
  });

const newOrderId = () => randomBytes(12).toString('hex');
const newOrders = (count: number) => Array.from({ length: count }, newOrderId);

const whileHeld = async (rows: string, values: unknown[], work: () => Promise<void>) => {
  await holder.query('begin');
  await holder.query(`select 1 from ${rows} for update`, values);
  await work().finally(() => holder.query('commit'));
};

/** Both webhooks of each of these orders have come, and are settled. */
const untilDelivered = (orderIds: readonly string[]) =>
  pollUntil('all webhooks are delivered', async () => {
    const { rows } = await world.pool.query<{ n: number }>(
      `select count(*) as n from all_deliveries where order_id = any($1) and state = 'delivered'`,
      [orderIds],
    );
    return rows[0]!.n === 2 * orderIds.length ? true : undefined;
  });

const readStatuses = async (orderIds: readonly string[]) => {
  const { rows } = await world.pool.query<{ status: string }>('select status from orders where id = any($1)', [
    orderIds,
  ]);
  return rows.map(({ status }) => status);
};

const untilStatus = (orderIds: readonly string[], wanted: string) =>
  pollUntil(`all are ${wanted}`, async () => {
    const statuses = await readStatuses(orderIds);
    return statuses.length === orderIds.length && statuses.every((status) => status === wanted) ? true : undefined;
  });

const sequencesOf = (orderId: string) =>
  arrived.filter((release) => release.order_id === orderId).map(({ sequence }) => sequence);

const expectNoDeadLetter = async () => {
  const { rows } = await world.pool.query('select * from dead_letters');
  expect(rows).toEqual([]);
};

describe('a row that somebody else holds', () => {
  it('of a window holds up no order, and no webhook of another merchant; its own go out in order once it is free', async () => {
    const poor = await createMerchant(world, [null]);
    const other = await createMerchant(world, [null]);
    const [poorOrders, otherOrders] = [newOrders(30), newOrders(30)];
    await whileHeld('endpoint_windows where endpoint_id = $1', [poor.endpointIds[0]], async () => {
      for (const [index, orderId] of poorOrders.entries()) {
        const otherId = otherOrders[index]!;
        await send(submit(world, poor.merchantId, orderId), submit(world, other.merchantId, otherId));
        await send(reportStatus(world, orderId, 'ready'), reportStatus(world, otherId, 'ready'));
      }
      await untilDelivered(otherOrders);
      await untilStatus(poorOrders, 'ready');
      expect(poorOrders.flatMap(sequencesOf)).toEqual([]);
    });
    await untilDelivered(poorOrders);
    for (const orderId of [...poorOrders, ...otherOrders]) expect(sequencesOf(orderId)).toEqual([1, 2]);
    await expectNoDeadLetter();
  });

  it('of a window holds up the reports of its own attempts alone, also of those that came with others', async () => {
    const poor = await createMerchant(world, [null]);
    const other = await createMerchant(world, [null]);
    const [poorOrders, otherOrders] = [newOrders(10), newOrders(10)];
    const inFlight: DeliveryReleased[] = [];
    onArrived = (release) => Promise.resolve(void inFlight.push(release));
    await send(...poorOrders.map((orderId) => submit(world, poor.merchantId, orderId)));
    await send(...otherOrders.map((orderId) => submit(world, other.merchantId, orderId)));
    await send(...[...poorOrders, ...otherOrders].map((orderId) => reportStatus(world, orderId, 'ready')));
    await pollUntil('all are in flight', () => Promise.resolve(inFlight.length === 20 || undefined));
    onArrived = (release) => report(release);
    await whileHeld('endpoint_windows where endpoint_id = $1', [poor.endpointIds[0]], async () => {
      await report(...inFlight);
      await untilDelivered(otherOrders);
      expect(poorOrders.flatMap(sequencesOf)).toEqual(poorOrders.map(() => 1));
    });
    await untilDelivered(poorOrders);
    await expectNoDeadLetter();
  });

  it('of an order holds up what is said of that order alone, and keeps its order', async () => {
    const { merchantId } = await createMerchant(world, [null]);
    const [held, ...others] = newOrders(20);
    await world.apply([submit(world, merchantId, held!)]);
    await whileHeld('orders where id = $1', [held], async () => {
      for (const status of ['ready', 'on_route_to_pickup', 'at_pickup'] as const) {
        world.advance(1_000);
        await send(reportStatus(world, held!, status));
        await send(...others.splice(0, 5).map((orderId) => submit(world, merchantId, orderId)));
      }
      const [last] = others;
      await send(submit(world, merchantId, last!), reportStatus(world, last!, 'ready'));
      await untilDelivered([last!]);
      expect(await readStatuses([held!])).toEqual(['created']);
    });
    await untilStatus([held!], 'at_pickup');
    const { rows } = await world.pool.query<{ type: string; outcome: string }>(
      'select type, outcome from all_commands where order_id = $1 order by after_sequence, type',
      [held],
    );
    expect(rows.map(({ outcome }) => outcome)).toEqual(['applied', 'applied', 'applied', 'applied']);
    await expectNoDeadLetter();
  });

  it('of an order holds up no other order, although more wait for it than are handled at once', async () => {
    const { merchantId } = await createMerchant(world, [null]);
    const [held, other] = newOrders(2) as [string, string];
    await world.apply([submit(world, merchantId, held)]);
    const waiting = Array.from({ length: 2 * ordersPrefetch }, () => reportStatus(world, held, 'ready'));
    await whileHeld('orders where id = $1', [held], async () => {
      await send(...waiting);
      await send(submit(world, merchantId, other), reportStatus(world, other, 'ready'));
      await untilDelivered([other]);
      expect(await readStatuses([held])).toEqual(['created']);
    });
    await pollUntil('all that waited is decided', async () => {
      const { rows } = await world.pool.query<{ n: number }>(
        'select count(*) as n from all_commands where order_id = $1',
        [held],
      );
      return rows[0]!.n === waiting.length + 1 ? true : undefined;
    });
    expect(await readStatuses([held])).toEqual(['ready']);
    await expectNoDeadLetter();
  });

  it('of the counts of every connection there is holds up nothing', async () => {
    const { merchantId } = await createMerchant(world, [null]);
    const orderIds = newOrders(5);
    await send(...orderIds.map((orderId) => submit(world, merchantId, orderId)));
    await untilStatus(orderIds, 'created');
    await world.pool.query(
      `insert into ledger_counts (slot, name, n)
       select distinct pid % 256, name, 0 from pg_stat_activity, unnest($1::text[]) name where datname = current_database()
       on conflict (slot, name) do nothing`,
      [['matched', 'waiting', 'in_flight', 'delivered']],
    );
    await whileHeld('ledger_counts', [], async () => {
      await send(...orderIds.map((orderId) => reportStatus(world, orderId, 'ready')));
      await untilDelivered(orderIds);
    });
    await expectNoDeadLetter();
  });
});
