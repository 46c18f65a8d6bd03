import { inTransaction, isConnectionLost, nilUuid, type Pool, type Transaction } from '@delivery/postgres';
import type { Logger } from '@delivery/service-kit';
import { lockLanes } from '../ledger/queries/write-deliveries.js';
import {
  completeReplays,
  countReplayable,
  insertReplayDeliveries,
  lockReplayToFeed,
  readMerchantsToFeed,
  readReplayStep,
  readRunningReplays,
  type RunningReplay,
  saveReplayProgress,
} from './queries/replay-steps.js';

/** Repeats of one run that are queued and not settled, and one step's. */
const outstandingMax = 200;
const stepMax = 100;
/** Deliveries of the range that one step looks at: few of them may be covered. */
const lookMax = 2_000;
/** The pause between two steps. */
export const feedEveryMs = 250;
/** The time that a step takes itself, on a machine that has other work: between 100 and 500 ms were measured. */
const stepTakesMs = 250;
/** How fast a merchant's ranges are queued, about. */
export const queuedPerSecond = (stepMax * 1_000) / (feedEveryMs + stepTakesMs);
/** A run whose range has more deliveries counts those of the first ones: counting has an end. */
const countMax = 100_000;

export type FeedDeps = { pool: Pool; now: () => number; onQueued: () => void; logger: Logger };

/** Replays that one round looks at, at most. */
const roundMax = 1_000;
/** Another process may have died before it looked at its replays. */
const walkEveryMs = 30_000;

export type ReplayFeeder = {
  /** Has the next round look at these runs: they are new, or some of their deliveries are settled. */
  lookAt: (replayIds: readonly string[]) => void;
  /** @returns how many are to be looked at again at once */
  round: () => Promise<number>;
};

/**
 * Queues the deliveries of replays and completes replays. A replay whose deliveries are held for days costs nothing: a
 * round looks at those about which something was heard. All are walked through slowly besides.
 */
export const createReplayFeeder = (deps: FeedDeps): ReplayFeeder => {
  const awaited = new Set<string>();
  let walked = nilUuid;
  let walkAtMs = 0;
  const lookAt = (ids: readonly string[]): void => ids.forEach((id) => awaited.add(id));
  const walk = async (): Promise<void> => {
    walkAtMs = performance.now() + walkEveryMs;
    const { ids, next } = await readRunningReplays(deps.pool, walked, roundMax);
    walked = next ?? nilUuid;
    lookAt(ids);
  };
  return {
    lookAt,
    round: async () => {
      if (performance.now() >= walkAtMs) await walk();
      const ids = [...awaited].slice(0, roundMax);
      if (ids.length === 0) return 0;
      ids.forEach((id) => awaited.delete(id));
      try {
        lookAt(await feedReplays(deps, ids));
      } catch (error) {
        lookAt(ids);
        throw error;
      }
      return awaited.size;
    },
  };
};

/**
 * Completes those of the replays that are settled, then goes one step on for each of their merchants: queues the next
 * deliveries of the oldest of its replays that has room. Progress is in the database, so any replica goes on where
 * another stopped.
 * @returns the replays that go on
 */
export const feedReplays = async (deps: FeedDeps, replayIds: readonly string[]): Promise<string[]> => {
  await completeReplays(deps.pool, replayIds, new Date(deps.now()));
  const goOn: string[] = [];
  for (const { ownerId, replayId } of await readMerchantsToFeed(deps.pool, replayIds)) {
    const fed = await feedApart(deps, ownerId);
    if (fed === 'none') continue;
    goOn.push(fed === 'failed' ? replayId : fed.replayId);
    if (fed !== 'failed' && fed.queued > 0) deps.onQueued();
  }
  return goOn;
};

type Fed = { replayId: string; queued: number };

/**
 * A merchant's failure, from a locked row or a range that takes too long, is left to the next time: others do not wait.
 * @returns `none`: no replay of the merchant has room
 */
const feedApart = async (deps: FeedDeps, ownerId: string): Promise<Fed | 'none' | 'failed'> => {
  try {
    return await inTransaction(deps.pool, async (client) => {
      const replay = await lockReplayToFeed(client, ownerId, outstandingMax);
      return replay ? { replayId: replay.id, queued: await feedStep(client, replay, deps.now()) } : 'none';
    });
  } catch (error) {
    if (isConnectionLost(error)) throw error;
    deps.logger.warn({ err: error, ownerId }, 'replay.step_skipped');
    return 'failed';
  }
};

/** @returns how many were queued */
const feedStep = async (client: Transaction, replay: RunningReplay, nowMs: number): Promise<number> => {
  const total = replay.total ?? (await countReplayable(client, replay, countMax));
  const { orderIds, deliveryIds, lastId, isEnd } = await readReplayStep(client, replay, { stepMax, lookMax });
  await lockLanes(client, orderIds);
  const { queued } = await insertReplayDeliveries(client, { replayId: replay.id, nowMs, orderIds, deliveryIds });
  await saveReplayProgress(client, { id: replay.id, total, lastId, queued, fed: isEnd });
  return queued;
};
