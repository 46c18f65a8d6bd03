import { randomUUID } from 'node:crypto';
import { type DeliveryReleased, deriveOrderId, type OrderMessage, queues } from '@delivery/contracts';
import { ack, createMessageConsumer, createPublisher } from '@delivery/messaging';
import { createVhost, pollUntil } from '@delivery/test-support';
import { attemptOf, createLedgerWorld, delivered, submit } from './ledger-world.js';
import { logger, startEngine } from './start-engine.js';

/** One order-state at work between a broker and a database, and what comes to the dispatchers' queue. */
export const startEngineWorld = async (log: typeof logger = logger) => {
  const [world, vhost] = await Promise.all([createLedgerWorld(), createVhost()]);
  const running = await startEngine(world.pool, vhost.url, { logger: log });
  /** The messages from the deliveries' queue, in this order. */
  const arrived: DeliveryReleased[] = [];
  const ends = { onArrived: (_message: DeliveryReleased): Promise<void> => Promise.resolve() };
  createMessageConsumer({
    connection: running.consuming,
    publisher: createPublisher(running.publishing),
    queue: queues.deliveries,
    prefetch: 100,
    logger,
    handle: async (message) => {
      const release = JSON.parse(message.body.toString()) as DeliveryReleased;
      arrived.push(release);
      await ends.onArrived(release);
      return ack;
    },
  });
  const publish = (routingKey: string, body: object) =>
    running.engine.publisher.publish({
      exchange: '',
      routingKey,
      type: 'test',
      messageId: randomUUID(),
      body: Buffer.from(JSON.stringify(body)),
    });
  const statusOf = async (orderId: string) =>
    (await world.pool.query<{ status: string }>('select status from orders where id = $1', [orderId])).rows[0]?.status;
  return {
    world,
    running,
    arrived,
    /** `onArrived`: their outcomes there. */
    ends,
    send: (...messages: OrderMessage[]) => Promise.all(messages.map((message) => publish(queues.orders, message))),
    /** All of these attempts were successes. */
    report: (...releases: DeliveryReleased[]) =>
      publish(queues.attempts, {
        schema_version: 1,
        type: 'attempts.reported',
        attempts: releases.map((release) => attemptOf(world, release, delivered)),
      }),
    newCreate: (merchantId: string): OrderMessage => {
      const externalId = randomUUID();
      return submit(world, merchantId, deriveOrderId(merchantId, externalId), externalId);
    },
    statusOf,
    untilStatus: (orderIds: readonly string[], wanted: string) =>
      pollUntil(`all are ${wanted}`, async () =>
        (await Promise.all(orderIds.map(statusOf))).every((status) => status === wanted) ? true : undefined,
      ),
    close: async () => {
      await running.close();
      await vhost.delete();
      await world.close();
    },
  };
};
export type EngineWorld = Awaited<ReturnType<typeof startEngineWorld>>;
