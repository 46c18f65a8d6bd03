import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { inTransaction, queryValues, type Transaction } from '@delivery/postgres';
import { catchUpEndpoint } from '../../src/endpoints/queries/write-endpoints.js';
import { markPublished } from '../../src/ledger/queries/publishing.js';
import { releaseDeliveries } from '../../src/ledger/queries/release-deliveries.js';
import { lockDueWindows, lockedRestMs, takeWakes } from '../../src/ledger/queries/windows.js';
import { lockDeliveries } from '../../src/ledger/queries/write-deliveries.js';
import { releaseDueWindows, windowBatchMax } from '../../src/ledger/release-due.js';
import { holdRows, openTransaction } from '../support/hold-rows.js';
import {
  attemptOf,
  createLedgerWorld,
  createMerchant,
  delivered,
  failed,
  failedFor,
  type LedgerWorld,
  newDelivery,
  reportStatus,
  reportTrackingUrl,
  retrySchedule,
  submit,
} from '../support/ledger-world.js';
import { commitOnceAwaited, untilLockWaiters } from '../support/lock-waiters.js';
import { newOrderId } from '../support/messages.js';

const retryMs = retrySchedule[0]!;

let world: LedgerWorld;
beforeAll(async () => {
  world = await createLedgerWorld({ isPatient: true });
});
afterAll(() => world.close());
beforeEach(() => {
  world.queue.length = 0;
});

describe('releases that are confirmed and settled at the same time', () => {
  it('are marked unless they are locked, so that neither waits for the other', async () => {
    const { merchantId } = await createMerchant(world, [null, null]);
    const orderId = newOrderId();
    await world.apply([submit(world, merchantId, orderId)]);
    await world.apply([reportStatus(world, orderId, 'ready')]);
    const releases = world.queue.map(({ delivery_id: id, generation }) => ({ id, generation }));
    const [low, high] = releases.sort((a, b) => (a.id < b.id ? -1 : 1));
    const letGo = await holdRows(world.databaseUrl, 'webhook_deliveries where id = $1', [low!.id]);
    const mark = async () => {
      await untilLockWaiters(world.pool, 1);
      await markPublished(world.pool, [high!, low!]);
    };
    await Promise.all([
      inTransaction(world.pool, (client) => lockDeliveries(client, [orderId], [low!.id, high!.id])),
      mark().finally(letGo),
    ]);
    const { rows } = await world.pool.query<{ id: string }>('select id from webhook_deliveries where published');
    expect(rows).toEqual([{ id: high!.id }]);
  });
});

describe('one window that another transaction holds', () => {
  const readWindow = async (endpointId: string) => {
    const { rows } = await world.pool.query<{ in_flight: number; released: number; waiting: number }>(
      `select w.in_flight, count(*) filter (where d.state = 'in_flight') as released,
              count(*) filter (where d.state = 'waiting' and d.gate_open) as waiting
       from endpoint_windows w left join webhook_deliveries d using (endpoint_id)
       where w.endpoint_id = $1 group by w.endpoint_id`,
      [endpointId],
    );
    return rows[0];
  };
  const createOrders = async (count: number, size: number) => {
    const { merchantId, endpointIds } = await createMerchant(world, [['tracking_url_added']]);
    const orderIds = Array.from({ length: count }, newOrderId);
    await world.apply(orderIds.map((orderId) => submit(world, merchantId, orderId)));
    await world.pool.query('update endpoint_windows set size = $1 where endpoint_id = $2', [size, endpointIds[0]]);
    world.queue.length = 0;
    return { endpointId: endpointIds[0]!, orderIds };
  };
  const emit = (orderIds: readonly string[]) =>
    world.apply(orderIds.map((orderId) => reportTrackingUrl(world, orderId, 'a')));
  const openHolder = async (endpointId: string) => {
    const holder = await openTransaction(world.databaseUrl);
    await holder.query('select 1 from endpoint_windows where endpoint_id = $1 for no key update', [endpointId]);
    return holder;
  };

  it('[P6] is not waited for by new events, and the relay releases as much as it has room for once it is free', async () => {
    const { endpointId, orderIds } = await createOrders(3, 2);
    const holder = await openHolder(endpointId);
    await Promise.all([emit(orderIds.slice(0, 2)), emit(orderIds.slice(2))]);
    await world.releaseDue();
    expect(await readWindow(endpointId)).toEqual({ in_flight: 0, released: 0, waiting: 3 });
    await holder.end();
    await world.releaseDue();
    expect(await readWindow(endpointId)).toEqual({ in_flight: 2, released: 2, waiting: 1 });
    expect(world.queue).toHaveLength(2);
    await world.settle(world.queue.splice(0, 1).map((message) => attemptOf(world, message, delivered)));
    expect(await readWindow(endpointId)).toEqual({ in_flight: 2, released: 2, waiting: 0 });
  });

  it('lets nothing go to an endpoint that was disabled while it was held', async () => {
    const { endpointId, orderIds } = await createOrders(2, 2);
    const holder = await openHolder(endpointId);
    await holder.query(`update endpoints set status = 'disabled' where id = '${endpointId}'`);
    await Promise.all([emit(orderIds.slice(0, 1)), emit(orderIds.slice(1))]);
    await holder.query('commit');
    await holder.end();
    await world.releaseDue();
    expect(await readWindow(endpointId)).toEqual({ in_flight: 0, released: 0, waiting: 2 });
    expect(world.queue).toEqual([]);
  });

  it('[P4] releases the next event of an order once, with one of another order, when a report that waited is settled', async () => {
    const { endpointId, orderIds } = await createOrders(2, 1);
    const [first, second] = orderIds;
    await world.apply(['a', 'b'].map((path) => reportTrackingUrl(world, first!, path)));
    const [message] = world.queue.splice(0);
    const holder = await openHolder(endpointId);
    await emit([second!]);
    await Promise.all([
      world.settle([attemptOf(world, message!, delivered)]),
      commitOnceAwaited(holder, world.pool, 1),
    ]);
    await world.releaseDue();
    expect(await readWindow(endpointId)).toEqual({ in_flight: 2, released: 2, waiting: 0 });
    expect(world.queue.map(({ order_id, sequence }) => [order_id, sequence]).sort()).toEqual(
      [
        [first, 2],
        [second, 1],
      ].sort(),
    );
  });
});

describe('a delivery that another session holds when it is due', () => {
  it('[P5] lets others of its endpoint go before it, and goes as soon as it is free', async () => {
    const { merchantId } = await createMerchant(world, [null]);
    const [held, other] = [newOrderId(), newOrderId()];
    await world.apply([held, other].map((orderId) => submit(world, merchantId, orderId)));
    await world.apply([reportTrackingUrl(world, held, 'a')]);
    const [message] = world.queue.splice(0);
    await world.settle([attemptOf(world, message!, failed)]);
    world.advance(retryMs);
    const letGo = await holdRows(world.databaseUrl, 'webhook_deliveries where id = $1', [message!.delivery_id]);
    await world.releaseDue();
    await world.apply([reportTrackingUrl(world, other, 'a')]);
    await letGo();
    world.advance(lockedRestMs);
    await world.releaseDue();
    const released = world.queue.map((release) => release.order_id);
    expect(released.filter((orderId) => [held, other].includes(orderId))).toEqual([other, held]);
  });

  it('[P5] goes as soon as it is free where its endpoint catches up, hours before it would be tried again', async () => {
    const { merchantId, endpointIds } = await createMerchant(world, [null]);
    const orderId = newOrderId();
    await world.apply([submit(world, merchantId, orderId), reportTrackingUrl(world, orderId, 'a')]);
    const [message] = world.queue.splice(0);
    await world.settle([attemptOf(world, message!, failedFor(8 * 3_600_000))]);
    world.advance(1);
    const letGo = await holdRows(world.databaseUrl, 'webhook_deliveries where id = $1', [message!.delivery_id]);
    await catchUpEndpoint(world.pool, endpointIds[0]!, new Date(world.now()));
    await world.releaseDue();
    await letGo();
    world.advance(lockedRestMs);
    await world.releaseDue();
    expect(world.queue.map((release) => release.order_id)).toEqual([orderId]);
  });

  it('[P6] is not looked at before those of other endpoints, however many endpoints have one', async () => {
    const { merchantId, endpointIds } = await createMerchant(world, Array<null>(windowBatchMax + 1).fill(null));
    const orderId = newOrderId();
    await world.apply([submit(world, merchantId, orderId), reportTrackingUrl(world, orderId, 'a')]);
    const messages = world.queue.splice(0);
    const last = messages.find((message) => message.endpoint_id === endpointIds.at(-1));
    await world.settle(messages.map((message) => attemptOf(world, message, failed)));
    await world.pool.query(`update endpoint_windows set wake_at = wake_at + interval '1 ms' where endpoint_id = $1`, [
      last!.endpoint_id,
    ]);
    world.advance(retryMs + 1);
    const letGo = await holdRows(world.databaseUrl, 'webhook_deliveries where order_id = $1 and id <> $2', [
      orderId,
      last!.delivery_id,
    ]);
    await world.releaseDue();
    await world.releaseDue();
    expect(world.queue.map((release) => release.delivery_id)).toEqual([last!.delivery_id]);
    await letGo();
    world.advance(lockedRestMs);
    await world.releaseDue();
    expect(world.queue).toHaveLength(messages.length);
  });

  it('[P5] is not held by the mark that it was published, once it waits for a retry', async () => {
    const { merchantId } = await createMerchant(world, [null]);
    const orderId = newOrderId();
    await world.apply([submit(world, merchantId, orderId), reportTrackingUrl(world, orderId, 'a')]);
    const [message] = world.queue.splice(0);
    await world.settle([attemptOf(world, message!, failed)]);
    await world.markPublished([message!]);
    const { rows } = await world.pool.query('select state, published from webhook_deliveries where order_id = $1', [
      orderId,
    ]);
    expect(rows).toEqual([{ state: 'waiting', published: false }]);
  });
});

describe('a wake-up for an endpoint', () => {
  let endpointId: string;
  beforeEach(async () => {
    endpointId = (await createMerchant(world, [null])).endpointIds[0]!;
  });
  /** Writes a delivery that waits, and the note that has the relay look, while another transaction holds the window. */
  const leaveOne = async (client: Transaction) => {
    const delivery = newDelivery(endpointId, { createdAtMs: world.now() });
    await client.query(
      `insert into events (order_id, sequence, event, body, created_at, merchant_id, position)
       values ($1, $2, $3, $4, now(), $5, feed_position())`,
      [delivery.orderId, delivery.sequence, delivery.event, delivery.body, delivery.ownerId],
    );
    await releaseDeliveries(client, { endpointIds: [endpointId], created: [delivery] }, world.now());
  };
  const leaveOneWhileHeld = async (client: Transaction) => {
    const letGo = await holdRows(world.databaseUrl, 'endpoint_windows where endpoint_id = $1', [endpointId]);
    await leaveOne(client);
    await letGo();
  };
  /** A transaction whose releasing statement stops once it has begun, before it looks at any row. */
  const openPaused = async () => {
    await world.pool.query(`
      create or replace function pause() returns trigger language plpgsql
        as 'begin perform pg_advisory_xact_lock_shared(1); return null; end';
      create or replace trigger pause before update on webhook_deliveries for each statement
        when (current_setting('test.is_paused', true) = 'on') execute function pause()`);
    const [holder, statement] = [await openTransaction(world.databaseUrl), await openTransaction(world.databaseUrl)];
    await holder.query('select pg_advisory_xact_lock(1)');
    await statement.query(`set local test.is_paused = 'on'`);
    return { statement, goOn: () => holder.end() };
  };
  const countReleased = () => world.queue.filter((release) => release.endpoint_id === endpointId).length;

  it('[P6] is taken, and holds up no other, while another session holds the endpoint’s row', async () => {
    await inTransaction(world.pool, leaveOneWhileHeld);
    const { endpointIds } = await createMerchant(world, [null]);
    const other = endpointIds[0]!;
    await world.pool.query('insert into window_wakes (endpoint_id, at) values ($1, now())', [other]);
    const letGo = await holdRows(world.databaseUrl, 'endpoints where id = $1', [endpointId]);
    await world.releaseDue().finally(letGo);
    expect(countReleased()).toBe(1);
    const { rows } = await world.pool.query('select 1 from window_wakes where endpoint_id = $1', [other]);
    expect(rows).toEqual([]);
  });

  it('[P5] that is noted again and not committed is left by the transaction that takes the first meanwhile', async () => {
    await inTransaction(world.pool, leaveOneWhileHeld);
    const noting = await openTransaction(world.databaseUrl);
    await leaveOneWhileHeld(noting);
    await world.releaseDue();
    await noting.query('commit');
    await noting.end();
    await world.releaseDue();
    expect(countReleased()).toBe(2);
  });

  it('[P5] is noted for new events whose statement began before a retry was planned, and leaves the retry its time', async () => {
    await inTransaction(world.pool, leaveOneWhileHeld);
    await world.releaseDue();
    const message = world.queue.findLast((release) => release.endpoint_id === endpointId);
    const paused = await openPaused();
    const leaving = leaveOne(paused.statement);
    await untilLockWaiters(world.pool, 1);
    await world.settle([attemptOf(world, message!, failed)]);
    await paused.goOn();
    await leaving;
    await paused.statement.query('commit');
    await paused.statement.end();
    await world.releaseDue();
    world.advance(retryMs);
    await world.releaseDue();
    expect(countReleased()).toBe(3);
  });

  it('[P5] that is noted while another transaction has taken the one before is a new one', async () => {
    await inTransaction(world.pool, leaveOneWhileHeld);
    const taking = await openTransaction(world.databaseUrl);
    const windows = await lockDueWindows(taking, new Date(world.now()), 100);
    const release = async () => {
      const due = windows.map((window) => window.endpointId);
      await takeWakes(taking, due);
      const { releases } = await releaseDeliveries(taking, { endpointIds: due }, world.now());
      expect(releases).toHaveLength(1);
    };
    await Promise.all([inTransaction(world.pool, leaveOne), commitOnceAwaited(taking, world.pool, 1, release)]);
    await world.releaseDue();
    expect(countReleased()).toBe(1);
  });

  it('[P5] that is left alone for a while is kept', async () => {
    await inTransaction(world.pool, leaveOneWhileHeld);
    const endpointIds = await queryValues<string>(world.pool, 'select endpoint_id from window_wakes');
    expect(endpointIds).toHaveLength(1);
    expect((await releaseDueWindows(world.pool, world.now(), endpointIds)).looked).toBe(0);
    await world.releaseDue();
    expect(countReleased()).toBe(1);
  });
});
