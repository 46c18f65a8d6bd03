import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import {
  boundedWait,
  buildOrder,
  callJson,
  type EndpointServer,
  type Merchant,
  pollUntil,
  type ProcessExit,
  type Product,
  type ProductOptions,
  startEndpointServer,
  startProduct,
} from '@delivery/test-support';
import { readOrder } from '../src/read-order.js';

/** A whole drain, a start, and the remaining work. */
const testTimeoutMs = 120_000;

type Shop = { product: Product; merchant: Merchant };

/** One for each fault: they wait for the drain's limits side by side. */
let postgresStalls: Shop;
let rabbitmqStalls: Shop;
let endpoint: EndpointServer;

const openShop = async (proxied: ProductOptions['proxied']): Promise<Shop> => {
  const product = await startProduct({ proxied: proxied ?? {}, env: { 'intake-api': boundedWait } });
  return { product, merchant: await product.createMerchant({ webhookUrl: endpoint.url }) };
};

beforeAll(async () => {
  endpoint = await startEndpointServer();
  [postgresStalls, rabbitmqStalls] = await Promise.all([openShop({ postgres: true }), openShop({ rabbitmq: true })]);
});

afterAll(() => Promise.all([postgresStalls, rabbitmqStalls].map(({ product }) => product.close())));
afterAll(() => endpoint.close());

/** Applied when it resolves, also where the verdict was late. */
const createOrder = async ({ merchant }: Shop): Promise<string> => {
  const { status, body } = await merchant.create(buildOrder());
  expect(status).toBe(201);
  const id = String(body['id']);
  await readOrder(merchant, id);
  return id;
};

/** A request that order-state has begun, and cannot end: it waits for a lock. */
const beginHangingRequest = async ({
  product,
}: Shop): Promise<{ answer: ReturnType<typeof callJson>; release: () => Promise<void> }> => {
  const client = new pg.Client({ connectionString: product.databaseUrl });
  await client.connect();
  await client.query('begin');
  await client.query('lock table webhook_deliveries in access exclusive mode');
  const answer = callJson(`${product.url('order-state')}/operator/v1/audit`, {
    headers: { authorization: `Bearer ${product.secrets.operatorToken}` },
  });
  await pollUntil('a statement that waits for the lock', async () => {
    const { rowCount } = await client.query(
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    return rowCount === 0 ? undefined : true;
  });
  return { answer, release: () => client.end() };
};

/** How it ended, which steps it left behind, and whether it said that it has stopped. */
const stopOrderState = async ({
  product,
}: Shop): Promise<{ exit: ProcessExit | undefined; cutOff: unknown[]; hasEnded: boolean }> => {
  const before = product.logs('order-state').length;
  const exit = await product.kill('order-state', 0, 'SIGTERM');
  const lines = product.logs('order-state').slice(before);
  const cutOff = lines.filter(({ fields }) => fields?.['msg'] === 'service.drain_timed_out');
  // A step that was cut off may fail, and say so, between that line and the end of the process.
  const hasEnded = lines.some(({ fields }) => fields?.['msg'] === 'service.stopped');
  return { exit, cutOff: cutOff.map(({ fields }) => fields?.['step']), hasEnded };
};

const expectWebhooks = async ({ product }: Shop, orderId: string): Promise<void> => {
  await product.waitForReady();
  await endpoint.waitForRequest((request) => request.json()['id'] === orderId);
  await product.waitForQuiet();
};

describe('order-state ends by itself within its drain, and loses nothing', () => {
  it.concurrent(
    '[P10] while Postgres does not answer: the request that waits for it is answered 503',
    async () => {
      const { product, merchant } = postgresStalls;
      const orderId = await createOrder(postgresStalls);
      const hanging = await beginHangingRequest(postgresStalls);
      product.proxies.postgres?.stall();
      const stopped = stopOrderState(postgresStalls);
      expect((await merchant.ready(orderId)).status).toBe(202);
      expect((await hanging.answer).status).toBe(503);
      const { exit, cutOff, hasEnded } = await stopped;
      expect({ signal: exit?.signal, hasEnded }).toEqual({ signal: null, hasEnded: true });
      // Only calls that may be waiting for Postgres at that moment.
      expect(['consumer', 'relay', 'sweeper', 'counts', 'releases', 'heartbeat', 'postgres']).toEqual(
        expect.arrayContaining(cutOff),
      );
      expect(exit?.code).toBe(cutOff.length > 0 ? 1 : 0);
      await hanging.release();
      product.proxies.postgres?.restore();
      await product.start('order-state');
      await expectWebhooks(postgresStalls, orderId);
    },
    testTimeoutMs,
  );

  it.concurrent(
    '[P10] while RabbitMQ does not answer: what it released is not confirmed',
    async () => {
      const { product } = rabbitmqStalls;
      const orderId = await createOrder(rabbitmqStalls);
      product.proxies.rabbitmq?.stall();
      // Over HTTP: applied in Postgres, with a webhook to be published.
      expect((await product.operator.status(orderId, 'canceled')).status).toBe(200);
      const { exit, cutOff, hasEnded } = await stopOrderState(rabbitmqStalls);
      expect({ signal: exit?.signal, hasEnded }).toEqual({ signal: null, hasEnded: true });
      expect(['consumers', 'publishes', 'publisher']).toEqual(expect.arrayContaining(cutOff));
      expect(exit?.code).toBe(cutOff.length > 0 ? 1 : 0);
      product.proxies.rabbitmq?.restore();
      await product.start('order-state');
      await expectWebhooks(rabbitmqStalls, orderId);
    },
    testTimeoutMs,
  );
});
