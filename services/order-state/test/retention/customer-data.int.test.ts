import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  deadQueueOf,
  type DeliveryAttempted,
  type DeliveryReleased,
  deriveOrderId,
  exchanges,
  type OrderMessage,
  queues,
  topology,
} from '@delivery/contracts';
import { type Connection, createConnection, createPublisher, type Publisher } from '@delivery/messaging';
import { inTransaction } from '@delivery/postgres';
import { createVhost, type RabbitVhost } from '@delivery/test-support';
import { consumeOrders } from '../../src/consumers/consume-orders.js';
import { consumeDeadLetters } from '../../src/consumers/start-consumers.js';
import { parkAttempts } from '../../src/ledger/queries/sweep.js';
import { commandKeyOf } from '../../src/orders/rules/decide-batch.js';
import { phoneHashesOf } from '../../src/orders/rules/phones.js';
import { setCommandsAside } from '../../src/orders/set-aside.js';
import { eraseOrders } from '../../src/retention/queries/erase-rows.js';
import { sweepExpiredParked } from '../../src/sweeps/sweep-orders.js';
import { findInTables } from '../support/find-in-tables.js';
import {
  attemptOf,
  type AttemptResult,
  createLedgerWorld,
  createMerchant,
  delivered,
  exhausted,
  hashPhone,
  type LedgerWorld,
  replayDelivery,
  reportStatus,
  reportTrackingUrl,
} from '../support/ledger-world.js';
import { messageOf, newOrderId } from '../support/messages.js';

const dayMs = 24 * 3_600_000;

/** The texts that no table and no queue may hold in the end. */
const word = 'CANARY';
const phone = '5511987650042';
const phoneHash = phoneHashesOf(hashPhone, '', phone).number.toString('hex');
const canaries = [word, phone, phoneHash];
const say = (what: string) => `${word} ${what}`;

let world: LedgerWorld;
let vhost: RabbitVhost;
let connections: Connection[];
let publisher: Publisher;
const happened = new EventEmitter();

beforeAll(async () => {
  world = await createLedgerWorld();
  vhost = await createVhost();
  const logger = {
    info: () => undefined,
    warn: (_fields: object, message: string) => happened.emit(message),
    error: () => undefined,
  };
  connections = ['publish', 'consume'].map((name) => createConnection({ urls: [vhost.url], name, logger, topology }));
  const [publishing, consuming] = connections as [Connection, Connection];
  publisher = createPublisher(publishing);
  const common = { connection: consuming, publisher, pool: world.pool, logger, now: world.now };
  const waitUntilHealthy = () => Promise.resolve();
  consumeOrders({
    ...common,
    waitUntilHealthy,
    apply: (messages) => world.apply(messages),
    onSetAside: () => undefined,
    sandboxMerchants: { has: () => false },
    sendVerdict: () => true,
    onApplied: (_batch, messages) => messages.forEach(({ id }) => happened.emit(id)),
  });
  for (const queue of Object.values(queues)) {
    consumeDeadLetters({ ...common, waitUntilHealthy, queue });
  }
  await Promise.all(connections.map((connection) => connection.waitUntilReady()));
});
afterAll(async () => {
  await Promise.all(connections.map((connection) => connection.close({ timeoutMs: 5_000 })));
  await vhost.delete();
  await world.close();
});

/** Reports come by calls, which the queue is not for. */
const publish = async (message: OrderMessage, change: object = {}, settledBy: string = message.id) => {
  if (!message.type.startsWith('order.')) return void (await world.apply([message]));
  const settled = once(happened, settledBy);
  const { type, id } = message;
  const body = Buffer.from(JSON.stringify({ ...message, ...change }));
  await publisher.publish({ exchange: exchanges.orders, routingKey: type, type, messageId: id, body });
  await settled;
};

const submitCanaries = (merchantId: string, externalId: string = randomUUID()): OrderMessage => {
  const payload = {
    order: {
      external_id: externalId,
      display_id: '1',
      customer: { name: say('name'), phone },
      address: {
        country: 'BR',
        state: 'SP',
        city: say('city'),
        neighborhood: say('neighborhood'),
        street: say('street'),
        number: say('number'),
        complement: say('complement'),
        zip_code: say('zip'),
        coordinates: { latitude: 1, longitude: 2 },
      },
      payment: { prepaid: 0, pending: 0, methods: [] },
      items: [{ description: say('item'), quantity: 1 }],
      extras: { origin: say('origin'), localizer: say('localizer') },
    },
    external_data: JSON.stringify({ note: say('external data'), phone }),
  };
  const orderId = deriveOrderId(merchantId, externalId);
  return messageOf(orderId, { type: 'order.submitted', merchant_id: merchantId, payload }, world.now());
};

const cancel = (merchantId: string, orderId: string): OrderMessage => {
  const payload = { reason: { code: 'customer', message: say('reason') } };
  return messageOf(orderId, { type: 'order.cancel_requested', merchant_id: merchantId, payload }, world.now());
};

/** A courier's report comes by the queue, and can be set aside. */
const trackByCourier = (orderId: string): OrderMessage => {
  const payload = { tracking_url: `https://track.example/${word}` };
  const courier_system_id = `cour_${'0'.repeat(24)}`;
  return messageOf(orderId, { type: 'courier.tracking_url_reported', courier_system_id, payload }, world.now());
};

const failDelivery = (orderId: string): OrderMessage => ({
  ...reportStatus(world, orderId, 'delivery_failed'),
  type: 'status.reported',
  payload: { status: 'delivery_failed', reason: { code: 'absent', message: say('nobody at home') } },
});

/** The receiver's answer quotes the customer. */
const answer = (message: DeliveryReleased, result: AttemptResult = delivered): DeliveryAttempted => ({
  ...attemptOf(world, message, result),
  error_detail: say('detail'),
  response_excerpt: say('answer'),
});
const answerAll = async (result?: AttemptResult) => {
  const bodies: string[] = [];
  while (world.queue.length > 0) {
    const messages = world.queue.splice(0);
    bodies.push(...messages.map(({ body }) => body));
    await world.settle(messages.map((message) => answer(message, result)));
    await world.releaseDue();
  }
  return bodies;
};

const newOrder = async (merchantId: string): Promise<string> => {
  const submitted = submitCanaries(merchantId);
  await publish(submitted);
  return submitted.order_id;
};

/** Moves an order on, a second later each time: a report that is not later than the one before changes nothing. */
const report = async (orderId: string, ...statuses: Parameters<typeof reportStatus>[2][]) => {
  for (const status of statuses) {
    world.advance(1_000);
    await publish(reportStatus(world, orderId, status));
  }
};

const find = (): Promise<string[]> => findInTables(world.pool, canaries);

/** Takes everything out of every queue. */
const findInQueues = async (): Promise<unknown[]> => {
  const names = Object.values(queues).flatMap((queue) => [queue, deadQueueOf(queue)]);
  const found = await Promise.all(
    names.map((name) =>
      vhost.management(`/api/queues/${vhost.vhost}/${name}/get`, {
        method: 'POST',
        body: JSON.stringify({ count: 1_000, ackmode: 'ack_requeue_false', encoding: 'auto' }),
      }),
    ),
  );
  return found.flat();
};

const deliveredOrder = async (merchantId: string): Promise<string> => {
  const orderId = await newOrder(merchantId);
  await report(orderId, 'ready', 'on_route_to_pickup', 'on_route_to_delivery');
  await publish(reportTrackingUrl(world, orderId, word));
  world.advance(1_000);
  await publish({ ...failDelivery(orderId), occurred_at: new Date(world.now()).toISOString() });
  await report(orderId, 'on_route_to_delivery', 'delivered');
  await answerAll();
  // Refused, and on record.
  await publish(cancel(merchantId, orderId));
  return orderId;
};

const replayFirst = async (merchantId: string, orderId: string) => {
  const { rows } = await world.pool.query<{ id: string }>(
    'select id from all_webhook_deliveries where order_id = $1 order by sequence limit 1',
    [orderId],
  );
  await replayDelivery(world.pool, { merchantId, deliveryId: rows[0]?.id ?? '', nowMs: world.now() });
  await world.releaseDue();
};

const setEndpoints = async (merchantId: string, status: 'active' | 'disabled') => {
  await world.pool.query('update endpoints set status = $2 where owner_id = $1', [merchantId, status]);
  await world.pool.query('update endpoint_windows set wake_at = $1', [new Date(world.now())]);
};

const refuseAsNewer = (message: OrderMessage) => publish(message, { schema_version: 99 }, 'dead_letter.stored');

const eraseByAge = async () => {
  world.advance(31 * dayMs);
  await sweepExpiredParked(world);
  await world.applyRetention(90, 30);
};

describe('a customer’s data', () => {
  it('[P19] is in no table and no queue once it is older than CUSTOMER_DATA_DAYS, with any outcome of the order', async () => {
    const { merchantId } = await createMerchant(world, [null]);
    const replayed = await deliveredOrder(merchantId);
    await replayFirst(merchantId, replayed);
    await answerAll();

    const canceled = await newOrder(merchantId);
    await publish(cancel(merchantId, canceled));
    await answerAll(exhausted);

    const never = newOrderId();
    await publish(cancel(merchantId, never));
    await refuseAsNewer(submitCanaries(merchantId));
    await refuseAsNewer(submitCanaries(merchantId));
    await world.pool.query(
      'update dead_letters set replayed_at = now() where id = (select id from dead_letters order by id limit 1)',
    );

    const held = await newOrder(merchantId);
    await setEndpoints(merchantId, 'disabled');
    await report(held, 'ready');
    await publish(reportTrackingUrl(world, held, word));
    expect((await find()).join()).toContain(phoneHash);

    await eraseByAge();
    expect(await find()).toEqual([]);

    // Waiting webhooks go out without it, and their answers are not kept either.
    await setEndpoints(merchantId, 'active');
    await world.releaseDue();
    const bodies = (await answerAll()).map((body) => JSON.parse(body) as object);
    expect(bodies).toMatchObject([
      { id: held, event: 'status_changed', external_data: {} },
      { id: held, event: 'delivery_requested', external_data: {} },
      { id: held, event: 'tracking_url_added', external_data: {}, tracking_url: 'https://erased.invalid/' },
    ]);
    await replayFirst(merchantId, replayed);
    await answerAll();
    await publish(cancel(merchantId, canceled));
    expect(await find()).toEqual([]);

    // An event of the order after that is erased in its turn.
    await publish(reportTrackingUrl(world, held, word));
    await publish(cancel(merchantId, held));
    expect(await find()).not.toEqual([]);
    await eraseByAge();
    expect(await find()).toEqual([]);
    expect(await findInQueues()).toEqual([]);
  });

  it('[P19] is erased once: an event without any leaves it at that, and no answer to a request of before is kept', async () => {
    await answerAll();
    const { merchantId } = await createMerchant(world, [null, null]);
    const orderId = await newOrder(merchantId);
    await report(orderId, 'ready');
    const sent = world.queue.splice(0);
    expect(sent).toHaveLength(2);
    const readErasedAt = async () => {
      const { rows } = await world.pool.query<{ erased_at: Date | null }>(
        'select erased_at from orders where id = $1',
        [orderId],
      );
      return rows[0]?.erased_at ?? null;
    };
    await eraseByAge();
    const erasedAt = await readErasedAt();
    expect(erasedAt).toEqual(new Date(world.now()));
    await report(orderId, 'on_route_to_pickup');
    expect(await readErasedAt()).toEqual(erasedAt);
    await world.settle([answer(sent[0]!)]);
    expect(await find()).toEqual([]);

    await publish(reportTrackingUrl(world, orderId, word));
    expect(await readErasedAt()).toBeNull();
    await world.settle([answer(sent[1]!)]);
    const { rows } = await world.pool.query(
      'select response_excerpt, error_detail from all_attempts where delivery_id = any($1)',
      [sent.map(({ delivery_id }) => delivery_id)],
    );
    const nothing = { response_excerpt: null, error_detail: null };
    expect(rows).toEqual([nothing, nothing]);
    await eraseByAge();
    // A stale report changes nothing, and adds nothing that would outlive the erasure.
    await publish(
      messageOf(orderId, { type: 'tracking_url.reported', payload: { tracking_url: `https://t/${word}` } }, 0),
    );
    expect(await find()).toEqual([]);
    await answerAll();
  });

  it('[P19] is erased from messages that were set aside, however many, which are refused on record', async () => {
    const { merchantId } = await createMerchant(world, []);
    const orderId = await newOrder(merchantId);
    const behind = Array.from({ length: 120 }, () => trackByCourier(orderId));
    const slow = [{ item: cancel(merchantId, orderId), reason: 'too slow' }];
    await setCommandsAside(world, slow, behind);
    expect((await find()).filter((found) => found.startsWith('parked_commands'))).toHaveLength(121);
    await eraseByAge();
    expect(await find()).toEqual([]);
    const { rows } = await world.pool.query(
      `select id from all_commands where order_id = $1 and code = 'parked_expired' order by id`,
      [orderId],
    );
    expect(rows.map(({ id }) => id)).toEqual([slow[0]!.item.id, ...behind.map(({ id }) => id)].sort());
  });

  it('[P19] is erased from what was set aside without an order, after its erasure, and from reports', async () => {
    await answerAll();
    const { merchantId } = await createMerchant(world, [null]);
    const create = submitCanaries(merchantId);
    const orderId = await newOrder(merchantId);
    await report(orderId, 'ready');
    const [sent] = world.queue.splice(0);
    await eraseByAge();
    const tracking = trackByCourier(orderId);
    const slow = [create, tracking].map((item) => ({ item, reason: 'too slow' }));
    await setCommandsAside(world, slow, []);
    await parkAttempts(world.pool, [{ attempt: answer(sent!), slowReason: 'too slow' }], new Date(world.now()));
    expect(new Set((await find()).map((found) => found.split(':')[0]))).toEqual(
      new Set(['parked_commands', 'parked_attempts']),
    );
    await world.applyRetention(90, 30);
    expect(await find()).not.toEqual([]);
    await eraseByAge();
    expect(await find()).toEqual([]);
    const { rows } = await world.pool.query(
      `select id from all_commands where id = any($1) and code = 'parked_expired'`,
      [[create.id, tracking.id]],
    );
    expect(rows).toHaveLength(2);
    await world.pool.query('delete from parked_attempts');
    await world.settle([answer(sent!)]);
  });

  it('[P3] stays as long as something happens to the order, and the order stays the same one afterwards', async () => {
    const { merchantId } = await createMerchant(world, [null]);
    const submitted = submitCanaries(merchantId);
    const orderId = submitted.order_id;
    await publish(submitted);
    world.advance(20 * dayMs);
    await report(orderId, 'ready');
    world.advance(20 * dayMs);
    await world.applyRetention(90, 30);
    expect(await find()).not.toEqual([]);
    await eraseByAge();
    expect(await find()).toEqual([]);
    const again = { ...submitted, id: 'again' };
    const { verdicts } = await world.apply([again]);
    expect(verdicts.get(commandKeyOf(again))).toMatchObject({
      outcome: 'unchanged',
      order: { id: orderId, status: 'ready' },
    });
    expect(await find()).toEqual([]);
  });

  it('is not written anew where it is not: in an answer as asked for, and in a report of a status by code', async () => {
    await answerAll();
    const { merchantId } = await createMerchant(world, [null]);
    const orderId = await newOrder(merchantId);
    await report(orderId, 'ready');
    await publish(reportTrackingUrl(world, orderId, word));
    await publish(cancel(merchantId, orderId));
    const answers = ['{}', '', say('answer'), null];
    for (let sent = 0; world.queue.length > 0; sent += 1) {
      const [message] = world.queue.splice(0);
      const settled = attemptOf(world, message!, delivered);
      await world.settle([{ ...settled, response_excerpt: answers[sent] ?? null }]);
      await world.releaseDue();
    }
    const erase = () => inTransaction(world.pool, (client) => eraseOrders(client, [orderId], new Date(world.now())));
    expect(await erase()).toEqual({ events: 4, attempts: 1, commands: 1 });
    expect(await erase()).toEqual({ events: 0, attempts: 0, commands: 0 });
    const { rows } = await world.pool.query(
      'select type, payload from all_commands where order_id = $1 order by type',
      [orderId],
    );
    expect(rows).toEqual([
      { type: 'order.cancel_requested', payload: { reason: { code: 'customer' } } },
      { type: 'order.submitted', payload: null },
      { type: 'status.reported', payload: { status: 'ready' } },
      { type: 'tracking_url.reported', payload: null },
    ]);
  });

  it('is erased where Postgres refuses to look into a message of the broker', async () => {
    const { merchantId } = await createMerchant(world, [null]);
    const orderId = await newOrder(merchantId);
    const refused = { ...failDelivery(orderId), payload: { status: 'delivery_failed', reason: { code: '\u0000' } } };
    await publish(refused as OrderMessage);
    const applied = { ...cancel(merchantId, orderId), payload: { reason: { code: 'b', message: '\ud800' } } };
    await publish(applied as OrderMessage);
    await eraseByAge();
    const { rows: orders } = await world.pool.query(
      'select status, reason, erased_at is not null as erased from orders where id = $1',
      [orderId],
    );
    expect(orders).toEqual([{ status: 'canceled', reason: null, erased: true }]);
    const { rows: commands } = await world.pool.query(
      'select type, outcome, payload from all_commands where order_id = $1 order by type',
      [orderId],
    );
    expect(commands).toEqual([
      { type: 'order.cancel_requested', outcome: 'applied', payload: { reason: { code: 'b' } } },
      { type: 'order.submitted', outcome: 'applied', payload: null },
      { type: 'status.reported', outcome: 'refused', payload: null },
    ]);
  });
});
