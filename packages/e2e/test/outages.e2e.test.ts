import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import {
  boundedWait,
  buildOrder,
  callJson,
  type EndpointServer,
  type Merchant,
  pollUntil,
  type Product,
  startEndpointServer,
  startProduct,
  type TcpProxy,
} from '@delivery/test-support';
import { findDisorder } from '../src/find-disorder.js';
import { readOrder } from '../src/read-order.js';
import { readWebhook } from '../src/verify-webhook.js';

let product: Product;
let rabbitmq: TcpProxy;
let orderStateHttp: TcpProxy;
let endpoint: EndpointServer;
let merchant: Merchant;

beforeAll(async () => {
  product = await startProduct({
    proxied: { postgres: true, rabbitmq: true, orderState: true },
    env: { 'intake-api': boundedWait },
  });
  rabbitmq = product.proxies.rabbitmq!;
  orderStateHttp = product.proxies.orderState!;
  endpoint = await startEndpointServer();
  merchant = await product.createMerchant({ webhookUrl: endpoint.url });
  // From its first call on, intake-api knows a merchant without asking order-state.
  expect((await merchant.create(buildOrder())).status).toBe(201);
});

afterAll(() => product.close());
afterAll(() => endpoint.close());

/** Expects the promised answer of each call while order-state is away: the message is durable and will be applied. */
const acceptOrders = async (count: number): Promise<string[]> => {
  const orders = Array.from({ length: count }, () => buildOrder());
  const created = await Promise.all(orders.map((order) => merchant.create(order)));
  expect(created.map(({ status }) => status)).toEqual(orders.map(() => 201));
  const ids = created.map(({ body }) => String(body['id']));
  const readied = await Promise.all(ids.map((id) => merchant.ready(id)));
  expect(readied.map(({ status, body }) => ({ status, body }))).toEqual(
    ids.map((id) => ({ status: 202, body: { id } })),
  );
  return ids;
};

/** Without a verdict in time it is 202: a machine may be slow. */
const readyDecided = (id: string): Promise<true> =>
  pollUntil(`${id} is decided`, async () => ((await merchant.ready(id)).status === 200 ? true : undefined));

const expectApplied = async (ids: readonly string[]): Promise<void> => {
  for (const id of ids) {
    const isReady = async () => ((await merchant.get(id)).body['status'] === 'ready' ? true : undefined);
    await pollUntil(`${id} is ready`, isReady);
  }
  await product.waitForQuiet();
  const ofThese = endpoint.requests.map(readWebhook).filter(({ orderId }) => ids.includes(orderId));
  expect(findDisorder(ofThese, { orderIds: ids, eventsEach: 2 })).toEqual([]);
  expect(await product.operator.deadLetters()).toEqual([]);
};

/** How many published events of intake-api got no verdict in time, and how many did not wait for one. */
const countWaits = async (): Promise<{ timedOut: number; skipped: number }> => {
  const text = await (await fetch(`${product.url('intake-api')}/metrics`)).text();
  const count = (result: string) =>
    Number(new RegExp(`^intake_verdict_waits_total\\{.*result="${result}".*\\} (\\d+)$`, 'm').exec(text)?.[1] ?? 0);
  return { timedOut: count('timed_out'), skipped: count('skipped') };
};

describe('while order-state is down', () => {
  it('[P2] orders are created with 201 and readied with 202, but one probe a second waits for no verdict, and all is applied in order when it is back', async () => {
    await product.kill('order-state');
    // After these, intake-api knows that order-state gives no verdicts.
    const ids = await acceptOrders(2);
    const before = await countWaits();
    const startedAtMs = performance.now();
    for (let burst = 0; burst < burstCount; burst += 1) ids.push(...(await acceptOrders(burstSize)));
    const elapsedSeconds = (performance.now() - startedAtMs) / 1_000;
    const after = await countWaits();
    const timedOut = after.timedOut - before.timedOut;
    expect(timedOut).toBeLessThanOrEqual(1 + elapsedSeconds);
    expect(after.skipped - before.skipped + timedOut).toBe(2 * burstCount * burstSize);
    await product.start('order-state');
    await expectApplied(ids);
    await pollUntil('every call waits for its verdict again, not one a second', async () => {
      const { skipped } = await countWaits();
      await Promise.all(Array.from({ length: 10 }, () => merchant.create(buildOrder())));
      return (await countWaits()).skipped === skipped ? true : undefined;
    });
    const { body } = await merchant.create(buildOrder());
    await readyDecided(String(body['id']));
  });
});

const burstCount = 3;
const burstSize = 30;

describe('while intake-api does not reach order-state over HTTP', () => {
  const faults = [
    { what: 'is refused', disturb: () => orderStateHttp.cut() },
    { what: 'gets no answer', disturb: () => orderStateHttp.stall() },
  ];
  it.each(faults)('orders are taken and decided, reads are 503, and all heals by itself: it $what', async (fault) => {
    fault.disturb();
    const { status, body } = await merchant.create(buildOrder());
    expect(status).toBe(201);
    const id = String(body['id']);
    await readyDecided(id);
    const refused = await merchant.get(id);
    expect([refused.status, refused.body['code']]).toEqual([503, 'temporarily_unavailable']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    // Known to order-state alone, until the directory is followed again.
    const newcomer = await product.createMerchant();
    orderStateHttp.restore();
    await readOrder(merchant, id);
    await pollUntil('a new merchant is known', async () =>
      (await newcomer.create(buildOrder())).status === 201 ? true : undefined,
    );
    await product.waitForQuiet();
  });
});

describe('while Postgres is away', () => {
  const faults = [
    { what: 'refuses connections', disturb: () => product.proxies.postgres!.cut() },
    { what: 'does not answer', disturb: () => product.proxies.postgres!.stall() },
  ];
  it.each(faults)('[P9] orders are accepted and applied later: it $what', async ({ disturb }) => {
    disturb();
    const ids = await acceptOrders(5);
    product.proxies.postgres!.restore();
    await expectApplied(ids);
  });
});

describe('while RabbitMQ is away', () => {
  const faults = [
    { what: 'refuses connections', disturb: () => rabbitmq.cut() },
    { what: 'does not answer', disturb: () => rabbitmq.stall() },
  ];
  it.each(faults)('a create is refused with 503 and Retry-After, then works again: it $what', async (fault) => {
    const order = buildOrder();
    fault.disturb();
    const refused = await merchant.create(order);
    expect([refused.status, refused.body['code']]).toEqual([503, 'temporarily_unavailable']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    rabbitmq.restore();
    await product.waitForReady();
    // The 503 asks to repeat the request: the repeat makes one order, whether or not the first was published.
    const answer = await merchant.create(order);
    expect(answer.status).toBe(201);
    await readyDecided(String(answer.body['id']));
    await product.waitForQuiet();
  });

  it('[P8] readiness says which connection is missing, and quotes no error; what still reads stays ready', async () => {
    rabbitmq.cut();
    for (const { name, url } of product.services) {
      const fault = name === 'webhook-dispatcher' ? 'missing' : 'degraded';
      const body = await pollUntil(`${name} has lost the broker`, async () => {
        const answer = await callJson(`${url()}/readyz`);
        return Object.keys(Object(answer.body[fault])).length > 0 ? answer.body : undefined;
      });
      expect(body['status']).toBe(fault === 'missing' ? 'not_ready' : 'ready');
      expect(new Set(Object.values(Object(body[fault])))).toEqual(new Set(['connection lost']));
    }
    rabbitmq.restore();
    await product.waitForReady();
  });
});

describe('callers of the APIs whose statements hang', () => {
  it('[P12] take no connection from the queues: orders are decided and their webhooks go out', async () => {
    const holder = new pg.Client({ connectionString: product.databaseUrl });
    await holder.connect();
    let isOver = false;
    let hanging: Promise<number[]>[] = [];
    try {
      await holder.query('begin');
      await holder.query('lock table dead_letters in access exclusive mode');
      // Each that gives up is followed by another one.
      const keepCalling = async (): Promise<number[]> => {
        const statuses: number[] = [];
        while (!isOver) statuses.push((await product.operator.call('/operator/v1/dead-letters')).status);
        return statuses;
      };
      hanging = Array.from({ length: 30 }, keepCalling);
      await pollUntil('more callers than connections', async () => {
        const metrics = await (await fetch(`${product.url('order-state')}/metrics`)).text();
        const waiting = /^order_state_pool_connections\{.*pool="operator",use="waiting".*\} (\d+)$/m.exec(metrics)?.[1];
        return Number(waiting) > 0 ? waiting : undefined;
      });
      const id = String((await merchant.create(buildOrder())).body['id']);
      await readyDecided(id);
      await endpoint.waitForRequest((request) => request.json()['id'] === id);
      expect((await fetch(`${product.url('order-state')}/readyz`)).status).toBe(200);
    } finally {
      isOver = true;
      await holder.end();
      await Promise.allSettled(hanging);
    }
    for (const status of (await Promise.all(hanging)).flat()) expect([200, 503]).toContain(status);
  });
});
