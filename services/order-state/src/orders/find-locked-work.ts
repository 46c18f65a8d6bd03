import type { DeliveryAttempted, OrderMessage } from '@delivery/contracts';
import { awaitAll, inTransaction, type Pool } from '@delivery/postgres';
import { findLocked } from './queries/find-locked.js';

/** Those of the messages whose order another transaction holds. */
export const findLockedMessages = async <Message extends OrderMessage>(
  pool: Pool,
  messages: readonly Message[],
): Promise<ReadonlySet<Message>> => {
  const orders = await inTransaction(pool, (client) =>
    findLocked(client, 'orders', [...new Set(messages.map(({ order_id }) => order_id))]),
  );
  return new Set(messages.filter(({ order_id }) => orders.has(order_id)));
};

/** Those of the attempts whose order, delivery, endpoint or window another transaction holds. */
export const findLockedAttempts = async (
  pool: Pool,
  attempts: readonly DeliveryAttempted[],
): Promise<ReadonlySet<DeliveryAttempted>> => {
  const orderIds = [...new Set(attempts.map(({ order_id }) => order_id))];
  const deliveryIds = [...new Set(attempts.map(({ delivery_id }) => delivery_id))];
  const endpointIds = [...new Set(attempts.map(({ endpoint_id }) => endpoint_id))];
  const { orders, deliveries, endpoints, windows } = await inTransaction(pool, (client) =>
    awaitAll({
      orders: findLocked(client, 'orders', orderIds),
      deliveries: findLocked(client, 'deliveries', deliveryIds),
      endpoints: findLocked(client, 'endpoints', endpointIds),
      windows: findLocked(client, 'endpoint_windows', endpointIds),
    }),
  );
  const isLocked = ({ order_id, delivery_id, endpoint_id }: DeliveryAttempted) =>
    orders.has(order_id) || deliveries.has(delivery_id) || endpoints.has(endpoint_id) || windows.has(endpoint_id);
  return new Set(attempts.filter(isLocked));
};
