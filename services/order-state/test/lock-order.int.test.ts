import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pollUntil } from '@delivery/test-support';
import { lockDeliveries } from '../src/db/lock-deliveries.js';
import { markPublished } from '../src/db/mark-published.js';
import { inTransaction } from '../src/db/pool.js';
import { createLedgerWorld, createMerchant, reportStatus, submit, type LedgerWorld } from './ledger-world.js';

let world: LedgerWorld;
beforeAll(async () => {
  world = await createLedgerWorld();
});
afterAll(() => world.close());

const waitForLockWaiters = (count: number) =>
  pollUntil(`${count} transactions that wait for a lock`, async () => {
    const { rows } = await world.pool.query<{ n: number }>(
      `select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows[0]!.n >= count ? true : undefined;
  });

describe('releases that are confirmed and settled at the same time', () => {
  it('are locked in id order by both, so that neither waits for the other', async () => {
    const { merchantId } = await createMerchant(world, [null, null]);
    const orderId = randomBytes(12).toString('hex');
    await world.apply([submit(world, merchantId, orderId)]);
    await world.apply([reportStatus(world, orderId, 'ready')]);
    const releases = world.queue.map(({ delivery_id: id, generation }) => ({ id, generation }));
    const [low, high] = releases.sort((a, b) => (a.id < b.id ? -1 : 1));
    // Whatever else a plan may go by (the time of release, the order of confirms), the higher id comes first.
    await world.pool.query(`update deliveries set released_at = released_at - interval '1 minute' where id = $1`, [
      high!.id,
    ]);
    const holder = await world.pool.connect();
    await holder.query('begin');
    await holder.query('select 1 from deliveries where id = $1 for update', [low!.id]);
    const settling = inTransaction(world.pool, (client) => lockDeliveries(client, [low!.id, high!.id]));
    await waitForLockWaiters(1);
    const marking = markPublished(world.pool, [high!, low!]);
    await waitForLockWaiters(2);
    await holder.query('commit');
    holder.release();
    await Promise.all([settling, marking]);
    const { rows } = await world.pool.query<{ n: number }>('select count(*) as n from deliveries where published');
    expect(rows[0]!.n).toBe(2);
  });
});
