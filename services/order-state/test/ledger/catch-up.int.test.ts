import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { DeliveryReleased } from '@delivery/contracts';
import { inTransaction } from '@delivery/postgres';
import { theSystem } from '../../src/activity/queries.js';
import {
  catchUpEndpoint,
  disableEndpoints,
  enableEndpoint,
  lockWindow,
} from '../../src/endpoints/queries/write-endpoints.js';
import { catchUpEveryMs, failingMinMs } from '../../src/ledger/rules/catch-up.js';
import { sendNow } from '../../src/ledger/send-now.js';
import {
  attemptOf,
  createLedgerWorld,
  createMerchant,
  createPullMerchant,
  deliverAll,
  delivered,
  failed,
  failedFor,
  type LedgerWorld,
  readBalance,
  readyOrders,
  reportTrackingUrl,
  submit,
} from '../support/ledger-world.js';
import { newOrderId } from '../support/messages.js';

const hour = 3_600_000;

let world: LedgerWorld;
let merchantId: string;
let endpointId: string;
beforeEach(async () => {
  world = await createLedgerWorld({ isPatient: true });
  const merchant = await createMerchant(world, [null]);
  merchantId = merchant.merchantId;
  endpointId = merchant.endpointIds[0]!;
});
afterEach(() => world.close());

const take = () => world.queue.splice(0);
const succeed = (message: DeliveryReleased) => attemptOf(world, message, delivered);
const fail = (message: DeliveryReleased) => attemptOf(world, message, failed);
const failFor = (message: DeliveryReleased, retryAfterMs: number) => attemptOf(world, message, failedFor(retryAfterMs));
const hangUp = (message: DeliveryReleased) => attemptOf(world, message, { outcome: 'failed', unreachable: true });

/** Fails all that is released until nothing is due. */
const failAll = async (failWith: typeof fail): Promise<void> => {
  while (world.queue.length > 0) await world.settle(take().map(failWith));
};
const failAllFor = (retryAfterMs: number) => failAll((message) => failFor(message, retryAfterMs));

/** An order whose first webhook is released. */
const trackOne = async (): Promise<string> => {
  const orderId = newOrderId();
  await world.apply([submit(world, merchantId, orderId), reportTrackingUrl(world, orderId, 'a')]);
  return orderId;
};

const readStates = async () => {
  const { rows } = await world.pool.query<{ state: string; n: number }>(
    'select state, count(*)::int as n from all_webhook_deliveries where endpoint_id = $1 group by state',
    [endpointId],
  );
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]));
};
const readSchedule = async (orderId: string) => {
  const { rows } = await world.pool.query<{ attempts: number; position: number; not_before: Date }>(
    `select attempt_count as attempts, attempt_count - schedule_base as position, not_before from all_webhook_deliveries
     where order_id = $1 and endpoint_id = $2`,
    [orderId, endpointId],
  );
  return rows[0]!;
};

/** The sequences of each order, in the order of their first arrival. */
const arrivalsOf = (messages: readonly DeliveryReleased[]): number[][] => {
  const lanes = new Map<string, number[]>();
  for (const { order_id, sequence } of messages) lanes.set(order_id, [...(lanes.get(order_id) ?? []), sequence]);
  return [...lanes.values()];
};

describe('An endpoint that failed for hours', () => {
  it('[P4] gets all that waits, each order in its order, as soon as one webhook succeeds', async () => {
    await readyOrders(world, merchantId, 40);
    await failAllFor(8 * hour);
    world.advance(hour);
    await world.releaseDue();
    expect(take()).toEqual([]);

    const orderId = await trackOne();
    const arrived: DeliveryReleased[] = [];
    while (world.queue.length > 0) {
      const messages = take();
      arrived.push(...messages);
      await world.settle(messages.map(succeed));
    }
    expect(arrived[0]).toMatchObject({ order_id: orderId });
    expect(arrived.filter(({ attempt }) => attempt === 2)).toHaveLength(40);
    expect(arrivalsOf(arrived.filter(({ order_id }) => order_id !== orderId))).toEqual(Array(40).fill([1, 2]));
    expect(await readStates()).toEqual({ delivered: 81 });
    expect((await readBalance(world)).counted).toBe(81);
  });

  it('[P6] gets it as its window widens, after the probe', async () => {
    world.schedule.fill(8 * hour);
    await readyOrders(world, merchantId, 40);
    await failAll(hangUp);
    for (let probes = 0; probes < 24; probes += 1) {
      world.advance(30_000);
      await world.releaseDue();
      expect(world.queue.length).toBeLessThanOrEqual(1);
      await failAll(hangUp);
    }
    await trackOne();
    world.advance(30_000);
    await world.releaseDue();
    const widths: number[] = [];
    while (world.queue.length > 0) {
      widths.push(world.queue.length);
      await world.settle(take().map(succeed));
    }
    expect(widths.slice(0, 4)).toEqual([1, 2, 4, 8]);
    expect(await readStates()).toEqual({ delivered: 81 });
  });

  it('gets it after it was enabled, and after a test succeeds', async () => {
    const orderId = await trackOne();
    await failAllFor(8 * hour);
    world.advance(1_000);
    const test = {
      ...attemptOf(world, { ...testOf(), endpoint_id: endpointId, owner_id: merchantId }, delivered),
      test_webhook_id: 'msg_t',
    };
    await world.settle([{ ...test, outcome: 'failed', status_code: 500 }]);
    expect(take()).toEqual([]);
    await world.settle([test]);
    await failAllFor(8 * hour);
    expect(await readSchedule(orderId)).toMatchObject({ attempts: 2, position: 1 });

    await inTransaction(world.pool, async (client) => {
      await lockWindow(client, endpointId);
      await disableEndpoints(client, [endpointId], 'requested', new Date(world.now()), theSystem);
    });
    world.advance(60_000);
    await inTransaction(world.pool, async (client) => {
      await lockWindow(client, endpointId);
      await enableEndpoint(client, endpointId, new Date(world.now()), theSystem);
    });
    await world.releaseDue();
    await deliverAll(world);
    expect(await readStates()).toEqual({ delivered: 1 });
  });

  it('gets it by polls too, after the first ack', async () => {
    const pulled = await createPullMerchant(world, `whsec_${'a'.repeat(44)}`);
    const ids = { owner_id: pulled.merchantId, endpoint_id: pulled.endpointId };
    const poll = async (): Promise<{ id: string; attempt: string | undefined }[]> => {
      const [result] = await world.takeMessages([{ ...ids, limit: 100, visibility_ms: 10_000 }]);
      const messages = result?.outcome === 'taken' ? result.messages : [];
      return messages.map(({ id, headers }) => ({ id, attempt: headers['webhook-attempt'] }));
    };
    await readyOrders(world, pulled.merchantId, 3);
    for (let unacked = 0; unacked < 3; unacked += 1) {
      expect(await poll()).toHaveLength(3);
      world.advance(10_001);
      await world.releaseDue();
      if (unacked < 2) world.advance(40_000);
    }
    expect(await poll()).toEqual([]);
    await readyOrders(world, pulled.merchantId, 1);
    const [first] = await poll();
    await world.ackMessages({ ownerId: pulled.merchantId, endpointId: pulled.endpointId, ids: [first!.id] });
    expect(world.woken).toContain(pulled.endpointId);
    const again = await poll();
    expect(again.map(({ attempt }) => attempt).toSorted()).toEqual(['1', '4', '4', '4']);
    // Not acked: each waits as it did.
    world.advance(10_001);
    await world.releaseDue();
    const { rows } = await world.pool.query(
      `select attempt_count - schedule_base as position, count(*)::int as n from webhook_deliveries
       where endpoint_id = $1 and gate_open and state = 'waiting' group by 1 order by 1`,
      [pulled.endpointId],
    );
    expect(rows).toEqual([
      { position: 1, n: 1 },
      { position: 3, n: 3 },
    ]);
  });
});

const testOf = () => ({ delivery_id: randomUuid(), order_id: '0'.repeat(24), generation: 1, attempt: 1, revision: 1 });
const randomUuid = () => `${randomBytes(4).toString('hex')}-0000-4000-8000-${randomBytes(6).toString('hex')}`;

describe('A receiver that fails again and again', () => {
  it('spends none of a delivery’s schedule by the attempts that come early, and gets one in ten minutes', async () => {
    const orderId = await trackOne();
    await failAllFor(8 * hour);
    const before = await readSchedule(orderId);
    let early = 0;
    for (let minutes = 0; minutes < 120; minutes += 1) {
      world.advance(failingMinMs);
      await world.releaseDue();
      const released = take();
      early += released.length;
      for (const message of released) expect(message.order_id).toBe(orderId);
      await world.settle(released.map(fail));
      await trackOne();
      const answered = take();
      early += answered.filter(({ order_id }) => order_id === orderId).length;
      await world.settle(answered.map((message) => (message.order_id === orderId ? fail(message) : succeed(message))));
      // The success may have brought it forward.
      early += world.queue.length;
      await failAll(fail);
      await world.pool.query(
        'update endpoint_windows set failing_since = coalesce(failing_since, $2) where endpoint_id = $1',
        [endpointId, new Date(world.now())],
      );
    }
    expect(early).toBeGreaterThan(5);
    expect(early).toBeLessThanOrEqual((120 * failingMinMs) / catchUpEveryMs + 1);
    expect(await readSchedule(orderId)).toEqual({
      attempts: before.attempts + early,
      position: before.position,
      not_before: before.not_before,
    });
    world.advance(8 * hour);
    await world.releaseDue();
    expect(take()).toMatchObject([{ order_id: orderId }]);
  });

  it('counts no early attempt of which nothing was heard, or that was deferred', async () => {
    const orderId = await trackOne();
    await failAllFor(8 * hour);
    const catchUp = async () => {
      world.advance(1_000);
      await catchUpEndpoint(world.pool, endpointId, new Date(world.now()));
      await world.releaseDue();
    };
    await catchUp();
    await world.markPublished(world.queue);
    expect(take()).toHaveLength(1);
    world.advance(13 * 60_000);
    await world.sweepLeases();
    const [message] = take();
    expect(message).toMatchObject({ order_id: orderId, attempt: 2 });
    await world.settle([failFor(message!, 8 * hour)]);
    await catchUp();
    const early = take();
    await world.settle(early.map((one) => attemptOf(world, one, { outcome: 'deferred', unreachable: true })));
    expect(await readSchedule(orderId)).toMatchObject({ attempts: 2, position: 0 });
    world.advance(10_000);
    await world.releaseDue();
    expect(take()).toMatchObject([{ attempt: 3 }]);
  });
});

describe('A delivery that is sent now', () => {
  const sendDeliveryNow = async (sequence: number, orderId: string) => {
    const { rows } = await world.pool.query<{ id: string }>(
      'select id from all_webhook_deliveries where order_id = $1 and sequence = $2 order by replay_id nulls first limit 1',
      [orderId, sequence],
    );
    const wanted = { ownerId: merchantId, deliveryId: rows[0]!.id, nowMs: world.now() };
    const sent = await sendNow(world.pool, wanted, () => Promise.resolve());
    return 'head' in sent ? sent.head : sent.refused;
  };
  const readWindow = async () =>
    (await world.pool.query('select * from endpoint_windows where endpoint_id = $1', [endpointId])).rows;
  const arrange = async (): Promise<string> => {
    const orderId = await trackOne();
    await world.apply([reportTrackingUrl(world, orderId, 'b')]);
    await failAllFor(8 * hour);
    world.advance(1_000);
    return orderId;
  };

  it('[P4] goes out with the first of its lane, again with each call, and spends nothing of the schedule', async () => {
    const orderId = await arrange();
    for (let calls = 1; calls <= 12; calls += 1) {
      expect(await sendDeliveryNow(2, orderId)).toMatchObject({ sequence: 1, state: 'waiting', attempt_count: calls });
      await world.releaseDue();
      const [message, ...others] = take();
      expect([message, others]).toMatchObject([{ sequence: 1, attempt: calls + 1 }, []]);
      const window = await readWindow();
      expect(await sendDeliveryNow(1, orderId)).toMatchObject({ sequence: 1, state: 'in_flight' });
      expect(await readWindow()).toEqual(window);
      await world.settle([failFor(message!, 8 * hour)]);
      world.advance(1_000);
    }
    expect(await sendDeliveryNow(1, orderId)).toMatchObject({ state: 'waiting' });
    await world.releaseDue();
    await deliverAll(world);
    expect(await readStates()).toEqual({ delivered: 2 });
    expect(await sendDeliveryNow(2, orderId)).toMatchObject({ code: 'delivery_not_waiting' });
  });

  it('is the probe of an endpoint that does not answer', async () => {
    const orderId = await trackOne();
    world.schedule.splice(0, world.schedule.length, ...Array<number>(6).fill(30_000), 8 * hour);
    for (let waits = 0; waits < 6; waits += 1) {
      await failAll(hangUp);
      world.advance(30_000);
      await world.releaseDue();
    }
    await failAll(hangUp);
    world.advance(1);
    await sendDeliveryNow(1, orderId);
    await world.releaseDue();
    expect(take()).toMatchObject([{ order_id: orderId, sequence: 1 }]);
  });
});

describe('Five thousand deliveries', () => {
  it('[P4] are caught up by two relays and settlements at once: each of them once, and none is written before it goes', async () => {
    await readyOrders(world, merchantId, 16);
    take();
    await world.pool.query('delete from webhook_deliveries where endpoint_id = $1', [endpointId]);
    await world.pool.query('update endpoint_windows set in_flight = 0 where endpoint_id = $1', [endpointId]);
    await world.pool.query(
      `insert into webhook_deliveries (id, order_id, endpoint_id, owner_id, sequence, previous_sequence, event, webhook_id, state,
                               gate_open, not_before, released_at, attempt_count, created_at)
       select gen_random_uuid(), o.id, $1, $2, n + 2, 0, 'status_changed', 'msg_' || n, 'waiting', true,
              $3::timestamptz + interval '8 hours', $3::timestamptz - interval '1 hour', 6, $3
       from (select id from orders where merchant_id = $2 limit 1) o, generate_series(1, 5000) n`,
      [endpointId, merchantId, new Date(world.now())],
    );
    await world.pool.query(
      `insert into events (order_id, sequence, event, body, created_at, merchant_id, position)
       select o.id, n + 2, 'status_changed', '{}', now(), $1, n
       from (select id from orders where merchant_id = $1 limit 1) o, generate_series(1, 5000) n`,
      [merchantId],
    );
    await catchUpEndpoint(world.pool, endpointId, new Date(world.now()));
    const untouched = await world.pool.query(
      `select from webhook_deliveries where endpoint_id = $1 and not_before > $2 and state = 'waiting'`,
      [endpointId, new Date(world.now())],
    );
    expect(untouched.rowCount).toBe(5_000);
    const seen = new Map<string, number>();
    for (let rounds = 0; seen.size < 5_000 && rounds < 400; rounds += 1) {
      await Promise.all([world.releaseDue(), world.releaseDue()]);
      const messages = take();
      for (const { delivery_id } of messages) seen.set(delivery_id, (seen.get(delivery_id) ?? 0) + 1);
      const half = Math.ceil(messages.length / 2);
      await Promise.all([
        world.settle(messages.slice(0, half).map(succeed)),
        world.settle(messages.slice(half).map(succeed)),
        world.releaseDue(),
      ]);
    }
    expect([...new Set(seen.values())]).toEqual([1]);
    expect(await readStates()).toEqual({ delivered: 5_000 });
  });
});
