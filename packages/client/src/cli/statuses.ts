import type { Delivery, OrderSummary } from '../types.js';

type OrderStatus = OrderSummary['status'];

export const orderStatuses = [
  'created',
  'ready',
  'on_route_to_pickup',
  'at_pickup',
  'on_route_to_delivery',
  'at_delivery',
  'delivery_failed',
  'delivered',
  'returned',
  'canceled',
] as const satisfies readonly OrderStatus[];

const finalStatuses: readonly string[] = ['delivered', 'returned', 'canceled'] satisfies OrderStatus[];
/** Nothing comes after it. */
export const isFinal = (status: string): boolean => finalStatuses.includes(status);

export const deliveryStates = [
  'waiting',
  'in_flight',
  'delivered',
  'exhausted',
  'held',
  'skipped',
] as const satisfies readonly Delivery['state'][];
