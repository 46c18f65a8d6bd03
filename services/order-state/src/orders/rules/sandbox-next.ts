import {
  nextStatuses,
  type OrderStatus,
  type SandboxOrder,
  type SandboxScenario,
  sandboxWays,
} from '@delivery/contracts';

/** The next step of every order's way to `delivered`. A canceled or returned order has none. */
const stepToDelivered: Readonly<Record<OrderStatus, OrderStatus | null>> = {
  created: 'ready',
  ready: 'on_route_to_pickup',
  on_route_to_pickup: 'at_pickup',
  at_pickup: 'on_route_to_delivery',
  on_route_to_delivery: 'at_delivery',
  at_delivery: 'delivered',
  delivery_failed: 'on_route_to_delivery',
  delivered: null,
  returned: null,
  canceled: null,
};

/** @param taken the statuses that the order has taken, its first `ready` among them, in their order */
export const nextOf = (
  status: OrderStatus,
  scenario: SandboxScenario,
  taken: readonly OrderStatus[],
): SandboxOrder['next'] => ({
  may: [...nextStatuses[status]],
  advance: stepToDelivered[status],
  scenario: nextOnWay(sandboxWays[scenario], taken),
});

/** Couriers begin at `ready`. An order that took another step than its scenario has left its way for good. */
const nextOnWay = (way: readonly OrderStatus[], [first, ...taken]: readonly OrderStatus[]): OrderStatus | null => {
  if (first !== 'ready' || taken.some((status, place) => status !== way[place])) return null;
  return way[taken.length] ?? null;
};
