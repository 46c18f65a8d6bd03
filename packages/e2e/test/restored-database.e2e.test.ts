import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  buildOrder,
  createDatabase,
  type EndpointServer,
  type Merchant,
  pollUntil,
  type Product,
  startEndpointServer,
  startProduct,
  type TestDatabase,
} from '@delivery/test-support';
import { query } from '../src/query.js';
import { readWebhook } from '../src/verify-webhook.js';

let database: TestDatabase;
let product: Product;
let endpoint: EndpointServer;
let merchant: Merchant;
const backup = `backup_${randomBytes(6).toString('hex')}`;

beforeEach(async () => {
  database = await createDatabase();
  endpoint = await startEndpointServer();
  // A back-up holds deliveries that were under way: their leases end within a test's patience.
  // A slow machine must not look like a broker that does not confirm.
  product = await startProduct({
    databaseUrl: database.workingUrl,
    env: { 'order-state': { DELIVERY_LEASE_MS: '4000' }, 'intake-api': { VERDICT_WAIT_MS: '5000' } },
  });
  merchant = await product.createMerchant({ webhookUrl: endpoint.url });
});

afterEach(async () => {
  await product.close();
  await endpoint.close();
  await asAdmin(`drop database if exists ${backup}`);
  await database.drop();
});

const asAdmin = (...statements: string[]) => {
  const url = new URL(database.url);
  url.pathname = '/postgres';
  return query(url.href, ...statements);
};

const databaseName = () => new URL(database.url).pathname.slice(1);

/** Copies the database while no session uses it, which stands for a back-up made with any tool. */
const takeBackup = async (): Promise<void> => {
  await product.kill('order-state', 0, 'SIGTERM');
  await asAdmin(`create database ${backup} template ${databaseName()}`);
  await product.start('order-state');
  await product.waitForReady();
};

/** Puts the back-up in place of the database, and says so in it, as docs/operations.md asks. order-state must be down. */
const restoreBackup = async (): Promise<void> => {
  const name = databaseName();
  await asAdmin(`drop database ${name} with (force)`, `create database ${name} template ${backup}`);
  await query(database.url, 'update directory_state set epoch = gen_random_uuid()');
};

const createOrder = async (order = buildOrder()): Promise<string> => {
  const { status, body } = await merchant.create(order);
  expect(status).toBe(201);
  return String(body['id']);
};

describe('a Postgres restored from an old back-up', () => {
  it('with the queues intact: queued messages are applied, orders of later can be sent again, and intake-api knows merchants of later no more, and new ones at once', async () => {
    const kept = await createOrder();
    await takeBackup();
    const forgotten = buildOrder();
    const forgottenId = await createOrder(forgotten);
    const later = await product.createMerchant();
    await product.createMerchant();
    expect((await later.create(buildOrder())).status).toBe(201);
    await product.waitForQuiet();
    await product.kill('order-state');
    const queued = await createOrder();
    expect((await merchant.ready(kept)).status).toBe(202);
    await restoreBackup();
    await product.start('order-state');
    await product.waitForReady();

    const isThere = async (id: string) => ((await merchant.get(id)).status === 200 ? true : undefined);
    await pollUntil('the queued order', () => isThere(queued));
    await endpoint.waitForRequest((request) => readWebhook(request).orderId === kept);
    // The stated gap: applied after the back-up, and no longer in a queue. The merchant's own repeat brings it back.
    expect((await merchant.get(forgottenId)).status).toBe(404);
    expect(await createOrder(forgotten)).toBe(forgottenId);
    expect((await merchant.ready(forgottenId)).status).toBe(200);
    const isForgotten = async () => ((await later.create(buildOrder())).status === 401 ? true : undefined);
    await pollUntil('the later merchant to be forgotten', isForgotten);
    const fresh = await product.createMerchant();
    expect((await fresh.create(buildOrder())).status).toBe(201);
    const audit = await product.waitForQuiet();
    expect(audit).toMatchObject({ matched: 4, delivered: 4 });
  });

  it('with the queues empty: webhooks delivered since come again under the same webhook-id, and nothing is stuck', async () => {
    endpoint.respondWith(() => ({ status: 500 }));
    const id = await createOrder();
    expect((await merchant.ready(id)).status).toBe(200);
    await endpoint.waitFor(1);
    await takeBackup();
    endpoint.respondWith(() => ({}));
    await product.waitForQuiet();
    const delivered = endpoint.requests.map(readWebhook);
    // The dispatcher remembers its deliveries, and would not send them again: a disaster takes that memory too.
    await Promise.all([product.kill('order-state'), product.kill('webhook-dispatcher')]);
    await restoreBackup();
    const countBefore = endpoint.requests.length;
    await product.start('webhook-dispatcher');
    await product.start('order-state');
    await product.waitForReady();
    const audit = await product.waitForQuiet({ matchedMin: 2 });
    expect(audit).toMatchObject({ matched: 2, delivered: 2 });
    const again = endpoint.requests.slice(countBefore).map(readWebhook);
    const idOf = new Map(delivered.map(({ sequence, webhookId }) => [sequence, webhookId]));
    expect(again.length).toBeGreaterThan(0);
    for (const { sequence, webhookId } of again) expect(webhookId).toBe(idOf.get(sequence));
  });
});
