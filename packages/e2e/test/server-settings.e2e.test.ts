import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import {
  buildOrder,
  callJson,
  createDatabase,
  type EndpointServer,
  pollUntil,
  type PrivatePostgres,
  type Product,
  startEndpointServer,
  startPrivatePostgres,
  startProduct,
} from '@delivery/test-support';
import { query } from '../src/query.js';

let product: Product | undefined;
let endpoint: EndpointServer;
beforeAll(async () => {
  endpoint = await startEndpointServer();
});
afterEach(async () => {
  await product?.close();
  product = undefined;
});
afterAll(() => endpoint.close());

/** Settings of a database or a role that statements, answers or promises depend on. */
const settings = [
  `datestyle = 'SQL, DMY'`,
  `intervalstyle = iso_8601`,
  `timezone = 'Pacific/Kiritimati'`,
  `extra_float_digits = -10`,
  `bytea_output = escape`,
  `array_nulls = off`,
  `standard_conforming_strings = off`,
  `default_transaction_isolation = serializable`,
  `synchronous_commit = off`,
];

describe('A database with settings of its own', () => {
  it('brings an order to its webhooks, and shows both, as any other', async () => {
    const database = await createDatabase();
    const name = new URL(database.url).pathname.slice(1);
    await query(database.url, ...settings.map((setting) => `alter database ${name} set ${setting}`));
    const started = (product = await startProduct({ databaseUrl: database.workingUrl }));
    const merchant = await started.createMerchant({ webhookUrl: endpoint.url });

    const created = await merchant.create(buildOrder());
    const id = String(created.body['id']);
    expect((await merchant.ready(id)).status).toBe(200);
    await started.waitForQuiet();

    expect(endpoint.requests.map(({ json }) => json()['id'])).toEqual([id, id]);
    for (const path of [`/v1/external-orders/${id}`, '/v1/external-orders', '/v1/webhook-deliveries', '/v1/events'])
      expect(`${path} ${(await merchant.call(path)).status}`).toBe(`${path} 200`);
    expect((await merchant.get(id)).body).toMatchObject({ status: 'ready' });
    const { body } = await started.operator.call('/operator/v1/dead-letters');
    expect(body['data']).toEqual([]);
    await started.close();
    product = undefined;
    await database.drop();
  });
});

describe('A server of Postgres', () => {
  let server: PrivatePostgres;
  beforeAll(async () => {
    server = await startPrivatePostgres({ fsync: 'off', max_locks_per_transaction: '64' });
  });
  afterAll(() => server.stop());

  /** The product without what waits for order-state to be ready, and not degraded. */
  const startOrderState = async (env: Record<string, string>): Promise<Product> => {
    const replicas = { 'order-state': 0, 'intake-api': 0, 'webhook-dispatcher': 0 };
    const started = await startProduct({ databaseUrl: server.url, replicas, env: { 'order-state': env } });
    await started.start('order-state');
    return started;
  };
  const hasSaid = (started: Product, message: string) => () =>
    started.logs('order-state').some(({ fields }) => fields?.['msg'] === message) || undefined;

  it('that loses what it confirms ends order-state with one sentence', async () => {
    const started = await startOrderState({ DATABASE_ALLOW_DATA_LOSS: '' });
    await pollUntil('order-state has given up', hasSaid(started, 'database.preparation_failed'));
    await expect(started.close()).rejects.toThrow(/ended with code 78[^]*fsync is off at the server, so a crash loses/);
  });

  it('with few locks is used: order-state says so once, and is degraded', async () => {
    const started = (product = await startOrderState({}));
    await pollUntil('order-state has warned', hasSaid(started, 'database.few_locks'));
    const isReady = async () => {
      const readiness = await callJson(`${started.url('order-state')}/readyz`);
      return readiness.status === 200 ? readiness : undefined;
    };
    expect((await pollUntil('order-state is ready', isReady)).body).toMatchObject({
      degraded: { 'postgres.max_locks_per_transaction': 'too low' },
    });
  });
});
