import { nextStatuses, type OrderStatus } from '@delivery/contracts';

export const canTransition = (from: OrderStatus, to: OrderStatus): boolean => nextStatuses[from].includes(to);

export const isFinal = (status: OrderStatus): boolean => nextStatuses[status].length === 0;

/** Whether an order of this status has been `ready`, so that the merchant's "ready" changes nothing any more. */
export const hasBeenReady: Readonly<Record<OrderStatus, boolean>> = {
  created: false,
  ready: true,
  on_route_to_pickup: true,
  at_pickup: true,
  on_route_to_delivery: true,
  at_delivery: true,
  delivery_failed: true,
  delivered: true,
  returned: true,
  // Whether it was or not: a canceled order refuses to become ready.
  canceled: false,
};
