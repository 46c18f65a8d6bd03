import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { DeliveryReleased, OrderMessage, OrderSubmitted } from '@delivery/contracts';
import { inTransaction, type Transaction } from '@delivery/postgres';
import { theSystem } from '../../src/activity/queries.js';
import { deleteEndpoint, disableEndpoints, enableEndpoint } from '../../src/endpoints/queries/write-endpoints.js';
import { type PartitionDay, readPartitionDays, unpartitionedDay } from '../../src/ledger/queries/partition-days.js';
import { listDeliveries } from '../../src/ledger/queries/read-deliveries.js';
import { firstUuidOf } from '../../src/ledger/rules/deliveries.js';
import { type ReplayCreated, replayRange } from '../../src/replays/run-replays.js';
import {
  type AgeCursor,
  findOrdersToPurge,
  firstAge,
  lockOrdersToPurge,
  purgeOrders,
} from '../../src/retention/queries/purge-orders.js';
import { openTransaction } from '../support/hold-rows.js';
import {
  attemptOf,
  createLedgerWorld,
  createMerchant,
  delivered,
  exhausted,
  failed,
  type LedgerWorld,
  readBalance,
  replayDelivery,
  reportStatus,
  reportTrackingUrl,
  requestReady,
  retrySchedule,
  stepRetention,
  submit,
  wholeRange,
} from '../support/ledger-world.js';
import { commitOnceAwaited } from '../support/lock-waiters.js';
import { newOrderId } from '../support/messages.js';

let world: LedgerWorld;
beforeEach(async () => {
  world = await createLedgerWorld({ isPatient: true });
});
afterEach(() => world.close());

const take = () => world.queue.splice(0);
const succeed = (message: DeliveryReleased) => attemptOf(world, message, delivered);
const exhaust = (message: DeliveryReleased) => attemptOf(world, message, exhausted);
const deliver = async (answer = succeed) => {
  const sent: DeliveryReleased[] = [];
  for (let messages = take(); messages.length > 0; messages = take()) {
    sent.push(...messages);
    await world.settle(messages.map(answer));
    await world.releaseDue();
  }
  return sent;
};
const statusOf = async (replayId: string) => {
  const { rows } = await world.pool.query('select status, total, queued from replays where id = $1', [replayId]);
  return rows[0];
};

describe('replay', () => {
  it('sends one settled delivery again: same webhook id, next attempt number, schedule from its start', async () => {
    const { merchantId } = await createMerchant(world, [null]);
    const orderId = newOrderId();
    await world.apply([submit(world, merchantId, orderId), reportTrackingUrl(world, orderId, 'a')]);
    const [original] = await deliver(exhaust);
    const wanted = { merchantId, deliveryId: original!.delivery_id, nowMs: world.now() };
    const created = await replayDelivery(world.pool, wanted);
    expect(await replayDelivery(world.pool, wanted)).toBe('replay_running');

    await world.releaseDue();
    const [again] = take();
    expect(again).toMatchObject({
      webhook_id: original!.webhook_id,
      sequence: original!.sequence,
      attempt: 2,
      body: original!.body,
    });
    expect(again).toMatchObject({ replay_id: (created as { replayId: string }).replayId });
    await world.settle([attemptOf(world, again!, failed)]);
    world.advance(retrySchedule[0]!);
    await world.releaseDue();
    expect(await deliver()).toMatchObject([{ attempt: 3 }]);
    expect(await world.feedReplays()).toBe(0);
    expect(await statusOf(again!.replay_id!)).toEqual({ status: 'completed', total: 1, queued: 1 });
    expect(await replayDelivery(world.pool, wanted)).toHaveProperty('replayId');
  });

  it('never blocks a live event of the same order', async () => {
    const { merchantId } = await createMerchant(world, [null]);
    const orderId = newOrderId();
    await world.apply([submit(world, merchantId, orderId), reportTrackingUrl(world, orderId, 'a')]);
    const [original] = await deliver();
    await replayDelivery(world.pool, { merchantId, deliveryId: original!.delivery_id, nowMs: world.now() });
    await world.releaseDue();
    const [replayed] = take();
    await world.settle([attemptOf(world, replayed!, failed)]);
    await world.apply([reportTrackingUrl(world, orderId, 'b')]);
    expect(take()).toMatchObject([{ sequence: 2, previous_sequence: 1, replay_id: null }]);
  });

  it('[P12] replays a range in the order of each order’s sequence, bit by bit, and goes on where it stopped', async () => {
    const { merchantId } = await createMerchant(world, [null]);
    const orderIds = Array.from({ length: 120 }, newOrderId);
    await world.apply(orderIds.map((orderId) => submit(world, merchantId, orderId)));
    await world.apply(orderIds.map((orderId) => reportStatus(world, orderId, 'ready')));
    await deliver(exhaust);
    world.advance(60_000);
    const range = { ...wholeRange, states: ['exhausted'] };
    const wanted = { ownerId: merchantId, range, actor: theSystem, nowMs: world.now() };
    const { replayId } = (await replayRange(world.pool, wanted)) as ReplayCreated;

    const sent: DeliveryReleased[] = [];
    for (let rounds = 0; rounds < 50 && (await world.feedReplays()) > 0; rounds += 1) {
      const { rows } = await world.pool.query<{ n: number }>(
        `select count(*) as n from all_webhook_deliveries where replay_id is not null and state in ('waiting', 'in_flight')`,
      );
      expect(rows[0]!.n).toBeLessThanOrEqual(300);
      await world.releaseDue();
      sent.push(...(await deliver()));
    }
    expect(await statusOf(replayId)).toEqual({ status: 'completed', total: 240, queued: 240 });
    expect(sent).toHaveLength(240);
    for (const orderId of orderIds) {
      expect(sent.filter((message) => message.order_id === orderId).map(({ sequence }) => sequence)).toEqual([1, 2]);
    }
    const { rows, matched, counted } = await readBalance(world);
    expect({ matched, counted }).toEqual({ matched: rows, counted: rows });
  });

  it('[P4] replays a range in the order of each order’s sequence also when the clock was set back between its events', async () => {
    const { merchantId } = await createMerchant(world, [null]);
    const [first, ...others] = Array.from({ length: 101 }, newOrderId);
    const sinceMs = Date.now() - 60_000;
    await world.apply([first!, ...others].map((orderId) => submit(world, merchantId, orderId)));
    await world.apply([first!, ...others].map((orderId) => reportStatus(world, orderId, 'ready')));
    await deliver(exhaust);
    const setId = (sequence: number, ms: number) =>
      world.pool.query('update all_webhook_deliveries set id = $3 where order_id = $1 and sequence = $2', [
        ...[first, sequence, firstUuidOf(ms)],
      ]);
    await setId(1, Date.now() + 86_400_000 * 300);
    await setId(2, sinceMs + 1);
    world.advance(60_000);
    const range = { ...wholeRange, states: ['exhausted'] };
    const wanted = { ownerId: merchantId, range, actor: theSystem, nowMs: world.now() };
    const { replayId } = (await replayRange(world.pool, wanted)) as ReplayCreated;
    const sent: DeliveryReleased[] = [];
    for (let rounds = 0; rounds < 50 && (await world.feedReplays()) > 0; rounds += 1) {
      await world.releaseDue();
      sent.push(...(await deliver()));
    }
    expect(sent.filter((message) => message.order_id === first).map(({ sequence }) => sequence)).toEqual([1, 2]);
    expect(await statusOf(replayId)).toEqual({ status: 'completed', total: 202, queued: 202 });
  });
});

describe('retention', () => {
  const day = 24 * 3_600_000;

  it('[P3] erases customers’ data after the final status, and the same external_id stays the same order', async () => {
    const { merchantId } = await createMerchant(world, [null]);
    const orderId = newOrderId();
    const submitted = submit(world, merchantId, orderId);
    await world.apply([submitted, reportStatus(world, orderId, 'canceled')]);
    await deliver();
    world.advance(29 * day);
    await world.applyRetention(90, 30);
    expect((await world.pool.query('select content from orders')).rows[0].content).not.toBeNull();
    world.advance(2 * day);
    await world.applyRetention(90, 30);
    expect((await world.pool.query('select content from orders')).rows[0].content).toBeNull();
    const again = await world.apply([{ ...submitted, id: 'again' }]);
    expect(again.verdicts.get(`${orderId}/again`)).toMatchObject({ outcome: 'unchanged' });
    const other = await world.apply([
      {
        ...submit(world, merchantId, orderId),
        id: 'other',
        payload: {
          order: { ...(submitted.payload as never as { order: object }).order, display_id: '2' },
          external_data: '{}',
        },
      } as typeof submitted,
    ]);
    const refused = other.verdicts.get(`${orderId}/other`);
    expect(refused).toMatchObject({ outcome: 'refused', code: 'external_id_conflict' });
    expect(refused).toMatchObject({ detail: expect.stringContaining('the differences are unknown') });
    expect(refused).not.toHaveProperty('differing');
  });

  it('[P13] purges old orders and their history, counts it, and leaves orders that are not settled', async () => {
    const { merchantId } = await createMerchant(world, [null]);
    const [settled, quiet, waiting] = [newOrderId(), newOrderId(), newOrderId()];
    await world.apply([submit(world, merchantId, settled), reportTrackingUrl(world, settled, 'a')]);
    await deliver();
    await world.apply([submit(world, merchantId, quiet)]);
    await world.apply([submit(world, merchantId, waiting), reportTrackingUrl(world, waiting, 'a')]);
    world.advance(91 * day);
    await world.applyRetention(90, 30);
    expect((await world.pool.query('select id from orders')).rows).toEqual([{ id: waiting }]);
    const { rows: left } = await world.pool.query<{ id: string }>(
      `select encode(id, 'hex') as id from order_fingerprints order by 1`,
    );
    expect(left.map(({ id }) => id)).toEqual([settled, quiet].sort());
    const { matched, purged, counted } = await readBalance(world);
    expect({ matched, purged, counted }).toEqual({ matched: 2, purged: 1, counted: 1 });
    expect((await world.pool.query('select order_id from webhook_deliveries')).rows).toEqual([{ order_id: waiting }]);
    const { rows: events } = await world.pool.query(
      'select order_id from unnest($1::text[]) id cross join lateral events_of(array[id])',
      [[settled, quiet, waiting]],
    );
    expect(events).toEqual([{ order_id: waiting }]);
  });

  it('looks at thousands of orders in a step where none may go, and comes to those behind them', async () => {
    const { merchantId, endpointIds } = await createMerchant(world, [null]);
    const at = new Date(world.now() - day);
    // All of one moment, and each with a webhook that is held.
    await world.pool.query(
      `insert into orders (id, merchant_id, external_id, display_id, status, external_data, content_hash, created_at, updated_at)
       select lpad(to_hex(n), 24, '0'), $1, n, '1', 'ready', '{}', '', $2, $2 from generate_series(1, 12000) n`,
      [merchantId, at],
    );
    await world.pool.query(
      `insert into webhook_deliveries (id, order_id, endpoint_id, owner_id, sequence, previous_sequence, event, webhook_id, state, gate_open, not_before, created_at)
       select ('019b7f3a-9c1e-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, lpad(to_hex(n), 24, '0'), $1, $2, 1, 0, 'status_changed', 'msg_' || n,
              'waiting', true, $3, $3
       from generate_series(1, 12000) n`,
      [endpointIds[0], merchantId, at],
    );
    const settled = 'f'.repeat(24);
    await world.pool.query(
      `insert into orders (id, merchant_id, external_id, display_id, status, external_data, content_hash, created_at, updated_at)
       values ($1, $2, 'settled', '1', 'created', '{}', '', $3, $3)`,
      [settled, merchantId, at],
    );
    world.advance(91 * day);
    const looks: AgeCursor[] = [];
    const found: string[] = [];
    const before = new Date(world.now() - 90 * day);
    let from: AgeCursor | undefined = firstAge;
    while (from) {
      const limits: Parameters<typeof findOrdersToPurge>[1] = { day: unpartitionedDay, before, purgeMax: 100, from };
      looks.push(from);
      const step = await inTransaction(world.pool, (client) => findOrdersToPurge(client, limits));
      found.push(...step.orderIds);
      from = step.next;
    }
    expect(looks).toHaveLength(3);
    expect(found).toEqual([settled]);
    await world.applyRetention(90, 365);
    const { rows } = await world.pool.query('select count(*) as left from orders');
    expect(rows).toEqual([{ left: 12_000 }]);
  });

  it('leaves an order whose history moves while it is found: its rows in another day would stay for ever', async () => {
    const { merchantId } = await createMerchant(world, [null]);
    const orderId = newOrderId();
    await world.apply([submit(world, merchantId, orderId)]);
    const { rows } = await world.pool.query<{ day: PartitionDay }>('select partition_day::text as day from orders');
    world.advance(91 * day);
    const limits = { day: rows[0]!.day, before: new Date(world.now() - 90 * day) };
    const lock = (client: Transaction) => lockOrdersToPurge(client, { ...limits, orderIds: [orderId] });
    const moveBetween = (client: Transaction): Transaction => {
      const query = async (statement: { name: string; text: string; values: unknown[] }) => {
        if (statement.name === 'lock_orders_to_purge')
          await world.pool.query('update orders set partition_day = $1', [unpartitionedDay]);
        return client.query(statement);
      };
      return { isTransaction: true, query: query as Transaction['query'] };
    };
    expect(await inTransaction(world.pool, (client) => lock(client))).toEqual([orderId]);
    expect(await inTransaction(world.pool, (client) => lock(moveBetween(client)))).toEqual([]);
  });

  it('takes a hundred at a time, so that others come in between, and begins anew after a failure', async () => {
    const { merchantId } = await createMerchant(world, [null]);
    await world.apply(Array.from({ length: 250 }, () => submit(world, merchantId, newOrderId())));
    world.advance(91 * day);
    const purges: number[] = [];
    const step = stepRetention({ ...world, customerDataDays: 365, onPurged: (count) => purges.push(count) });
    expect([await step(), purges]).toEqual([1, [100]]);
    await world.pool.query('alter table all_events rename to events_away');
    await expect(step()).rejects.toThrow('"all_events" does not exist');
    await world.pool.query('alter table events_away rename to all_events');
    expect([await step(), purges]).toEqual([1, [100, 100]]);
    expect([await step(), purges]).toEqual([1, [100, 100, 50]]);
    expect([await step(), purges]).toEqual([0, [100, 100, 50]]);
  });

  it('[P3] knows an order again that it has purged, until that is forgotten too', async () => {
    const { merchantId } = await createMerchant(world, [null]);
    const orderId = newOrderId();
    const submitted = submit(world, merchantId, orderId) as OrderSubmitted;
    await world.apply([submitted]);
    world.advance(91 * day);
    await world.applyRetention(90, 30, 365);
    const purgedOn = new Date(world.now()).toISOString().slice(0, 10);
    const verdictOf = async (message: OrderMessage) =>
      (await world.apply([message])).verdicts.get(`${orderId}/${message.id}`);

    expect(await verdictOf({ ...submitted, id: 'again' })).toMatchObject({ outcome: 'unchanged', order: null });
    const { payload } = submitted;
    const other = { ...submitted, id: 'other', payload: { ...payload, external_data: '{"other":true}' } };
    expect(await verdictOf(other)).toMatchObject({
      outcome: 'refused',
      code: 'external_id_conflict',
      detail: expect.stringContaining(`purged on ${purgedOn}`),
    });
    for (const late of [
      requestReady(world, merchantId, orderId),
      reportStatus(world, orderId, 'canceled'),
      reportTrackingUrl(world, orderId, 'a'),
    ]) {
      expect(await verdictOf(late)).toMatchObject({
        outcome: 'refused',
        code: 'order_purged',
        detail: expect.stringContaining(purgedOn),
      });
    }
    for (const table of ['orders', 'commands', 'parked_commands', 'all_events', 'webhook_deliveries']) {
      expect((await world.pool.query(`select 1 from ${table}`)).rowCount).toBe(0);
    }

    world.advance(274 * day);
    await world.applyRetention(90, 30, 365);
    expect(await verdictOf({ ...submitted, id: 'still' })).toMatchObject({ outcome: 'unchanged' });
    world.advance(2 * day);
    await world.applyRetention(90, 30, 365);
    expect(await verdictOf({ ...submitted, id: 'anew' })).toMatchObject({
      outcome: 'applied',
      order: { id: orderId, status: 'created' },
    });
  });

  it('[P3] is never overtaken: a create that comes while its order is being purged makes no second one', async () => {
    const { merchantId } = await createMerchant(world, [null]);
    const orderId = newOrderId();
    const submitted = submit(world, merchantId, orderId);
    await world.apply([submitted]);
    world.advance(91 * day);
    const now = new Date(world.now());
    const [ofDay = 'none'] = await readPartitionDays(world.pool, [orderId]);
    const purging = await openTransaction(world.databaseUrl);
    expect(await purgeOrders(purging, { day: ofDay, orderIds: [orderId], now })).toBe(1);
    const [{ verdicts }] = await Promise.all([
      world.apply([{ ...submitted, id: 'again' }]),
      commitOnceAwaited(purging, world.pool, 1),
    ]);
    expect(verdicts.get(`${orderId}/again`)).toMatchObject({ outcome: 'unchanged', order: null });
    expect((await world.pool.query('select 1 from orders')).rowCount).toBe(0);
  });

  it('[P13] purges endpoints deleted long ago, and old lines of the log of all, but none that owes a webhook', async () => {
    const { merchantId, endpointIds } = await createMerchant(world, [null, null, null]);
    const [live, gone, owing] = endpointIds as [string, string, string];
    const orderId = newOrderId();
    await world.apply([submit(world, merchantId, orderId), reportTrackingUrl(world, orderId, 'a')]);
    const remove = (id: string) => deleteEndpoint(world.pool, id, new Date(world.now()), theSystem);
    await remove(owing);
    await world.settle(
      take()
        .filter(({ endpoint_id }) => endpoint_id !== owing)
        .map(succeed),
    );
    await remove(gone);
    await disableEndpoints(world.pool, [live], 'test', new Date(world.now()), theSystem);
    world.advance(day);
    await world.sweepDeleted();
    world.advance(90 * day);
    await enableEndpoint(world.pool, live, new Date(world.now()), theSystem);
    // The order goes on, and keeps its deliveries.
    await world.apply([reportTrackingUrl(world, orderId, 'b')]);
    await world.applyRetention(90, 90);

    const idsOf = async (sql: string) => (await world.pool.query<{ id: string }>(sql)).rows.map(({ id }) => id);
    const kept = [live, owing].sort();
    expect(await idsOf('select id from endpoints order by id')).toEqual(kept);
    expect(await idsOf('select endpoint_id as id from endpoint_windows order by 1')).toEqual(kept);
    const { rows: log } = await world.pool.query('select subject_id, action from activity');
    expect(log).toEqual([{ subject_id: live, action: 'endpoint.enabled' }]);
    const [left] = await listDeliveries(world.pool, { ownerId: merchantId, endpointId: gone, rowMax: 2 });
    expect(left).toMatchObject({ state: 'delivered', next_attempt_at: null });
    const wanted = { merchantId, deliveryId: left!.id, nowMs: world.now() };
    expect(await replayDelivery(world.pool, wanted)).toBe('delivery_not_replayable');
  });
});
