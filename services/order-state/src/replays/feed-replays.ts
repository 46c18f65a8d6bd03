import { insertReplayDeliveries } from '../db/insert-replay-deliveries.js';
import { lockChains } from '../db/lock-deliveries.js';
import { inTransaction, type Client, type Pool } from '../db/pool.js';
import {
  completeReplay,
  countReplayable,
  lockRunningReplay,
  readReplayDeliveries,
  readReplayStep,
  saveReplayProgress,
  type RunningReplay,
} from '../db/replays.js';

/** Repeats of one run that are queued and not settled: live events wait behind no more than these and one step's. */
const outstandingMax = 200;
const stepMax = 100;
/** A run that covers more says so much: counting has an end. */
const totalMax = 1_000_000;

/**
 * Goes on with every running replay: queues the next orders where there is room, completes what is settled. Progress is
 * in the database, so any replica goes on where another stopped.
 * @returns how many replays are still running
 */
export const feedReplays = async (deps: { pool: Pool; now: () => number; onQueued: () => void }): Promise<number> => {
  let running = 0;
  for (let afterId: string | null = null; ;) {
    const step: { id: string; queued: number; completed: boolean } | undefined = await inTransaction(
      deps.pool,
      async (client) => {
        const replay = await lockRunningReplay(client, afterId);
        return replay && { id: replay.id, ...(await advance(client, replay, deps.now())) };
      },
    );
    if (!step) return running;
    if (step.queued > 0) deps.onQueued();
    if (!step.completed) running += 1;
    afterId = step.id;
  }
};

const advance = async (
  client: Client,
  replay: RunningReplay,
  nowMs: number,
): Promise<{ queued: number; completed: boolean }> => {
  if (replay.fed) {
    if (replay.outstanding > 0) return { queued: 0, completed: false };
    await completeReplay(client, replay.id, new Date(nowMs));
    return { queued: 0, completed: true };
  }
  if (replay.outstanding >= outstandingMax) return { queued: 0, completed: false };
  const total = replay.total ?? (await countReplayable(client, replay, totalMax));
  const { orderIds, lastId, found } = await readReplayStep(client, replay, stepMax);
  await lockChains(client, orderIds);
  const deliveryIds = await readReplayDeliveries(client, replay, orderIds);
  const { queued } = await insertReplayDeliveries(client, { replayId: replay.id, nowMs, deliveryIds });
  await saveReplayProgress(client, { id: replay.id, total, lastId, queued, fed: found < stepMax });
  return { queued, completed: false };
};
