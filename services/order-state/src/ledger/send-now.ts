import { inTransaction, type Pool, type Transaction } from '@delivery/postgres';
import { bringForward, lockLaneHead } from './queries/lane-heads.js';
import { type DeliveryRow, readDelivery } from './queries/read-deliveries.js';
import { lockWindows } from './queries/windows.js';
import { lockLanes } from './queries/write-deliveries.js';
import { refuseSendNow, type SendNowRefusal } from './rules/send-now.js';

/** `head`: the delivery that goes out, the first one of the lane. */
export type SentNow = { head: DeliveryRow } | { refused: SendNowRefusal | 'delivery_not_found' };

/**
 * Brings forward the first delivery of a delivery's lane: the others follow it, each when the one before is settled. One that is in
 * flight stays as it is, so the call may be repeated.
 * @param alsoDo in the transaction that brings it forward
 */
export const sendNow = (
  pool: Pool,
  { merchantId, deliveryId, nowMs }: { merchantId: string; deliveryId: string; nowMs: number },
  alsoDo: (client: Transaction, endpointId: string) => Promise<void>,
): Promise<SentNow> =>
  inTransaction(pool, async (client) => {
    const known = await readDelivery(client, merchantId, deliveryId);
    if (!known) return { refused: 'delivery_not_found' };
    await lockLanes(client, [known.order_id]);
    const headId = await lockLaneHead(client, deliveryId);
    await lockWindows(client, [known.endpoint_id]);
    // As it is now that nothing of its lane can change.
    const current = await readDelivery(client, merchantId, deliveryId);
    if (!current) return { refused: 'delivery_not_found' };
    const refused = refuseSendNow(current.state);
    if (refused) return { refused };
    if (headId !== undefined) await bringForward(client, headId, new Date(nowMs));
    await alsoDo(client, known.endpoint_id);
    return { head: (headId === undefined ? undefined : await readDelivery(client, merchantId, headId)) ?? current };
  });
