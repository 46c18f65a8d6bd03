import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { OrderMessage } from '@delivery/contracts';
import { classifyDatabaseError, createPool, type Pool } from '@delivery/postgres';
import { createFollower, insertBareOrders, openWriter, readPage, readSequences } from '../support/feed-world.js';
import {
  createLedgerWorld,
  createMerchant,
  type LedgerWorld,
  reportStatus,
  reportTrackingUrl,
  submit,
} from '../support/ledger-world.js';
import { newOrderId } from '../support/messages.js';

let world: LedgerWorld;
let pool: Pool;
let merchantId: string;
beforeEach(async () => {
  world = await createLedgerWorld();
  pool = createPool({ applicationName: 'test', databaseUrl: world.databaseUrl, poolMax: 12, logger: world.logger });
  ({ merchantId } = await createMerchant(world, []));
});
afterEach(async () => {
  await pool.end();
  await world.close();
});

const arrangeOrders = async (count: number): Promise<string[]> => {
  const ids = Array.from({ length: count }, newOrderId).sort();
  await insertBareOrders(pool, merchantId, ids);
  return ids;
};

describe('The feed of a merchant’s events', () => {
  it('[P22] shows nothing behind a transaction that has not committed yet, and then everything in its place', async () => {
    const [early = '', late = ''] = await arrangeOrders(2);
    const follower = createFollower(pool, merchantId);
    const slow = await openWriter(world.databaseUrl, merchantId);
    await slow.lock(early);
    await slow.insert([early, 1]);
    const quick = await openWriter(world.databaseUrl, merchantId);
    await quick.lock(late);
    await quick.insert([late, 1]);
    await quick.commit();
    expect(await follower.next(100)).toMatchObject({ rows: [], isHeldBack: true });
    await slow.commit();
    expect(await follower.until(2)).toEqual([`${early} 1`, `${late} 1`]);
    expect(await follower.next(100)).toMatchObject({ rows: [], isHeldBack: false });
  });

  it('[P22] keeps the sequence of an order whose later event is of the transaction that began first', async () => {
    const [first = '', shared = ''] = await arrangeOrders(2);
    const older = await openWriter(world.databaseUrl, merchantId);
    await older.lock(first);
    const younger = await openWriter(world.databaseUrl, merchantId);
    await younger.lock(shared);
    expect(await older.transactionId()).toBeLessThan(await younger.transactionId());
    await Promise.all([older.lock(shared), younger.insert([shared, 1]).then(younger.commit)]);
    await older.insert([shared, 2], [first, 1]);
    await older.commit();
    const seen = await createFollower(pool, merchantId).until(3);
    expect(readSequences(seen)).toEqual(
      new Map([
        [shared, [1, 2]],
        [first, [1]],
      ]),
    );
  });

  it('[P22] shows an event once its transactions have ended: it waits for no later one', async () => {
    const [first = '', second = ''] = await arrangeOrders(2);
    const older = await openWriter(world.databaseUrl, merchantId);
    await older.lock(first);
    const younger = await openWriter(world.databaseUrl, merchantId);
    await younger.lock(second);
    await younger.insert([second, 1]);
    await younger.commit();
    await older.insert([first, 1]);
    await older.commit();
    const { rows } = await pool.query<{ shown: boolean }>(
      `select max(position) < pg_snapshot_xmax(pg_current_snapshot())::text::bigint as shown from all_events`,
    );
    expect(rows).toEqual([{ shown: true }]);
  });

  /** As the queue does where other transactions hold the orders for too long. */
  const applyUntilFree = async (messages: readonly OrderMessage[]): Promise<void> => {
    try {
      await world.apply(messages);
    } catch (error) {
      if (classifyDatabaseError(error) === 'data') throw error;
      await applyUntilFree(messages);
    }
  };

  it('[P22] is whole and in sequence for a reader that follows it while five writers work on the same orders', async () => {
    const orderIds = Array.from({ length: 150 }, newOrderId);
    await world.apply(orderIds.map((id) => submit(world, merchantId, id)));
    const follower = createFollower(pool, merchantId);
    let isWriting = true;
    const write = async (writer: number): Promise<void> => {
      for (let round = 0; round < 8; round += 1) {
        // Every writer goes through the orders in another order, and shares most of them with the others.
        const chosen = orderIds.filter((_, index) => (index * (writer + 3) + round) % 3 !== 0);
        const messages = chosen.map((id) => reportTrackingUrl(world, id, `${writer}-${round}`));
        await applyUntilFree(round === 0 ? chosen.map((id) => reportStatus(world, id, 'ready')) : messages);
      }
    };
    const follow = async (): Promise<void> => {
      for (let turn = 1; isWriting; turn += 1) await follower.next(1 + ((turn * 37) % 100));
    };
    const writers = Promise.all([0, 1, 2, 3, 4].map(write)).finally(() => {
      isWriting = false;
    });
    await Promise.all([writers, follow()]);
    const { rows } = await pool.query<{ event: string }>(`select order_id || ' ' || sequence as event from all_events`);
    const written = rows.map(({ event }) => event).sort();
    const seen = await follower.until(written.length);
    expect(written.length).toBeGreaterThan(2_500);
    expect([...seen].sort()).toEqual(written);
    for (const sequences of readSequences(seen).values())
      expect(sequences).toEqual(sequences.map((_, index) => index + 1));
  });

  it('begins behind the purged events, and tells up to where these were', async () => {
    const [orderId = ''] = await arrangeOrders(1);
    await pool.query(`update orders set created_at = $1, updated_at = $1`, [new Date(world.now())]);
    const writer = await openWriter(world.databaseUrl, merchantId);
    await writer.lock(orderId);
    await writer.insert([orderId, 1], [orderId, 2]);
    await writer.commit();
    const follower = createFollower(pool, merchantId);
    await follower.until(2);
    world.advance(91 * 24 * 3_600_000);
    await world.applyRetention(90, 30);
    const { purgedPosition, horizon, rows } = await readPage(pool, merchantId);
    expect([purgedPosition > 0, purgedPosition < horizon, rows]).toEqual([true, true, []]);
  });
});
