import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { queryOne } from '@delivery/postgres';
import { theSystem } from '../../src/activity/queries.js';
import { createReplayFeeder, type ReplayFeeder } from '../../src/replays/feed-replays.js';
import { replayRange } from '../../src/replays/run-replays.js';
import {
  attemptOf,
  createLedgerWorld,
  createMerchant,
  deliverAll,
  delivered,
  type LedgerWorld,
  readyOrders,
  wholeRange,
} from '../support/ledger-world.js';
import { watchStatements } from '../support/watch-statements.js';

let world: LedgerWorld;
let feeder: ReplayFeeder;
let merchantId: string;
let endpointId: string;
beforeEach(async () => {
  world = await createLedgerWorld();
  const merchant = await createMerchant(world, [null]);
  ({ merchantId } = merchant);
  endpointId = merchant.endpointIds[0]!;
  await readyOrders(world, merchantId, 3);
  await deliverAll(world);
  const { pool, now, logger } = world;
  feeder = createReplayFeeder({ pool, now, logger, onQueued: () => undefined });
});
afterEach(() => world.close());

const begin = async (): Promise<string> => {
  const begun = await replayRange(world.pool, {
    ownerId: merchantId,
    range: wholeRange,
    actor: theSystem,
    nowMs: world.now(),
  });
  return 'replayId' in begun ? begun.replayId : begun.refused;
};

const untilQuiet = async (): Promise<void> => {
  while ((await feeder.round()) > 0);
};

const statusOf = (replayId: string) =>
  queryOne(world.pool, 'select status, total, queued from replays where id = $1', [replayId]);

describe('The feeder of replays', () => {
  it('[P6] runs no statement for a replay whose deliveries are held, and completes it once they are settled', async () => {
    const replayId = await begin();
    await world.pool.query(`update endpoints set status = 'disabled' where id = $1`, [endpointId]);
    await untilQuiet();
    expect(await statusOf(replayId)).toEqual({ status: 'running', total: 6, queued: 6 });
    const watch = await watchStatements(world.pool, world.poolMax);
    await feeder.round();
    expect(await watch.take()).toEqual([]);

    await world.pool.query(`update endpoints set status = 'active' where id = $1`, [endpointId]);
    await world.pool.query('update endpoint_windows set wake_at = $1', [new Date(world.now())]);
    await world.releaseDue();
    while (world.queue.length > 0) {
      const { settled } = await world.settle(
        world.queue.splice(0).map((message) => attemptOf(world, message, delivered)),
      );
      feeder.lookAt(settled.flatMap((settledOne) => settledOne.replayId ?? []));
    }
    await untilQuiet();
    expect(await statusOf(replayId)).toEqual({ status: 'completed', total: 6, queued: 6 });
  });

  it('[P12] finds replays that another process has left', async () => {
    const replayId = await begin();
    await untilQuiet();
    await world.releaseDue();
    await deliverAll(world);
    expect(await statusOf(replayId)).toMatchObject({ status: 'running', queued: 6 });
    const { pool, now, logger } = world;
    feeder = createReplayFeeder({ pool, now, logger, onQueued: () => undefined });
    await untilQuiet();
    expect(await statusOf(replayId)).toMatchObject({ status: 'completed' });
  });

  it('keeps a replay running until its last delivery is reported, and not only released', async () => {
    const replayId = await begin();
    await untilQuiet();
    await world.releaseDue();
    const report = async (messages: typeof world.queue) => {
      await world.settle(messages.map((message) => attemptOf(world, message, delivered)));
      feeder.lookAt([replayId]);
      await untilQuiet();
    };
    await report(world.queue.splice(0));
    // All are released, and one is not reported.
    await report(world.queue.splice(1));
    expect(await statusOf(replayId)).toMatchObject({ status: 'running', queued: 6 });
    await report(world.queue.splice(0));
    expect(await statusOf(replayId)).toMatchObject({ status: 'completed' });
  });
});
