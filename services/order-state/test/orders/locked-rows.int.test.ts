import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { type DeliveryReleased, deriveOrderId, type OrderMessage, queues } from '@delivery/contracts';
import { ack, createMessageConsumer, createPublisher } from '@delivery/messaging';
import { createVhost, pollUntil, type RabbitVhost } from '@delivery/test-support';
import { theSystem } from '../../src/activity/queries.js';
import { changeUnderLock } from '../../src/endpoints/change-endpoints.js';
import { lockSettings } from '../../src/endpoints/queries/write-endpoints.js';
import { holdRows } from '../support/hold-rows.js';
import {
  attemptOf,
  createLedgerWorld,
  createMerchant,
  delivered,
  type LedgerWorld,
  requestReady,
  submit,
} from '../support/ledger-world.js';
import { messageOf } from '../support/messages.js';
import { logger, type RunningEngine, startEngine } from '../support/start-engine.js';

let world: LedgerWorld;
let vhost: RabbitVhost;
let running: RunningEngine;
/** The messages from the deliveries' queue, in this order. */
const arrived: DeliveryReleased[] = [];
/** Their outcomes there. */
let onArrived: (message: DeliveryReleased) => Promise<void>;

beforeEach(async () => {
  arrived.length = 0;
  onArrived = (release) => report(release);
  world = await createLedgerWorld();
  vhost = await createVhost();
  running = await startEngine(world.pool, vhost.url);
  createMessageConsumer({
    connection: running.consuming,
    publisher: createPublisher(running.publishing),
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
});

afterEach(async () => {
  await running.close();
  await vhost.delete();
  await world.close();
});

const publish = (routingKey: string, body: object) =>
  running.engine.publisher.publish({
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

/** By the id of the order that follows from it and its merchant. */
const externalIds = new Map<string, string>();
const newOrders = (merchantId: string, count: number) =>
  Array.from({ length: count }, () => {
    const externalId = randomUUID();
    const orderId = deriveOrderId(merchantId, externalId);
    externalIds.set(orderId, externalId);
    return orderId;
  });
const ready = (merchantId: string, orderId: string) => requestReady(world, merchantId, orderId);
const submitted = (merchantId: string, orderId: string) => submit(world, merchantId, orderId, externalIds.get(orderId));

const whileHeld = async (rows: string, values: unknown[], work: () => Promise<void>) => {
  const letGo = await holdRows(world.databaseUrl, rows, values);
  await work().finally(letGo);
};

/** Both webhooks of each of these orders have come, and are settled. */
const untilDelivered = (orderIds: readonly string[]) =>
  pollUntil('all webhooks are delivered', async () => {
    const { rows } = await world.pool.query<{ n: number }>(
      `select count(*) as n from all_webhook_deliveries where order_id = any($1) and state = 'delivered'`,
      [orderIds],
    );
    return rows[0]!.n === 2 * orderIds.length ? true : undefined;
  });

const statusOf = async (orderId: string) =>
  (await world.pool.query<{ status: string }>('select status from orders where id = $1', [orderId])).rows[0]?.status;

const untilStatus = (orderIds: readonly string[], wanted: string) =>
  pollUntil(`all are ${wanted}`, async () => {
    const statuses = await Promise.all(orderIds.map(statusOf));
    return statuses.every((status) => status === wanted) ? true : undefined;
  });

const sequencesOf = (orderId: string) =>
  arrived.filter((release) => release.order_id === orderId).map(({ sequence }) => sequence);

const countParked = async (table: 'parked_commands' | 'parked_attempts') =>
  (await world.pool.query<{ n: number }>(`select count(*) as n from ${table}`)).rows[0]!.n;

const untilParked = (table: 'parked_commands' | 'parked_attempts', count: number) =>
  pollUntil(`${count} ${table}`, async () => ((await countParked(table)) === count ? true : undefined));

/** Nothing is left behind: neither parked nor dead, in a table or in a queue. */
const expectNothingLeft = async () => {
  expect([await countParked('parked_commands'), await countParked('parked_attempts')]).toEqual([0, 0]);
  expect((await world.pool.query('select * from dead_letters')).rows).toEqual([]);
};

describe('a row that another session holds', () => {
  it('[P6] in the windows holds up the reports of its own attempts alone, also of those that came with others', async () => {
    const poor = await createMerchant(world, [null]);
    const other = await createMerchant(world, [null]);
    const [poorOrders, otherOrders] = [newOrders(poor.merchantId, 10), newOrders(other.merchantId, 10)];
    const inFlight: DeliveryReleased[] = [];
    onArrived = (release) => Promise.resolve(void inFlight.push(release));
    await send(...poorOrders.map((orderId) => submitted(poor.merchantId, orderId)));
    await send(...otherOrders.map((orderId) => submitted(other.merchantId, orderId)));
    await send(...poorOrders.map((orderId) => ready(poor.merchantId, orderId)));
    await send(...otherOrders.map((orderId) => ready(other.merchantId, orderId)));
    await pollUntil('all are in flight', () => Promise.resolve(inFlight.length === 20 || undefined));
    onArrived = (release) => report(release);
    await whileHeld('endpoint_windows where endpoint_id = $1', [poor.endpointIds[0]], async () => {
      await report(...inFlight);
      await untilDelivered(otherOrders);
      expect(poorOrders.flatMap(sequencesOf)).toEqual(poorOrders.map(() => 1));
    });
    await untilDelivered(poorOrders);
    await expectNothingLeft();
  });

  it('[P6] in the orders parks that order’s messages alone, however many come, and they are applied in their order', async () => {
    const { merchantId } = await createMerchant(world, [null]);
    const [held, ...others] = newOrders(merchantId, 20) as [string, ...string[]];
    await world.apply([submitted(merchantId, held)]);
    const changes = Array.from({ length: 80 }, (_, n) =>
      messageOf(held, {
        type: 'order.change_requested',
        merchant_id: merchantId,
        payload: { changes: { customer: { phone: `119876543${10 + n}` } } },
      }),
    );
    await whileHeld('orders where id = $1', [held], async () => {
      await send(ready(merchantId, held));
      await untilParked('parked_commands', 1);
      for (const change of changes) await send(change);
      await send(submitted(merchantId, held));
      await send(...others.map((orderId) => submitted(merchantId, orderId)));
      await send(...others.map((orderId) => ready(merchantId, orderId)));
      await untilDelivered(others);
      await untilParked('parked_commands', changes.length + 2);
      expect(await statusOf(held)).toBe('created');
    });
    await untilParked('parked_commands', 0);
    const { rows } = await world.pool.query<{ id: string; outcome: string }>(
      `select id, outcome from all_commands where order_id = $1 and type = 'order.change_requested' order by after_sequence`,
      [held],
    );
    expect(rows).toEqual(changes.map(({ id }) => ({ id, outcome: 'applied' })));
    expect(await statusOf(held)).toBe('ready');
    await expectNothingLeft();
  });

  it('[P6] in the orders parks the report of its attempt, which is settled once the order is free', async () => {
    const { merchantId } = await createMerchant(world, [null]);
    const [held, ...others] = newOrders(merchantId, 5) as [string, ...string[]];
    const inFlight: DeliveryReleased[] = [];
    onArrived = (release) =>
      release.order_id === held ? Promise.resolve(void inFlight.push(release)) : report(release);
    await send(submitted(merchantId, held), ready(merchantId, held));
    await pollUntil('it is in flight', () => Promise.resolve(inFlight.length === 1 || undefined));
    await whileHeld('orders where id = $1', [held], async () => {
      await report(...inFlight);
      await untilParked('parked_attempts', 1);
      await send(...others.map((orderId) => submitted(merchantId, orderId)));
      await send(...others.map((orderId) => ready(merchantId, orderId)));
      await untilDelivered(others);
    });
    onArrived = (release) => report(release);
    await untilDelivered([held]);
    expect(sequencesOf(held)).toEqual([1, 2]);
    await untilParked('parked_attempts', 0);
    await expectNothingLeft();
  });

  it('[P6] in the counts of every connection holds up nothing', async () => {
    const { merchantId } = await createMerchant(world, [null]);
    const orderIds = newOrders(merchantId, 5);
    await send(...orderIds.map((orderId) => submitted(merchantId, orderId)));
    await untilStatus(orderIds, 'created');
    await world.pool.query(
      `insert into ledger_counts (slot, name, n)
       select distinct pid % 256, name, 0 from pg_stat_activity, unnest($1::text[]) name where datname = current_database()
       on conflict (slot, name) do nothing`,
      [['matched', 'delivered']],
    );
    await whileHeld('ledger_counts', [], async () => {
      await send(...orderIds.map((orderId) => ready(merchantId, orderId)));
      await untilDelivered(orderIds);
    });
    await expectNothingLeft();
  });

  it('[P6] in the endpoints that many change at once is waited for, and nothing of it is left', async () => {
    const { merchantId, endpointIds } = await createMerchant(world, [null]);
    const other = await createMerchant(world, [null]);
    const [orderIds, otherOrders] = [newOrders(merchantId, 20), newOrders(other.merchantId, 20)];
    // Without time limits: on a machine with other work the last in line waits for seconds.
    const callers = new pg.Pool({ connectionString: world.databaseUrl, max: 10 });
    const change = () =>
      changeUnderLock(
        { pool: callers, now: Date.now, logger },
        { ownerId: merchantId, endpointId: endpointIds[0]!, actor: theSystem },
        (client) => lockSettings(client, merchantId, endpointIds[0]!),
      );
    try {
      const tenInTurn = async () => {
        for (let made = 0; made < 10; made += 1) await change();
      };
      const changes = Promise.all(Array.from({ length: 10 }, tenInTurn));
      for (const [index, orderId] of orderIds.entries()) {
        const otherId = otherOrders[index]!;
        await send(submitted(merchantId, orderId), submitted(other.merchantId, otherId));
        await send(ready(merchantId, orderId), ready(other.merchantId, otherId));
      }
      await changes;
      await untilDelivered([...orderIds, ...otherOrders]);
      await untilParked('parked_attempts', 0);
      await expectNothingLeft();
    } finally {
      await callers.end();
    }
  });
});
