import type { OrderStatus, SandboxSubmission } from '@delivery/contracts';
import type { Order, OrderEvent } from './order.js';
import { hasBeenReady, isFinal } from './transition.js';

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
