import {
  nextStatuses,
  type OrderStatus,
  type SandboxOrder,
  type SandboxScenario,
  type SandboxSubmission,
  sandboxWays,
} from '@delivery/contracts';
import type { Order, OrderEvent } from './order.js';

/** Simulated couriers reckon from when an order last became `ready`. */
export type SandboxReady = { orderId: string; readyAtMs: number; readyCount: number };
export type NewSandboxOrder = SandboxSubmission & Omit<SandboxReady, 'readyAtMs'> & { readyAtMs: number | null };

/** Orders of live merchants are left out. @param events those of the whole batch */
export const toNewSandboxOrders = (created: readonly Order[], events: readonly OrderEvent[]): NewSandboxOrder[] =>
  created.flatMap(({ id, sandbox }) => (sandbox ? [{ orderId: id, ...countReady(id, events), ...sandbox }] : []));

/** Those that became `ready` in this batch. */
export const toSandboxReady = (changed: readonly Order[], events: readonly OrderEvent[]): SandboxReady[] =>
  changed.flatMap(({ id, mode }) => {
    if (mode !== 'sandbox') return [];
    const { readyAtMs, readyCount } = countReady(id, events);
    return readyAtMs === null ? [] : [{ orderId: id, readyAtMs, readyCount }];
  });

/** When it last became `ready`, and how often. */
const countReady = (id: string, events: readonly OrderEvent[]) => {
  const requested = events.filter(({ orderId, event }) => orderId === id && event === 'delivery_requested');
  return { readyAtMs: requested.at(-1)?.createdAtMs ?? null, readyCount: requested.length };
};

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
