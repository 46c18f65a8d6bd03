import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { DeliveryAttempted, DeliveryReleased } from '@delivery/contracts';
import { inTransaction } from '@delivery/postgres';
import { theSystem } from '../../src/activity/queries.js';
import {
  catchUpEndpoint,
  disableEndpoints,
  enableEndpoint,
  lockSettings,
  lockWindow,
  updateEndpoint,
} from '../../src/endpoints/queries/write-endpoints.js';
import {
  attemptOf,
  type AttemptResult,
  createLedgerWorld,
  createMerchant,
  createPullMerchant,
  deliverAll,
  delivered,
  exhausted,
  failed,
  type LedgerWorld,
  readyOrders,
  replayDelivery,
} from '../support/ledger-world.js';
import { attemptedOf } from '../support/messages.js';
import { type Apis, createMerchant as createApiMerchant, startApis } from '../support/start-apis.js';

const day = 24 * 3_600_000;
const gone = { outcome: 'gone', unreachable: false, status_code: 410 } as const;
const unreachable = { outcome: 'failed', unreachable: true } as const;
const deferred = { outcome: 'deferred', unreachable: false } as const;

describe('A result of an attempt that went to an older configuration', () => {
  let world: LedgerWorld;
  let merchantId: string;
  let endpointId: string;
  beforeEach(async () => {
    world = await createLedgerWorld();
    const merchant = await createMerchant(world, [null]);
    merchantId = merchant.merchantId;
    endpointId = merchant.endpointIds[0]!;
  });
  afterEach(() => world.close());

  const take = () => world.queue.splice(0);
  const report = (messages: readonly DeliveryReleased[], result: AttemptResult) =>
    world.settle(messages.map((message) => attemptOf(world, message, result)));

  const moveTo = (url: string) =>
    inTransaction(world.pool, async (client) => {
      const now = new Date(world.now());
      await lockWindow(client, endpointId);
      const settings = await lockSettings(client, merchantId, endpointId);
      const moved = { name: 'url', before: null, after: url };
      await updateEndpoint(client, endpointId, { ...settings!, url }, [moved], now, theSystem);
      await catchUpEndpoint(client, endpointId, now);
    });
  const switchOffAndOn = (id: string) =>
    inTransaction(world.pool, async (client) => {
      await lockWindow(client, id);
      await disableEndpoints(client, [id], 'requested', new Date(world.now()), theSystem);
      world.advance(1_000);
      await enableEndpoint(client, id, new Date(world.now()), theSystem);
    });
  const readWindow = async (id = endpointId) => {
    const { rows } = await world.pool.query<{ status: string; size: number; in_flight: number; failing: boolean }>(
      `select status, size, in_flight, failing_since is not null as failing from endpoint_windows where endpoint_id = $1`,
      [id],
    );
    return rows[0]!;
  };
  const readDeliveries = async () => {
    const { rows } = await world.pool.query<{ sequence: number; state: string; attempt_count: number; spent: number }>(
      'select sequence, state, attempt_count, attempt_count - schedule_base as spent from all_webhook_deliveries order by order_id, replay_id nulls first, sequence',
    );
    return rows;
  };

  it.each([
    ['a 410', gone],
    ['the last failure of a schedule', exhausted],
    ['a time-out', unreachable],
    ['a deferral', deferred],
  ])('leaves the endpoint as it is and sends the delivery to the new URL: %s', async (_, result) => {
    await readyOrders(world, merchantId, 1);
    const old = take();
    await moveTo('https://new.example/hook');
    await report(old, result);
    expect(await readWindow()).toEqual({ status: 'active', size: 16, in_flight: 1, failing: false });
    const again = take();
    expect(again).toMatchObject([{ url: 'https://new.example/hook', sequence: 1 }]);
    await report(again, delivered);
    expect(take()).toMatchObject([{ sequence: 2, url: 'https://new.example/hook' }]);
  });

  it('is in the log, and settles its delivery if it is a success', async () => {
    await readyOrders(world, merchantId, 1);
    const old = take();
    await moveTo('https://new.example/hook');
    await report(old, delivered);
    expect(await readDeliveries()).toMatchObject([{ sequence: 1, state: 'delivered', attempt_count: 1 }, {}]);
    expect((await world.pool.query('select status_code from all_attempts')).rows).toEqual([{ status_code: 200 }]);
    expect(await readWindow()).toEqual({ status: 'active', size: 16, in_flight: 1, failing: false });
  });

  it('does not end the time of failures, and days of failures of the old URL do not disable the new one', async () => {
    await readyOrders(world, merchantId, 2);
    const [first, second] = take();
    await report([first!], failed);
    world.advance(5 * day);
    await moveTo('https://new.example/hook');
    await report([second!], delivered);
    expect(await readWindow()).toMatchObject({ failing: true });
    await world.releaseDue();
    await report(take(), failed);
    expect(await readWindow()).toMatchObject({ status: 'active', failing: true });
  });

  it('does not disable an endpoint again that was enabled meanwhile', async () => {
    await readyOrders(world, merchantId, 3);
    const [first, ...rest] = take();
    await report([first!], gone);
    expect(await readWindow()).toMatchObject({ status: 'disabled' });
    await inTransaction(world.pool, async (client) => {
      await lockWindow(client, endpointId);
      await enableEndpoint(client, endpointId, new Date(world.now()), theSystem);
    });
    await report(rest, gone);
    expect(await readWindow()).toMatchObject({ status: 'active', failing: false });
    await world.releaseDue();
    await deliverAll(world);
    expect((await readDeliveries()).map(({ state }) => state)).toEqual(Array(6).fill('delivered'));
  });

  it('sends a replay on, and a delivery that came early, without spending their schedules', async () => {
    await readyOrders(world, merchantId, 1);
    await deliverAll(world);
    const { rows } = await world.pool.query<{ id: string }>('select id from all_webhook_deliveries where sequence = 2');
    await replayDelivery(world.pool, { merchantId, deliveryId: rows[0]!.id, nowMs: world.now() });
    await world.releaseDue();
    await report(take(), failed);
    world.advance(1_000);
    await moveTo('https://new.example/hook');
    await world.releaseDue();
    const early = take();
    expect(early).toMatchObject([{ attempt: 3 }]);
    await moveTo('https://newer.example/hook');
    await report(early, exhausted);
    const again = take();
    expect(again).toMatchObject([{ url: 'https://newer.example/hook', attempt: 4 }]);
    expect((await readDeliveries()).at(-1)).toMatchObject({ attempt_count: 3, spent: 1 });
    await report(again, delivered);
    expect((await readDeliveries()).map(({ state }) => state)).toEqual(Array(3).fill('delivered'));
  });

  it('includes an ack of a message that was taken before its pull endpoint was disabled', async () => {
    const pulled = await createPullMerchant(world, `whsec_${randomBytes(32).toString('base64')}`);
    await readyOrders(world, pulled.merchantId, 1);
    const poll = { owner_id: pulled.merchantId, endpoint_id: pulled.endpointId, limit: 10, visibility_ms: 30_000 };
    await world.takeMessages([poll]);
    await switchOffAndOn(pulled.endpointId);
    world.advance(30_000);
    await world.expireTaken();
    expect(await readWindow(pulled.endpointId)).toMatchObject({ status: 'active', in_flight: 0, failing: false });
    const [again] = await world.takeMessages([poll]);
    expect(again).toMatchObject({ outcome: 'taken', messages: [{ attempt: 2 }] });
    world.advance(30_000);
    await world.expireTaken();
    expect(await readWindow(pulled.endpointId)).toMatchObject({ in_flight: 0, failing: true });
  });
});

describe('A test webhook', () => {
  let apis: Apis;
  beforeAll(async () => {
    apis = await startApis();
  });
  afterAll(() => apis.stop());

  const resultOf = ({ test, ...message }: DeliveryReleased): DeliveryAttempted => {
    const { delivery_id, order_id, endpoint_id, owner_id, generation, revision } = message;
    const ids = { delivery_id, order_id, endpoint_id, owner_id, generation, revision };
    return attemptedOf({ ...ids, ...(test && { test_webhook_id: message.webhook_id }) });
  };

  it('to an older URL is not the last test, allows the next one, and does not have the endpoint catch up', async () => {
    const { merchant_id: merchantId } = await createApiMerchant(apis);
    const endpoints = `/merchants/${merchantId}/webhook-endpoints`;
    const created = await apis.internal('POST', endpoints, { body: { url: 'https://old.example/hook' } });
    const endpoint = `${endpoints}/${String(created.body.id)}`;
    await apis.internal('POST', `${endpoint}/test`, { body: {} });
    await apis.internal('PATCH', endpoint, { body: { url: 'https://new.example/hook' } });
    await apis.internal('POST', `${endpoint}/rotate-secret`, { body: {} });
    const readCatchUp = () => apis.pool.query('select catch_up_at from endpoint_windows');
    const { rows: before } = await readCatchUp();
    await apis.settle([resultOf(apis.published.pop()!)]);
    expect((await readCatchUp()).rows).toEqual(before);
    expect((await apis.internal('GET', endpoint)).body).toMatchObject({ last_test: null });

    expect(await apis.internal('POST', `${endpoint}/test`, { body: {} })).toMatchObject({ status: 202 });
    const current = apis.published.pop()!;
    expect(current).toMatchObject({ url: 'https://new.example/hook', revision: 2 });
    await apis.settle([resultOf(current)]);
    expect((await apis.internal('GET', endpoint)).body).toMatchObject({
      last_test: { webhook_id: current.webhook_id },
    });
    expect((await readCatchUp()).rows).not.toEqual(before);
  });

  it('goes to a revision that the URL and enabling raise, and other settings do not', async () => {
    const { merchant_id: merchantId } = await createApiMerchant(apis);
    const endpoints = `/merchants/${merchantId}/webhook-endpoints`;
    const created = await apis.internal('POST', endpoints, { body: { url: 'https://old.example/hook' } });
    const endpoint = `${endpoints}/${String(created.body.id)}`;
    const readRevision = async () => {
      const { rows } = await apis.pool.query<{ revision: number }>(
        `select e.revision from endpoints e join endpoint_windows w on w.endpoint_id = e.id and w.revision = e.revision
         where e.id = $1`,
        [created.body.id],
      );
      return rows[0]!.revision;
    };
    const kept = { name: 'Kitchen', max_per_second: 5, header: { name: 'X-Key', value: 'abcdefgh' }, events: null };
    await apis.internal('PATCH', endpoint, { body: { ...kept, url: 'https://old.example/hook' } });
    expect(await readRevision()).toBe(1);
    await apis.internal('POST', `${endpoint}/disable`);
    expect(await readRevision()).toBe(1);
    await apis.internal('POST', `${endpoint}/enable`);
    expect(await readRevision()).toBe(2);
  });
});
