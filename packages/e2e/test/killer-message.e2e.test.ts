import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { exchanges, queues } from '@delivery/contracts';
import {
  buildOrder,
  createDatabase,
  type Merchant,
  pollUntil,
  type Product,
  publishMessages,
  startProduct,
  type TestDatabase,
} from '@delivery/test-support';
import { giveBack } from '../src/give-back.js';
import { readOrder } from '../src/read-order.js';

let database: TestDatabase;
let product: Product;
let merchant: Merchant;
/** Holds the lock. Another connection watches, as one transaction sees one snapshot. */
let holder: pg.Client;
let watcher: pg.Client;

beforeAll(async () => {
  database = await createDatabase();
  product = await startProduct({ databaseUrl: database.workingUrl });
  merchant = await product.createMerchant();
  holder = new pg.Client({ connectionString: database.url });
  watcher = new pg.Client({ connectionString: database.url });
  await Promise.all([holder.connect(), watcher.connect()]);
});

afterAll(async () => {
  await Promise.all([holder.end(), watcher.end()]);
  await product.close();
  await database.drop();
});

const cancelOf = (orderId: string) => {
  const id = randomUUID();
  const type = 'order.cancel_requested';
  const envelope = { id, type, schema_version: 1, occurred_at: new Date().toISOString(), order_id: orderId };
  const body = JSON.stringify({ ...envelope, merchant_id: merchant.id, payload: {} });
  return { exchange: exchanges.orders, routingKey: type, type, messageId: id, body };
};

const createReadyOrder = async (): Promise<string> => {
  const id = String((await merchant.create(buildOrder())).body['id']);
  expect((await merchant.ready(id)).status).toBe(200);
  return id;
};

const backends = `select pid, wait_event_type from pg_stat_activity
  where application_name = 'order-state' and datname = current_database()`;

/** Resolves when the service waits for the lock that the test holds: it has the message in hand, and is not done. */
const waitUntilActive = (): Promise<true> =>
  pollUntil('the message in hand', async () => {
    const { rowCount } = await watcher.query(`select 1 from (${backends}) b where wait_event_type = 'Lock'`);
    return rowCount === 0 ? undefined : true;
  });

describe('a message that kills the process which handles it', () => {
  // Three deaths together with its neighbours, twelve alone; then the next process refuses it. An order whose row is locked
  // keeps a process busy with its message for as long as it takes to kill it: to the service that is a message that kills.
  // The deaths alone are equal: the first and the last one are a process's.
  const deaths = { together: 3, alone: 12 };

  it('[P9] becomes a dead letter after fifteen deaths, and its neighbours are applied', async () => {
    const fatalOrder = await createReadyOrder();
    const neighbours = await Promise.all(Array.from({ length: 10 }, createReadyOrder));
    const fatal = cancelOf(fatalOrder);
    await holder.query('begin');
    await holder.query('select 1 from orders where id = $1 for update', [fatalOrder]);
    await product.kill('order-state');
    await publishMessages(product.rabbitmqUrl, [fatal, ...neighbours.map(cancelOf)]);

    const die = async () => {
      await product.start('order-state');
      await waitUntilActive();
      expect((await watcher.query('select reason from dead_letters')).rows).toEqual([]);
      await product.kill('order-state');
      // Postgres notices only later that the client of a waiting statement is gone. The next process is not taken for it.
      await watcher.query(`select pg_terminate_backend(pid, 60000) from (${backends}) b`);
    };
    for (let death = 1; death <= deaths.together + 1; death += 1) await die();
    const isMeant = ({ messageId }: { messageId?: unknown }) => messageId === fatal.messageId;
    await giveBack(product.rabbitmqUrl, { queue: queues.orders, isMeant }, deaths.alone - 2);
    await die();
    await product.start('order-state');
    const [letter] = await pollUntil('the dead letter', async () => {
      const letters = await product.operator.deadLetters();
      return letters.length > 0 ? letters : undefined;
    });
    expect(letter).toMatchObject({ queue: 'order-state.orders', message_id: fatal.messageId });
    expect(letter?.reason).toMatch(/^delivered 15 times without an answer/);
    await holder.query('rollback');
    await product.waitForQuiet();
    for (const neighbour of neighbours) expect((await readOrder(merchant, neighbour)).body['status']).toBe('canceled');
    expect(await product.operator.deadLetters()).toHaveLength(1);
  });
});
