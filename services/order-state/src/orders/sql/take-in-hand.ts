import type { Queryable } from '@delivery/postgres';

/** From now on the order's merchant moves it: it is in no courier's list any more. Once and for all. */
export const takeInHand = async (client: Queryable, orderId: string, now: Date): Promise<void> => {
  await client.query('update sandbox_orders set by_hand_since = coalesce(by_hand_since, $2) where order_id = $1', [
    orderId,
    now,
  ]);
};
