import { inTransaction, type Pool } from '@delivery/postgres';
import { uuidv7 } from '../ledger/rules/ids.js';
import { lockChains } from '../ledger/sql/lock-deliveries.js';
import { lockMerchant } from '../merchants/sql/lock-merchant.js';
import { insertReplayDeliveries } from './sql/insert-replay-deliveries.js';
import { insertReplay, readReplayOrigin, readRunningRanges, type ReplayRange } from './sql/request-replays.js';

export type ReplayRefusal = 'delivery_not_found' | 'delivery_not_replayable' | 'replay_running';
export type RangeRefusal = 'merchant_not_found' | 'too_many_running';
export type ReplayCreated = { replayId: string };

/** Replays of ranges of one merchant that run at once. */
export const runningRangesMax = 5;

/**
 * Sends one settled delivery again: a run of its own beside the order's chain, with the same webhook id. Refused while
 * the delivery is not settled, or while an earlier replay of it is.
 */
export const replayDelivery = (
  pool: Pool,
  wanted: { merchantId: string; deliveryId: string; nowMs: number },
): Promise<ReplayCreated | ReplayRefusal> =>
  inTransaction(pool, async (client) => {
    const found = await readReplayOrigin(client, wanted);
    if (!found) return 'delivery_not_found';
    // The order's lock makes the checks below stable: replays of its deliveries come one after the other.
    await lockChains(client, [found.orderId]);
    const origin = await readReplayOrigin(client, wanted);
    if (!origin?.replayable) return 'delivery_not_replayable';
    if (origin.replaying) return 'replay_running';
    const replayId = uuidv7(wanted.nowMs);
    await insertReplay(client, { id: replayId, ...wanted, range: null, requestedBy: null });
    await insertReplayDeliveries(client, { replayId, nowMs: wanted.nowMs, deliveryIds: [wanted.deliveryId] });
    return { replayId };
  });

/**
 * Begins to send a range again. The feeder queues it bit by bit, so that live events find room between. While it runs, the
 * same range is the same replay, and still that of who asked first.
 */
export const replayRange = (
  pool: Pool,
  wanted: { merchantId: string; range: ReplayRange; requestedBy: string | null; nowMs: number },
): Promise<ReplayCreated | RangeRefusal> =>
  inTransaction(pool, async (client) => {
    if (!(await lockMerchant(client, wanted.merchantId))) return 'merchant_not_found';
    const running = await readRunningRanges(client, wanted.merchantId, wanted.range);
    const same = running.find(({ isSame }) => isSame);
    if (same) return { replayId: same.id };
    if (running.length >= runningRangesMax) return 'too_many_running';
    const replayId = uuidv7(wanted.nowMs);
    await insertReplay(client, { id: replayId, ...wanted, deliveryId: null });
    return { replayId };
  });
