import type { Pool } from '@delivery/postgres';
import { readEndpointSpeeds } from '../ledger/queries/endpoint-speeds.js';
import { estimateEndpoint, type SendEstimate } from '../ledger/rules/estimate-time.js';
import { queuedPerSecond } from './feed-replays.js';
import { countCovered, readReplayOrigins, readRunningRanges, type ReplayRange } from './queries/replays.js';

/** Deliveries of a range that a preview looks at. */
const lookMax = 100_000;

/** The deliveries that a replay of the range would send, were it begun now. */
export const previewRange = async (
  pool: Pool,
  wanted: { merchantId: string; range: ReplayRange },
): Promise<SendEstimate> => {
  const running = await readRunningRanges(pool, wanted.merchantId, wanted.range);
  const { deliveries, orders, leftOut, truncated } = await countCovered(pool, wanted, lookMax);
  const runningReplayId = running.find(({ isSame }) => isSame)?.id ?? null;
  const estimate = await touchEndpoints(pool, wanted.merchantId, deliveries);
  return { ...estimate, orders, leftOut, truncated, runningReplayId, queuedPerSecond };
};

/**
 * The deliveries and the time that sending these again would take now. @returns the ids that are none of the merchant's, where
 * there are any
 */
export const previewDeliveries = async (
  pool: Pool,
  wanted: { merchantId: string; deliveryIds: readonly string[] },
): Promise<SendEstimate | { unknownIds: string[] }> => {
  const origins = await readReplayOrigins(pool, wanted);
  const unknownIds = wanted.deliveryIds.filter((id) => !origins.has(id));
  if (unknownIds.length > 0) return { unknownIds };
  const sent = [...origins.values()].filter(({ replayable, replaying }) => replayable && !replaying);
  const deliveries = new Map<string, number>();
  for (const { endpointId } of sent) deliveries.set(endpointId, (deliveries.get(endpointId) ?? 0) + 1);
  return {
    ...(await touchEndpoints(pool, wanted.merchantId, deliveries)),
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
  merchantId: string,
  deliveries: ReadonlyMap<string, number>,
): Promise<Pick<SendEstimate, 'deliveries' | 'endpoints'>> => {
  const speeds = deliveries.size === 0 ? [] : await readEndpointSpeeds(pool, merchantId, [...deliveries.keys()]);
  return {
    deliveries: [...deliveries.values()].reduce((sum, count) => sum + count, 0),
    endpoints: speeds.map((speed) => estimateEndpoint(speed, deliveries.get(speed.id) ?? 0)),
  };
};
