import { randomBytes } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { deadQueueOf, deriveOrderId, exchanges, queues } from '@delivery/contracts';
import { ack, createMessageConsumer, type ReceivedMessage } from '@delivery/messaging';
import { consumeOrders, createApplyInTraces } from '../../src/consumers/consume-orders.js';
import { consumeDeadLetters } from '../../src/consumers/start-consumers.js';
import { createLedgerWorld, createMerchant, type LedgerWorld, submit } from '../support/ledger-world.js';
import { newOrderId } from '../support/messages.js';
import { type Broker, openBroker, silent } from '../support/open-broker.js';

let world: LedgerWorld;
let broker: Broker;
let merchantId: string;
const applied = new EventEmitter();

beforeAll(async () => {
  world = await createLedgerWorld();
  ({ merchantId } = await createMerchant(world, [null]));
  broker = await openBroker();
  const { publisher, consuming } = broker;
  consumeOrders({
    connection: consuming,
    publisher,
    pool: world.pool,
    now: Date.now,
    apply: createApplyInTraces(world.apply, undefined),
    onSetAside: () => undefined,
    sandboxMerchants: { has: () => false },
    sendVerdict: () => true,
    waitUntilHealthy: () => Promise.resolve(),
    onApplied: () => applied.emit('applied'),
    logger: silent,
  });
});

afterAll(async () => {
  await broker.close();
  await world.close();
});

/** Like a courier's system that numbers its messages per order; AMQP's own timestamps are whole seconds. */
const publishReport = (orderId: string, id: string, status: string, given: object) =>
  broker.publisher.publish({
    exchange: exchanges.fulfilment,
    routingKey: 'status.reported',
    type: 'status.reported',
    userId: broker.userId,
    messageId: id,
    body: Buffer.from(
      JSON.stringify({
        id,
        type: 'status.reported',
        schema_version: 1,
        order_id: orderId,
        payload: { status },
        ...given,
      }),
    ),
  });

const untilDecided = async (count: number): Promise<void> => {
  for (;;) {
    const next = once(applied, 'applied');
    const { rowCount } = await world.pool.query(`select 1 from all_commands where type = 'status.reported'`);
    if (rowCount === count) return;
    await next;
  }
};

describe("Couriers' reports over AMQP", () => {
  it.each([
    ['of one whole second', { occurred_at: '2026-06-01T12:00:00Z' }, 4],
    ['without a time', {}, 8],
  ])('[P11] %s, under the same ids for two orders, all take effect', async (_, given, decided) => {
    const orderIds = [0, 1].map(newOrderId);
    await world.apply(orderIds.map((orderId) => submit(world, merchantId, orderId)));
    for (const [id, status] of [
      ['1', 'ready'],
      ['2', 'on_route_to_pickup'],
    ] as const)
      for (const orderId of orderIds) await publishReport(orderId, id, status, given);
    await untilDecided(decided);
    const { rows } = await world.pool.query('select status from orders where id = any($1)', [orderIds]);
    expect(rows).toEqual(orderIds.map(() => ({ status: 'on_route_to_pickup' })));
  });
});

const refused: ReceivedMessage[] = [];

describe('A publisher with permission for couriers’ reports alone', () => {
  it('[P15] creates and cancels no order: such a message becomes a dead letter with the reason', async () => {
    const { publisher, consuming } = broker;
    createMessageConsumer({
      connection: consuming,
      publisher,
      queue: deadQueueOf(queues.orders),
      prefetch: 10,
      logger: silent,
      handle: (message) => {
        refused.push(message);
        applied.emit('refused');
        return Promise.resolve(ack);
      },
    });
    const orderId = newOrderId();
    await world.apply([submit(world, merchantId, orderId)]);
    const refusal = once(applied, 'refused');
    const type = 'order.cancel_requested';
    const message = { id: 'c-1', type, schema_version: 1, occurred_at: new Date().toISOString(), order_id: orderId };
    await publisher.publish({
      exchange: exchanges.fulfilment,
      routingKey: 'status.reported',
      type,
      messageId: 'c-1',
      body: Buffer.from(JSON.stringify({ ...message, merchant_id: merchantId, payload: {} })),
    });
    await refusal;
    expect(refused[0]?.properties.headers['x-dead-reason']).toMatch(/must be published to the exchange orders/);
    const { rows } = await world.pool.query('select status from orders where id = $1', [orderId]);
    expect(rows).toEqual([{ status: 'created' }]);
  });
});

describe('A dead letter', () => {
  it('[P9] is stored, and those behind it, whatever text its publisher gave it', async () => {
    const { publisher, consuming } = broker;
    const stored = new EventEmitter();
    consumeDeadLetters({
      connection: consuming,
      publisher,
      pool: world.pool,
      queue: queues.attempts,
      now: Date.now,
      waitUntilHealthy: () => Promise.resolve(),
      logger: { ...silent, warn: () => stored.emit('stored') },
    });
    const publish = (text: string) =>
      publisher.publish({
        exchange: exchanges.deadLetters,
        routingKey: deadQueueOf(queues.attempts),
        messageId: text,
        type: text,
        correlationId: text,
        headers: { traceparent: text, 'x-dead-reason': text },
        body: Buffer.from(text),
      });
    await publish('\0');
    const last = once(stored, 'stored');
    await publish('last');
    await last;
    const { rows } = await world.pool.query('select reason from dead_letters where queue = $1', [queues.attempts]);
    expect(rows).toEqual(expect.arrayContaining([{ reason: '\ufffd' }]));
  });
});

describe('An order of an unknown merchant', () => {
  it('becomes a dead letter with the reason, beside orders that are applied', async () => {
    const { publisher } = broker;
    const publishOrder = (ofMerchant: string) => {
      const message = submit(world, ofMerchant, deriveOrderId(ofMerchant, 'strangers'));
      if (message.type !== 'order.submitted') throw new Error('expected an order');
      const order = { ...message.payload.order, external_id: 'strangers' };
      const body = { ...message, payload: { ...message.payload, order } };
      return publisher.publish({
        exchange: exchanges.orders,
        routingKey: message.type,
        type: message.type,
        messageId: message.id,
        body: Buffer.from(JSON.stringify(body)),
      });
    };
    const [refusal, application] = [once(applied, 'refused'), once(applied, 'applied')];
    const stranger = randomBytes(16).toString('hex');
    await Promise.all([publishOrder(stranger), publishOrder(merchantId)]);
    await Promise.all([refusal, application]);
    expect(refused.at(-1)?.properties.headers['x-dead-reason']).toBe('merchant_id is not a merchant of this service');
    const ids = [stranger, merchantId].map((id) => deriveOrderId(id, 'strangers'));
    const { rows } = await world.pool.query('select merchant_id from orders where id = any($1)', [ids]);
    expect(rows).toEqual([{ merchant_id: merchantId }]);
  });
});
