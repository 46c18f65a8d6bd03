import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import {
  buildOrder,
  callJson,
  pollUntil,
  startEndpointServer,
  startProduct,
  type EndpointServer,
  type Merchant,
  type ProcessExit,
  type Product,
} from '@delivery/test-support';

/** A whole drain, a start, and what was left to do. */
const testTimeoutMs = 120_000;

let product: Product;
let endpoint: EndpointServer;
let merchant: Merchant;

beforeAll(async () => {
  product = await startProduct({ proxied: { postgres: true, rabbitmq: true } });
  endpoint = await startEndpointServer();
  merchant = await product.createMerchant({ webhookUrl: endpoint.url });
});

afterAll(() => product.close());
afterAll(() => endpoint.close());

const createOrder = async (): Promise<string> => {
  const { status, body } = await merchant.create(buildOrder());
  expect(status).toBe(201);
  return String(body['id']);
};

/** A request that order-state has begun, and cannot end: it waits for a lock. Rejects when its connection is lost. */
const beginHangingRequest = async (): Promise<{ answer: Promise<unknown>; release: () => Promise<void> }> => {
  const client = new pg.Client({ connectionString: product.databaseUrl });
  await client.connect();
  await client.query('begin');
  await client.query('lock table deliveries in access exclusive mode');
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

/** How it ended, which steps it left behind, and its last words. */
const stopOrderState = async (): Promise<{ exit: ProcessExit | undefined; cutOff: unknown[]; last: unknown }> => {
  const before = product.logs('order-state').length;
  const exit = await product.kill('order-state', 0, 'SIGTERM');
  const lines = product.logs('order-state').slice(before);
  const cutOff = lines.filter(({ fields }) => fields?.['msg'] === 'service.drain_timed_out');
  return { exit, cutOff: cutOff.map(({ fields }) => fields?.['step']), last: lines.at(-1)?.fields?.['msg'] };
};

const expectWebhooks = async (orderId: string): Promise<void> => {
  await product.waitForReady();
  await endpoint.waitForRequest((request) => request.json()['id'] === orderId);
  await product.waitForQuiet();
};

describe('order-state ends by itself within its drain, and loses nothing', () => {
  it(
    'while Postgres does not answer: the request that waits for it is left behind',
    async () => {
      const orderId = await createOrder();
      const hanging = await beginHangingRequest();
      const unanswered = expect(hanging.answer).rejects.toThrow('fetch failed');
      product.proxies.postgres?.stall();
      const stopped = stopOrderState();
      expect((await merchant.ready(orderId)).status).toBe(202);
      const { exit, cutOff, last } = await stopped;
      expect({ exit, last }).toEqual({ exit: { code: 1, signal: null }, last: 'service.stopped' });
      expect(cutOff[0]).toBe('http');
      expect(['http', 'consumers', 'relay', 'publishes', 'pool']).toEqual(expect.arrayContaining(cutOff));
      await unanswered;
      await hanging.release();
      product.proxies.postgres?.restore();
      await product.start('order-state');
      await expectWebhooks(orderId);
    },
    testTimeoutMs,
  );

  it(
    'while RabbitMQ does not answer: what it released is not confirmed',
    async () => {
      const orderId = await createOrder();
      product.proxies.rabbitmq?.stall();
      // Over HTTP: applied in Postgres, with a webhook to be published.
      expect((await product.operator.status(orderId, 'canceled')).status).toBe(200);
      const { exit, cutOff, last } = await stopOrderState();
      expect({ signal: exit?.signal, last }).toEqual({ signal: null, last: 'service.stopped' });
      expect(['consumers', 'publishes', 'publisher']).toEqual(expect.arrayContaining(cutOff));
      expect(exit?.code).toBe(cutOff.length > 0 ? 1 : 0);
      product.proxies.rabbitmq?.restore();
      await product.start('order-state');
      await expectWebhooks(orderId);
    },
    testTimeoutMs,
  );
});
