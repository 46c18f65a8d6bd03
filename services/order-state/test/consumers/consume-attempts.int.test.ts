import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { deadQueueOf, type DeliveryAttempted, type DeliveryReleased, queues } from '@delivery/contracts';
import { ack, createMessageConsumer, type ReceivedMessage } from '@delivery/messaging';
import { consumeAttempts } from '../../src/consumers/start-consumers.js';
import {
  attemptOf,
  createLedgerWorld,
  createMerchant,
  delivered,
  type LedgerWorld,
  reportStatus,
  submit,
} from '../support/ledger-world.js';
import { newOrderId } from '../support/messages.js';
import { type Broker, openBroker, silent } from '../support/open-broker.js';

let world: LedgerWorld;
let broker: Broker;
const dead = new EventEmitter();

beforeAll(async () => {
  world = await createLedgerWorld();
  broker = await openBroker();
  const { publisher, consuming } = broker;
  consumeAttempts({
    connection: consuming,
    publisher,
    pool: world.pool,
    settleReported: world.settleReported,
    park: () => Promise.resolve(),
    waitUntilHealthy: () => Promise.resolve(),
    logger: silent,
  });
  createMessageConsumer({
    connection: consuming,
    publisher,
    queue: deadQueueOf(queues.attempts),
    prefetch: 1,
    logger: silent,
    handle: (message) => {
      dead.emit('dead', message);
      return Promise.resolve(ack);
    },
  });
});

afterAll(async () => {
  await broker.close();
  await world.close();
});

/** Deliveries in flight, each of an order of its own. */
const release = async (count: number): Promise<DeliveryReleased[]> => {
  const { merchantId } = await createMerchant(world, [['status_changed']]);
  const orderIds = Array.from({ length: count }, newOrderId);
  await world.apply(orderIds.flatMap((id) => [submit(world, merchantId, id), reportStatus(world, id, 'ready')]));
  return world.queue.splice(0);
};

const succeed = (message: DeliveryReleased): DeliveryAttempted => attemptOf(world, message, delivered);

const publish = (type: string, body: object) =>
  broker.publisher.publish({
    exchange: '',
    routingKey: queues.attempts,
    type,
    messageId: randomUUID(),
    body: Buffer.from(JSON.stringify(body)),
  });

const report = (attempts: DeliveryAttempted[]) =>
  publish('attempts.reported', { schema_version: 1, type: 'attempts.reported', attempts });

const statesOf = async (messages: readonly DeliveryReleased[]): Promise<string[]> => {
  const ids = messages.map(({ delivery_id }) => delivery_id);
  const { rows } = await world.pool.query<{ state: string }>(
    'select state from unnest($1::uuid[]) with ordinality as t (id, place) join all_webhook_deliveries using (id) order by place',
    [ids],
  );
  return rows.map(({ state }) => state);
};

describe('reports of attempts', () => {
  it.each<[fault: Partial<DeliveryAttempted>, reason: string]>([
    [{ response_excerpt: 'zero: \0' }, 'SQLSTATE 22021'],
    [{ attempt: 2 ** 40 }, 'a value is not a valid int'],
    [{ duration_ms: 1e39 }, 'a value is not a valid real'],
    [
      { outcome: 'failed', status_code: 500, reported_after_ms: Number.MAX_SAFE_INTEGER },
      'a value is not a valid timestamptz',
    ],
  ])(
    '[P9] with one attempt that the database refuses settle the others, and become a dead letter: %j',
    async (fault, reason) => {
      const messages = await release(5);
      const attempts = messages.map(succeed);
      Object.assign(attempts[2]!, fault);
      const buried = once(dead, 'dead') as Promise<[ReceivedMessage]>;
      await report(attempts);
      const [message] = await buried;
      expect(message.properties.headers['x-dead-reason']).toContain(reason);
      expect(await statesOf(messages)).toEqual(['delivered', 'delivered', 'in_flight', 'delivered', 'delivered']);
    },
  );
});
