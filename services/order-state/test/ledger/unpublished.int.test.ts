import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { deliveriesMessageTtlMs, type DeliveryReleased } from '@delivery/contracts';
import { createReleasePublisher } from '../../src/ledger/relay.js';
import { holdRows } from '../support/hold-rows.js';
import { createLedgerWorld, createMerchant, type LedgerWorld, readyOrders } from '../support/ledger-world.js';

let world: LedgerWorld;
let merchantId: string;
beforeEach(async () => {
  world = await createLedgerWorld();
  ({ merchantId } = await createMerchant(world, [null]));
});
afterEach(() => world.close());

const minute = 60_000;
const unpublishedMs = 10_000;
const leaseMs = 12 * minute;

const isPublished = async (deliveryId: string): Promise<boolean> =>
  (await world.pool.query('select published from webhook_deliveries where id = $1', [deliveryId])).rows[0].published;

describe('A release whose publish is not confirmed', () => {
  it('[P5] is published again until its lease ends as it would have, in messages that are gone by then', async () => {
    const releasedMs = world.now();
    await world.dyingAfterCommit(() => readyOrders(world, merchantId, 1));
    const lives: number[] = [];
    while (world.now() < releasedMs + leaseMs) {
      world.advance(unpublishedMs);
      await world.sweepUnpublished();
      await world.sweepUnpublished();
      await world.sweepLeases();
      lives.push(
        ...world.released.splice(0).flatMap(({ generation, expirationMs }) => {
          if (expirationMs === undefined) return [];
          expect(generation).toBe(1);
          return world.now() + expirationMs - releasedMs;
        }),
      );
    }
    expect(lives).toEqual(
      Array.from({ length: deliveriesMessageTtlMs / unpublishedMs - 1 }, () => deliveriesMessageTtlMs),
    );
    expect(world.queue.at(-1)).toMatchObject({ generation: 2 });
  });
});

describe('A release that is confirmed while another transaction holds its row', () => {
  it('[P5] is marked once that transaction has rolled back, and not published again', async () => {
    const sent: DeliveryReleased[] = [];
    const publisher = createReleasePublisher({
      pool: world.pool,
      publishDelivery: (message) => Promise.resolve(void sent.push(message)),
      now: world.now,
      logger: world.logger,
      onFailed: (error) => {
        throw error;
      },
    });
    await readyOrders(world, merchantId, 1);
    const [release] = world.released.splice(0);
    const letGo = await holdRows(world.databaseUrl, 'webhook_deliveries where id = $1', [release!.id]);
    publisher.publish([release!]);
    await publisher.idle();
    expect(await isPublished(release!.id)).toBe(false);
    await letGo();
    await publisher.idle();
    expect(await isPublished(release!.id)).toBe(true);
    world.advance(unpublishedMs + 1);
    expect(await world.sweepUnpublished()).toBe(0);
    expect(sent).toHaveLength(1);
  });
});
