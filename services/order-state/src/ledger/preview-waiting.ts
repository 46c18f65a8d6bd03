import type { Queryable } from '@delivery/postgres';
import { countWaiting, readEndpointSpeeds } from './queries/endpoint-speeds.js';
import { estimateEndpoint, type SendEstimate } from './rules/estimate-time.js';

/** Deliveries of an endpoint that a preview counts. */
const countMax = 100_000;

export type WaitingAction = 'enable' | 'catch_up';

/** The state that an endpoint has before the action: in the other one it sends nothing. */
export const statusBefore = { enable: 'disabled', catch_up: 'active' } as const;

/**
 * The deliveries that enabling an endpoint, or its catch-up, would send. `undefined`: the merchant has no endpoint of that id.
 */
export const previewWaiting = async (
  client: Queryable,
  { merchantId, endpointId }: { merchantId: string; endpointId: string },
  action: WaitingAction,
): Promise<SendEstimate | undefined> => {
  const [speed] = await readEndpointSpeeds(client, merchantId, [endpointId]);
  if (!speed || speed.status === 'deleted') return undefined;
  const isHeld = speed.status === 'disabled';
  const isSent = speed.status === statusBefore[action];
  // One more than the limit shows that there are more.
  const waiting = isSent ? await countWaiting(client, endpointId, countMax + 1) : { deliveries: 0, orders: 0 };
  const deliveries = Math.min(waiting.deliveries, countMax);
  // As it will be: its failures are forgotten, and where it is enabled its merchant has one more active endpoint.
  const answering = {
    ...speed,
    status: 'active' as const,
    isFailing: false,
    sharedBy: speed.sharedBy + Number(isHeld),
  };
  return {
    deliveries,
    orders: waiting.orders,
    leftOut: 0,
    truncated: waiting.deliveries > countMax,
    runningReplayId: null,
    endpoints: [{ ...estimateEndpoint(answering, deliveries), status: speed.status }],
    queuedPerSecond: Infinity,
  };
};
