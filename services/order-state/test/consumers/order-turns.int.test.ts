import { randomBytes } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { deriveOrderId, exchanges, type OrderMessage } from '@delivery/contracts';
import type { Consumer } from '@delivery/messaging';
import { consumeOrders } from '../../src/consumers/consume-orders.js';
import { createLedgerWorld, createMerchant, type LedgerWorld, requestReady, submit } from '../support/ledger-world.js';
import { messageOf, newOrderId } from '../support/messages.js';
import { type Broker, openBroker, silent } from '../support/open-broker.js';

let world: LedgerWorld;
let broker: Broker;
let consumer: Consumer;
const batches: OrderMessage[][] = [];
const happened = new EventEmitter();
/** The first batch ends when the test says so: meanwhile everything else comes in hand. */
let endFirst: () => void = () => undefined;
const firstEnded = new Promise<void>((resolve) => (endFirst = resolve));

beforeAll(async () => {
  world = await createLedgerWorld();
  broker = await openBroker();
  consumer = consumeOrders({
    connection: broker.consuming,
    publisher: broker.publisher,
    pool: world.pool,
    now: world.now,
    apply: async (messages) => {
      batches.push([...messages]);
      happened.emit('batch');
      if (batches.length === 1) await firstEnded;
      return world.apply(messages);
    },
    onSetAside: () => undefined,
    sandboxMerchants: { has: () => false },
    sendVerdict: () => true,
    waitUntilHealthy: () => Promise.resolve(),
    onApplied: () => happened.emit('applied'),
    logger: silent,
  });
});
afterAll(async () => {
  await broker.close();
  await world.close();
});

const publish = (message: OrderMessage) =>
  broker.publisher.publish({
    exchange: exchanges.orders,
    routingKey: message.type,
    type: message.type,
    messageId: message.id,
    body: Buffer.from(JSON.stringify(message)),
  });
const createOf = (merchantId: string): OrderMessage => {
  const externalId = randomBytes(8).toString('hex');
  return submit(world, merchantId, deriveOrderId(merchantId, externalId), externalId);
};

const until = async (isSo: () => boolean, event: string): Promise<void> => {
  while (!isSo()) await once(happened, event);
};

describe('The orders queue', () => {
  it('[P6] serves merchants by turns: a burst of one delays no other, no report, and no order of its own out of turn', async () => {
    const [loud, quiet] = [await createMerchant(world, [null]), await createMerchant(world, [null])];
    const [first, reported] = [createOf(loud.merchantId), newOrderId()];
    await world.apply([submit(world, quiet.merchantId, reported)]);
    await world.apply([requestReady(world, quiet.merchantId, reported)]);
    await publish(first);
    await until(() => batches.length === 1, 'batch');

    const burst = Array.from({ length: 250 }, () => createOf(loud.merchantId));
    await Promise.all(burst.map((message) => publish(message)));
    const readies = [requestReady(world, loud.merchantId, first.order_id)];
    const create = createOf(quiet.merchantId);
    const report = messageOf(reported, {
      type: 'courier.status_reported',
      courier_system_id: `cour_${'a'.repeat(24)}`,
      payload: { status: 'on_route_to_pickup' },
    });
    await Promise.all(readies.map((message) => publish(message)));
    await publish(create);
    await publish(report);
    while (consumer.load().waiting < burst.length + 3) await new Promise((resolve) => setImmediate(resolve));
    endFirst();
    await until(() => batches.flat().length === burst.length + 4, 'applied');

    const [, second = []] = batches;
    const ids = second.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining([create.id, report.id]));
    expect(second.length).toBeLessThan(burst.length);
    const own = batches.flat().filter(({ merchant_id }) => merchant_id === loud.merchantId);
    expect(own.slice(1).map(({ id }) => id)).toEqual([...burst, ...readies].map(({ id }) => id));
    const { rows } = await world.pool.query('select status from orders where id = any($1) order by status', [
      [first.order_id, reported],
    ]);
    expect(rows).toEqual([{ status: 'ready' }, { status: 'ready' }]);
  });
});
