import {
  nextStatuses,
  type OrderStatus,
  type SandboxOrder,
  type SandboxScenario,
  type SandboxSubmission,
  sandboxWays,
} from '@delivery/contracts';
import { hasBeenReady, isFinal, type Order, type OrderEvent } from './order.js';

/** The data of a sandbox order that couriers' systems need. Times are milliseconds since the epoch. */
export type SandboxChange = {
  orderId: string;
  /** `ready` or later, and not final. */
  underWay: boolean;
  /** When it became `ready` in this batch; null: it did not. */
  readyAtMs: number | null;
};
export type NewSandboxOrder = SandboxChange & SandboxSubmission;

/** @param events those of the whole batch */
const toSandboxChange = (order: Order, events: readonly OrderEvent[]): SandboxChange => ({
  orderId: order.id,
  underWay: isUnderWay(order.status),
  readyAtMs:
    events.findLast(({ orderId, event }) => orderId === order.id && event === 'delivery_requested')?.createdAtMs ??
    null,
});

const isUnderWay = (status: OrderStatus): boolean => hasBeenReady[status] && !isFinal(status);

/** Orders of live merchants are left out. */
export const toNewSandboxOrders = (created: readonly Order[], events: readonly OrderEvent[]): NewSandboxOrder[] =>
  created.flatMap((order) => (order.sandbox ? [{ ...toSandboxChange(order, events), ...order.sandbox }] : []));

export const toSandboxChanges = (changed: readonly Order[], events: readonly OrderEvent[]): SandboxChange[] =>
  changed.filter(({ mode }) => mode === 'sandbox').map((order) => toSandboxChange(order, events));

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
