import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { theSystem } from '../../src/activity/queries.js';
import { replayRange } from '../../src/replays/run-replays.js';
import {
  attemptOf,
  createLedgerWorld,
  createMerchant,
  deliverAll,
  delivered,
  failed,
  type LedgerWorld,
  readyOrders,
  replayDelivery,
  reportTrackingUrl,
  wholeRange,
} from '../support/ledger-world.js';

let world: LedgerWorld;
beforeEach(async () => {
  world = await createLedgerWorld();
});
afterEach(() => world.close());

/** A merchant with orders whose webhooks are all delivered: two of each. */
const arrange = async (orders: number) => {
  const { merchantId, endpointIds } = await createMerchant(world, [null]);
  await readyOrders(world, merchantId, orders);
  await deliverDue();
  return { merchantId, endpointId: endpointIds[0]! };
};

const deliverDue = async () => {
  do {
    await deliverAll(world);
    await world.releaseDue();
  } while (world.queue.length > 0);
};

/** Each of these ranges covers all that there is, and differs from the others. */
const replayAll = async (merchantId: string, number = 0) => {
  const range = { ...wholeRange, untilMs: wholeRange.untilMs + number };
  return replayRange(world.pool, { ownerId: merchantId, range, actor: theSystem, nowMs: world.now() });
};

const fedOf = async (merchantId: string): Promise<boolean[]> => {
  const { rows } = await world.pool.query<{ begun: boolean }>(
    'select cursor_id is not null as begun from replays where owner_id = $1 order by id',
    [merchantId],
  );
  return rows.map(({ begun }) => begun);
};

const whileOrdersAreHeld = async (merchantId: string | undefined, work: () => Promise<void>) => {
  const holder = new pg.Client({ connectionString: world.databaseUrl });
  await holder.connect();
  try {
    await holder.query('begin');
    await holder.query('select 1 from orders where merchant_id = $1 for update', [merchantId]);
    await work();
  } finally {
    await holder.end();
  }
};

describe('replays of several merchants', () => {
  it('[P6] are fed in turn: five large ones of one merchant go one step while one of another merchant goes one', async () => {
    const [many, other] = [await arrange(120), await arrange(3)];
    for (let n = 0; n < 5; n += 1) await replayAll(many.merchantId, n);
    await replayAll(other.merchantId);
    await world.feedReplays();
    expect(await fedOf(many.merchantId)).toEqual([true, false, false, false, false]);
    expect(await fedOf(other.merchantId)).toEqual([true]);
  });

  it('[P6] go on while another transaction holds an order that one of them comes to', async () => {
    const merchants = [await arrange(3), await arrange(3), await arrange(3)];
    for (const { merchantId } of merchants) await replayAll(merchantId);
    const [first] = merchants.map(({ merchantId }) => merchantId).sort();
    const fed = async () => (await Promise.all(merchants.map(({ merchantId }) => fedOf(merchantId)))).flat();
    await whileOrdersAreHeld(first, async () => {
      expect(await world.feedReplays()).toBe(3);
      expect((await fed()).sort()).toEqual([false, true, true]);
    });
    await world.feedReplays();
    expect(await fed()).toEqual([true, true, true]);
  });
});

describe('a replay of a range', () => {
  it('[P4] leaves out for good what another one sends when it comes to an order, and is completed', async () => {
    const { merchantId } = await arrange(60);
    const { rows } = await world.pool.query<{ id: string; order_id: string }>(
      'select id, order_id from all_webhook_deliveries where owner_id = $1 order by id limit 1',
      [merchantId],
    );
    const [first] = rows;
    // The last one of the range is of the first order.
    await world.apply([reportTrackingUrl(world, first!.order_id, 'a')]);
    await deliverDue();
    await replayDelivery(world.pool, { merchantId, deliveryId: first!.id, nowMs: world.now() });
    await replayAll(merchantId);
    await world.feedReplays();
    await world.releaseDue();
    const [ofOther] = world.queue.splice(0, 1);
    expect(ofOther).toMatchObject({ order_id: first!.order_id, sequence: 1 });
    await world.settle([attemptOf(world, ofOther!, delivered)]);
    await world.feedReplays();
    await deliverDue();
    expect(await world.feedReplays()).toBe(0);
    const { rows: sent } = await world.pool.query<{ sequences: number[] }>(
      `select array_agg(sequence order by settled_at, sequence) as sequences from all_webhook_deliveries d join replays r on r.id = d.replay_id
       where d.order_id = $1 and r.delivery_id is null`,
      [first!.order_id],
    );
    expect(sent).toEqual([{ sequences: [2, 3] }]);
  });
});

describe('live webhooks', () => {
  it('[P6] go before a replay’s that waited longer, where the window has one place', async () => {
    const { merchantId, endpointId } = await arrange(3);
    await world.pool.query('update endpoint_windows set size = 1, in_flight = 0 where endpoint_id = $1', [endpointId]);
    await replayAll(merchantId);
    await world.feedReplays();
    await world.releaseDue();
    const [replayed] = world.queue.splice(0);
    expect(replayed?.replay_id).not.toBeNull();
    world.advance(60_000);
    await readyOrders(world, merchantId, 1);
    expect(world.queue).toEqual([]);
    // A success would widen the window.
    await world.settle([attemptOf(world, replayed!, failed)]);
    expect(world.queue).toMatchObject([{ replay_id: null }]);
  });

  it('[P6] that are retried later leave the place to a replay’s that is due', async () => {
    const { merchantId, endpointId } = await arrange(1);
    await readyOrders(world, merchantId, 1);
    await world.settle(world.queue.splice(0).map((message) => attemptOf(world, message, failed)));
    await world.pool.query('update endpoint_windows set size = 1 where endpoint_id = $1', [endpointId]);
    const { rows } = await world.pool.query<{ id: string }>(
      `select id from all_webhook_deliveries where endpoint_id = $1 and state = 'delivered' limit 1`,
      [endpointId],
    );
    await replayDelivery(world.pool, { merchantId, deliveryId: rows[0]!.id, nowMs: world.now() });
    await world.releaseDue();
    expect(world.queue).toMatchObject([{ replay_id: expect.any(String) }]);
  });
});

describe('a step of a replay that ends between two deliveries of an order', () => {
  it('[P4] has the second wait for the first, which is in flight when the second is queued', async () => {
    // Two deliveries of each are one step.
    const { merchantId, endpointId } = await arrange(50);
    const { rows } = await world.pool.query<{ id: string }>('select id from orders limit 1');
    const orderId = rows[0]!.id;
    await world.apply([reportTrackingUrl(world, orderId, 'a')]);
    await deliverDue();
    await world.pool.query('update endpoint_windows set size = 100 where endpoint_id = $1', [endpointId]);
    await replayAll(merchantId);
    await world.feedReplays();
    await world.releaseDue();
    const settleSent = () => world.settle(world.queue.splice(0).map((message) => attemptOf(world, message, delivered)));
    await settleSent();
    await world.feedReplays();
    await world.releaseDue();
    expect(world.queue.map(({ sequence }) => sequence)).toEqual(Array(50).fill(2));
    await settleSent();
    expect(world.queue).toMatchObject([{ order_id: orderId, sequence: 3 }]);
  });
});
