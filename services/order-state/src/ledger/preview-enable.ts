import type { Queryable } from '@delivery/postgres';
import { countWaiting, readEndpointSpeeds } from './queries/endpoint-speeds.js';
import { estimateEndpoint, type SendEstimate } from './rules/estimate-time.js';

/** Deliveries of an endpoint that a preview counts. */
const countMax = 100_000;

/**
 * The deliveries that enabling an endpoint would release; none where it is active. `undefined`: the merchant has none
 * of that id.
 */
export const previewEnable = async (
  client: Queryable,
  { merchantId, endpointId }: { merchantId: string; endpointId: string },
): Promise<SendEstimate | undefined> => {
  const [speed] = await readEndpointSpeeds(client, merchantId, [endpointId]);
  if (!speed || speed.status === 'deleted') return undefined;
  const isHeld = speed.status === 'disabled';
  // One more than the limit shows that there are more.
  const held = isHeld ? await countWaiting(client, endpointId, countMax + 1) : { deliveries: 0, orders: 0 };
  const deliveries = Math.min(held.deliveries, countMax);
  // As it will be once it is enabled: its failures are forgotten, and its merchant has one more active endpoint.
  const enabled = { ...speed, status: 'active' as const, isFailing: false, sharedBy: speed.sharedBy + Number(isHeld) };
  return {
    deliveries,
    orders: held.orders,
    leftOut: 0,
    truncated: held.deliveries > countMax,
    runningReplayId: null,
    endpoints: [{ ...estimateEndpoint(enabled, deliveries), status: speed.status }],
    queuedPerSecond: Infinity,
  };
};
