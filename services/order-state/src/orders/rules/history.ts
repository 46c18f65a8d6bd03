import type { OrderMessage, OrderStatus } from '@delivery/contracts';
import { type Decision, isFinal, type Order } from './order.js';
import { refuse, unchanged } from './outcomes.js';

/**
 * Events of an order that come without another status: tracking URLs, changes, couriers, times of arrival, claims,
 * proofs and problems.
 */
export const repeatedMax = 1_000;
/** Maximum of all events. Beyond it an order can only end. */
export const eventMax = 2_000;

/** `delivery_failed` is the only way to `returned`. */
const leadsToTheEnd = (status: OrderStatus): boolean => isFinal(status) || status === 'delivery_failed';

const describeFull = ({ lastSequence }: Order): string =>
  lastSequence >= eventMax
    ? `The order has ${eventMax} events, the maximum. It can only be delivered, fail, be returned or be canceled.`
    : `The order has ${repeatedMax} events besides status changes, the maximum. Its status can still change.`;

/**
 * Bounds an order's events from all senders: a message that would exceed the bound is refused, a time of arrival or a
 * proof is stored without an event, and no due time is sent. A courier's system can give back what it has, since
 * accepting is bounded; an erasure is always sent.
 */
export const withinHistory = (before: Order | undefined, message: OrderMessage, decision: Decision): Decision => {
  const { order } = decision;
  const added = order.lastSequence - (before?.lastSequence ?? 0);
  if (!before || added === 0) return decision;
  const isMoved = order.status !== before.status;
  if (isMoved && leadsToTheEnd(order.status)) return decision;
  if (message.type === 'order.due_reached' && message.payload.event === 'customer_erased') return decision;
  const repeatedEvents = before.repeatedEvents + (isMoved ? 0 : added);
  const isFree = isMoved || message.type === 'courier.release_requested';
  if (before.lastSequence < eventMax && (isFree || before.repeatedEvents < repeatedMax))
    return { ...decision, order: { ...order, repeatedEvents } };
  if (message.type === 'order.due_reached') return unchanged(before);
  if (message.type === 'courier.eta_reported' || message.type === 'courier.handover_reported')
    return { ...decision, order: { ...order, lastSequence: before.lastSequence }, events: [], courierEvents: [] };
  return refuse(before, 'order_history_full', describeFull(before));
};
