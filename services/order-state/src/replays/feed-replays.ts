import { inTransaction, isConnectionLost, type Pool, type Transaction } from '@delivery/postgres';
import type { Logger } from '@delivery/service-kit';
import { lockLanes } from '../ledger/queries/write-deliveries.js';
import {
  completeReplays,
  countReplayable,
  insertReplayDeliveries,
  lockReplayToFeed,
  readMerchantsToFeed,
  readReplayDeliveries,
  readReplayStep,
  type RunningReplay,
  saveReplayProgress,
} from './queries/replay-steps.js';

/** Repeats of one run that are queued and not settled, and one step's. */
const outstandingMax = 200;
const stepMax = 100;
/** While a run goes on, a step comes so soon after the one before. */
export const feedEveryMs = 250;
/** The time that a step takes itself, on a machine that has other work: between 100 and 500 ms were measured. */
const stepTakesMs = 250;
/** How fast a merchant's ranges are queued, about. */
export const queuedPerSecond = (stepMax * 1_000) / (feedEveryMs + stepTakesMs);
/** A run that covers more says so much: counting has an end. */
const totalMax = 1_000_000;

export type FeedDeps = { pool: Pool; now: () => number; onQueued: () => void; logger: Logger };

/**
 * Completes the replays that are settled, then goes one step on for each merchant: queues the next orders of the oldest of
 * its replays that has room. Progress is in the database, so any replica goes on where another stopped.
 * @returns how many replays are still running
 */
export const feedReplays = async (deps: FeedDeps): Promise<number> => {
  const running = await completeReplays(deps.pool, new Date(deps.now()));
  for (const merchantId of await readMerchantsToFeed(deps.pool)) {
    if ((await feedApart(deps, merchantId)) > 0) deps.onQueued();
  }
  return running;
};

/** A merchant's failure, from a locked row or a range that takes too long, is left to the next time: others do not wait. */
const feedApart = async (deps: FeedDeps, merchantId: string): Promise<number> => {
  try {
    return await inTransaction(deps.pool, async (client) => {
      const replay = await lockReplayToFeed(client, merchantId, outstandingMax);
      return replay ? feedStep(client, replay, deps.now()) : 0;
    });
  } catch (error) {
    if (isConnectionLost(error)) throw error;
    deps.logger.warn({ err: error, merchantId }, 'replay.step_skipped');
    return 0;
  }
};

/** @returns how many were queued */
const feedStep = async (client: Transaction, replay: RunningReplay, nowMs: number): Promise<number> => {
  const total = replay.total ?? (await countReplayable(client, replay, totalMax));
  const { orderIds, lastId, found } = await readReplayStep(client, replay, stepMax);
  await lockLanes(client, orderIds);
  const deliveryIds = await readReplayDeliveries(client, replay, orderIds);
  const { queued } = await insertReplayDeliveries(client, { replayId: replay.id, nowMs, orderIds, deliveryIds });
  await saveReplayProgress(client, { id: replay.id, total, lastId, queued, fed: found < stepMax });
  return queued;
};
