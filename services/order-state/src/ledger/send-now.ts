import { inTransaction, type Pool, type Queryable, type Transaction } from '@delivery/postgres';
import { countWaiting, readEndpointSpeeds } from './queries/endpoint-health.js';
import { bringForward, type DeliveryRow, lockLaneHead, readDelivery } from './queries/read-deliveries.js';
import { lockWindows } from './queries/windows.js';
import { lockLanes } from './queries/write-deliveries.js';
import { refuseSendNow, type SendNowRefusal } from './rules/catch-up.js';
import { estimateEndpoint, type SendEstimate } from './rules/window.js';

/** `head`: the delivery that goes out, the first one of the lane. */
type SentNow = { head: DeliveryRow } | { refused: SendNowRefusal | 'delivery_not_found' };

/**
 * Brings forward the first delivery of a delivery's lane: the others follow it, each when the one before is settled.
 * One that is in flight stays as it is, so the call may be repeated.
 * @param alsoDo in the transaction that brings it forward
 */
export const sendNow = (
  pool: Pool,
  { ownerId, deliveryId, nowMs }: { ownerId: string; deliveryId: string; nowMs: number },
  alsoDo: (client: Transaction, endpointId: string) => Promise<void>,
): Promise<SentNow> =>
  inTransaction(pool, async (client) => {
    const known = await readDelivery(client, ownerId, deliveryId);
    if (!known) return { refused: 'delivery_not_found' };
    await lockLanes(client, [known.order_id]);
    const headId = await lockLaneHead(client, deliveryId);
    await lockWindows(client, [known.endpoint_id]);
    // As it is now that nothing of its lane can change.
    const current = await readDelivery(client, ownerId, deliveryId);
    if (!current) return { refused: 'delivery_not_found' };
    const refused = refuseSendNow(current.state);
    if (refused) return { refused };
    if (headId !== undefined) await bringForward(client, headId, new Date(nowMs));
    await alsoDo(client, known.endpoint_id);
    return { head: (headId === undefined ? undefined : await readDelivery(client, ownerId, headId)) ?? current };
  });

/** Deliveries of an endpoint that a preview counts. */
const countMax = 100_000;

/** The deliveries that enabling a disabled endpoint, or the catch-up of another, would send. */
export const estimateWaiting = async (
  client: Queryable,
  { ownerId, endpointId }: { ownerId: string; endpointId: string },
): Promise<SendEstimate | undefined> => {
  const [speed] = await readEndpointSpeeds(client, ownerId, [endpointId]);
  if (!speed || speed.status === 'deleted') return undefined;
  // One more than the limit shows that there are more.
  const waiting = await countWaiting(client, endpointId, countMax + 1);
  const deliveries = Math.min(waiting.deliveries, countMax);
  // As it will be: its failures are forgotten, and where it is enabled its merchant has one more active endpoint.
  const answering = {
    ...speed,
    blockedBy: speed.type === 'pull' ? ('fetched' as const) : null,
    sharedBy: speed.sharedBy + Number(speed.status === 'disabled'),
  };
  return {
    deliveries,
    orders: waiting.orders,
    leftOut: 0,
    truncated: waiting.deliveries > countMax,
    runningReplayId: null,
    endpoints: [estimateEndpoint(answering, deliveries)],
    queuedPerSecond: Infinity,
  };
};
