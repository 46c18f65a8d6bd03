import { randomBytes } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { deadQueueOf, deriveOrderId, exchanges, queues } from '@delivery/contracts';
import { ack, createMessageConsumer, type ReceivedMessage } from '@delivery/messaging';
import { consumeOrders, createApplyInTraces } from '../../src/consumers/consume-orders.js';
import { consumeDeadLetters } from '../../src/consumers/start-consumers.js';
import { createLedgerWorld, createMerchant, type LedgerWorld, submit } from '../support/ledger-world.js';
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

const refused: ReceivedMessage[] = [];

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
