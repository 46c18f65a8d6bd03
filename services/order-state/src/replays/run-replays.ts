import { inTransaction, type Pool, type Transaction } from '@delivery/postgres';
import { type Actor, describeActor, insertActivity } from '../activity/queries.js';
import { readEndpointSpeeds } from '../ledger/queries/endpoint-health.js';
import { lockLanes } from '../ledger/queries/write-deliveries.js';
import { uuidv7 } from '../ledger/rules/deliveries.js';
import { estimateEndpoint, type SendEstimate } from '../ledger/rules/window.js';
import { lockOwner } from '../merchants/queries.js';
import { queuedPerSecond } from './feed-replays.js';
import { insertReplayDeliveries } from './queries/replay-steps.js';
import {
  countCovered,
  hasRunningSingles,
  insertReplay,
  type NewReplay,
  readReplay,
  readReplayOrigins,
  readRunningRanges,
  type ReplayRange,
} from './queries/replays.js';

/** With the affected ids, unless all are affected. */
export type ReplayRefusal =
  | { refused: 'delivery_not_found'; unknownIds: string[] }
  | { refused: 'delivery_not_replayable' | 'replayed_out' | 'replay_running' | 'too_many_running' | 'too_many_single' };
export type RangeRefusal = { refused: 'merchant_not_found' | 'too_many_running' };
export type ReplayCreated = { replayId: string };

/** `replayId`: the id from the preview of the caller. */
type Wanted = { ownerId: string; replayId?: string | undefined; actor: Actor; nowMs: number };

/** Replays of one merchant that run at once, without those of a single delivery. */
export const runningRangesMax = 5;
/**
 * Maximum of single deliveries: each running one is looked at several times a second, and for a disabled endpoint it
 * runs until that is enabled.
 */
export const runningSinglesMax = 1_000;

/**
 * Replays settled deliveries: a run of its own beside the orders' lanes, with the same webhook ids. It leaves out
 * deliveries that are not settled, are being replayed, or have been replayed the maximum number of times. If none
 * remains, it is refused.
 */
export const replayDeliveries = (
  pool: Pool,
  wanted: Wanted & { deliveryIds: readonly string[] },
): Promise<ReplayCreated | ReplayRefusal> =>
  inTransaction(pool, async (client) => {
    const found = await readReplayOrigins(client, wanted);
    const unknownIds = wanted.deliveryIds.filter((id) => !found.has(id));
    if (unknownIds.length > 0) return { refused: 'delivery_not_found', unknownIds };
    const { replayId = uuidv7(wanted.nowMs) } = wanted;
    const isOne = wanted.deliveryIds.length === 1;
    // So that concurrent requests are counted.
    if (!isOne) await lockOwner(client, wanted.ownerId);
    // The orders' locks keep the checks below valid: replays of their deliveries run one after the other.
    const orderIds = [...new Set([...found.values()].map(({ orderId }) => orderId))];
    await lockLanes(client, orderIds);
    if (await isRepeat(client, wanted)) return { replayId };
    if (isOne && (await hasRunningSingles(client, wanted.ownerId, runningSinglesMax)))
      return { refused: 'too_many_single' };
    if (!isOne && (await readRunningRanges(client, wanted.ownerId, null)).length >= runningRangesMax)
      return { refused: 'too_many_running' };
    const origins = [...(await readReplayOrigins(client, wanted))];
    const settled = origins.filter(([, { replayable }]) => replayable);
    if (settled.length === 0) return { refused: 'delivery_not_replayable' };
    const left = settled.filter(([, { replayedOut }]) => !replayedOut);
    if (left.length === 0) return { refused: 'replayed_out' };
    const deliveryIds = left.filter(([, { replaying }]) => !replaying).map(([id]) => id);
    if (deliveryIds.length === 0) return { refused: 'replay_running' };
    const deliveryId = isOne ? (deliveryIds[0] ?? null) : null;
    await saveReplay(client, { id: replayId, ...wanted, deliveryId, range: null, total: deliveryIds.length });
    await insertReplayDeliveries(client, { replayId, nowMs: wanted.nowMs, orderIds, deliveryIds });
    return { replayId };
  });

/** The replay that another call with the same token has begun. It has the preview's id. Read under the replay's locks. */
const isRepeat = async (client: Transaction, { ownerId, replayId }: Wanted): Promise<boolean> =>
  replayId !== undefined && (await readReplay(client, ownerId, replayId)) !== undefined;

/**
 * Begins the replay of a range. The feeder queues it in parts, so that live events find room between them. While it
 * runs, a second request for the range gets the same replay, whose author stays the first caller.
 */
export const replayRange = (
  pool: Pool,
  wanted: Wanted & { range: ReplayRange },
): Promise<ReplayCreated | RangeRefusal> =>
  inTransaction(pool, async (client) => {
    if (!(await lockOwner(client, wanted.ownerId))) return { refused: 'merchant_not_found' };
    const { replayId = uuidv7(wanted.nowMs) } = wanted;
    if (await isRepeat(client, wanted)) return { replayId };
    const running = await readRunningRanges(client, wanted.ownerId, wanted.range);
    const same = running.find(({ isSame }) => isSame);
    if (same) return { replayId: same.id };
    if (running.length >= runningRangesMax) return { refused: 'too_many_running' };
    await saveReplay(client, { id: replayId, ...wanted, deliveryId: null, total: null });
    return { replayId };
  });

const saveReplay = async (
  client: Transaction,
  replay: Omit<NewReplay, 'requestedBy'> & { actor: Actor },
): Promise<void> => {
  const { id, ownerId, actor } = replay;
  await insertReplay(client, { ...replay, requestedBy: requesterOf(actor) });
  await insertActivity(client, actor, { action: 'replay.requested', subject: { type: 'replay', id }, ownerId });
};

/** The operator and the reason; `null`: the merchant itself. */
const requesterOf = (actor: Actor): string | null => (actor.name === null ? null : describeActor(actor));

/** Deliveries of a range that a preview looks at. */
const lookMax = 100_000;

/** The deliveries that a replay of the range would send now. */
export const previewRange = async (
  pool: Pool,
  wanted: { ownerId: string; range: ReplayRange },
): Promise<SendEstimate> => {
  const running = await readRunningRanges(pool, wanted.ownerId, wanted.range);
  const { deliveries, orders, leftOut, truncated } = await countCovered(pool, wanted, lookMax);
  const runningReplayId = running.find(({ isSame }) => isSame)?.id ?? null;
  const estimate = await touchEndpoints(pool, wanted.ownerId, deliveries);
  return { ...estimate, orders, leftOut, truncated, runningReplayId, queuedPerSecond };
};

/**
 * The deliveries that a replay of these would send now, and the time that it would take. @returns ids that are unknown
 * or of another merchant, if any
 */
export const previewDeliveries = async (
  pool: Pool,
  wanted: { ownerId: string; deliveryIds: readonly string[] },
): Promise<SendEstimate | { unknownIds: string[] }> => {
  const origins = await readReplayOrigins(pool, wanted);
  const unknownIds = wanted.deliveryIds.filter((id) => !origins.has(id));
  if (unknownIds.length > 0) return { unknownIds };
  const sent = [...origins.values()].filter(
    ({ replayable, replaying, replayedOut }) => replayable && !replaying && !replayedOut,
  );
  const deliveries = new Map<string, number>();
  for (const { endpointId } of sent) deliveries.set(endpointId, (deliveries.get(endpointId) ?? 0) + 1);
  return {
    ...(await touchEndpoints(pool, wanted.ownerId, deliveries)),
    orders: new Set(sent.map(({ orderId }) => orderId)).size,
    leftOut: origins.size - sent.length,
    truncated: false,
    runningReplayId: null,
    // As a whole, in the transaction that is answered.
    queuedPerSecond: Infinity,
  };
};

const touchEndpoints = async (
  pool: Pool,
  ownerId: string,
  deliveries: ReadonlyMap<string, number>,
): Promise<Pick<SendEstimate, 'deliveries' | 'endpoints'>> => {
  const speeds = deliveries.size === 0 ? [] : await readEndpointSpeeds(pool, ownerId, [...deliveries.keys()]);
  return {
    deliveries: [...deliveries.values()].reduce((sum, count) => sum + count, 0),
    endpoints: speeds.map((speed) => estimateEndpoint(speed, deliveries.get(speed.id) ?? 0)),
  };
};
