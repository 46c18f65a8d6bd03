import type { DeliveryAttempted, OrderMessage } from '@delivery/contracts';
import { findLocked } from './sql/find-locked.js';
import { inTransaction, type Pool, together } from '@delivery/postgres';

/** Of these messages the ones whose order somebody else holds. */
export const findLockedMessages = async (
  pool: Pool,
  messages: readonly OrderMessage[],
): Promise<ReadonlySet<OrderMessage>> => {
  const orders = await inTransaction(pool, (client) =>
    findLocked(client, 'orders', [...new Set(messages.map(({ order_id }) => order_id))]),
  );
  return new Set(messages.filter(({ order_id }) => orders.has(order_id)));
};

/** Of these attempts the ones whose order, delivery, endpoint or window somebody else holds. */
export const findLockedAttempts = async (
  pool: Pool,
  attempts: readonly DeliveryAttempted[],
): Promise<ReadonlySet<DeliveryAttempted>> => {
  const idsOf = (pick: (attempt: DeliveryAttempted) => string) => [...new Set(attempts.map(pick))];
  const endpointIds = idsOf(({ endpoint_id }) => endpoint_id);
  const [orders, deliveries, endpoints, windows] = await inTransaction(pool, (client) =>
    together([
      findLocked(
        client,
        'orders',
        idsOf(({ order_id }) => order_id),
      ),
      findLocked(
        client,
        'deliveries',
        idsOf(({ delivery_id }) => delivery_id),
      ),
      findLocked(client, 'endpoints', endpointIds),
      findLocked(client, 'endpoint_windows', endpointIds),
    ]),
  );
  const isLocked = ({ order_id, delivery_id, endpoint_id }: DeliveryAttempted) =>
    orders.has(order_id) || deliveries.has(delivery_id) || endpoints.has(endpoint_id) || windows.has(endpoint_id);
  return new Set(attempts.filter(isLocked));
};
