import type { CourierEtaReported, CourierMessage, CourierReported, OrderMessage } from '@delivery/contracts';
import type { CourierSystems } from './courier-events.js';
import { tellEtaAtMs, withoutTold } from './eta.js';
import type { Decision, Order } from './order.js';
import { apply, refuse, transition, unchanged, unlessStale, withoutCourier } from './outcomes.js';
import { canTransition, isFinal } from './transition.js';
import type { EventFields } from './webhook-body.js';

export const isOfCourierSystem = (message: OrderMessage): message is CourierMessage => 'courier_system_id' in message;

/** Why a courier's system may not do this with the order; `undefined`: it may. */
export const refuseSystem = (order: Order, message: CourierMessage, serving: CourierSystems): Decision | undefined => {
  const systemId = message.courier_system_id;
  if (order.courierSystemId === systemId) return isCancel(message) ? refuseCancel(order) : undefined;
  const isOffered = order.status !== 'created' && (serving.get(order.merchantId)?.includes(systemId) ?? false);
  if (!isOffered) return refuse(order, 'order_not_found', 'There is no such delivery.');
  if (message.type === 'courier.accept_requested' || message.type === 'courier.release_requested') return undefined;
  const detail =
    order.courierSystemId === null
      ? 'You do not have this delivery. Accept it first.'
      : 'Another system has accepted this delivery.';
  return refuse(order, 'delivery_not_accepted', detail);
};

const isCancel = (message: CourierMessage): boolean =>
  message.type === 'courier.status_reported' && message.payload.status === 'canceled';

const refuseCancel = (order: Order): Decision =>
  refuse(
    order,
    'invalid_state_transition',
    'A delivery is canceled by its merchant alone. Release it before pickup; after pickup report delivery_failed.',
  );

export const decideAccept = (order: Order, systemId: string, nowMs: number): Decision => {
  if (order.courierSystemId === systemId) return unchanged(order);
  if (order.courierSystemId !== null)
    return refuse(order, 'delivery_taken', 'Another system has accepted this delivery.');
  if (order.status !== 'ready')
    return refuse(order, 'invalid_state_transition', `A delivery that is ${order.status} cannot be accepted.`);
  return apply({ ...order, courierSystemId: systemId, noCourierSinceMs: null }, [], nowMs);
};

/** A system that does not have the delivery has released it already. */
export const decideRelease = (order: Order, systemId: string, nowMs: number): Decision => {
  if (order.courierSystemId !== systemId) return unchanged(order);
  if (order.status === 'ready') return withoutCourier(order, nowMs);
  if (canTransition(order.status, 'ready')) return transition(order, 'ready', null, nowMs);
  return refuse(order, 'invalid_state_transition', `A delivery that is ${order.status} cannot be released.`);
};

export const decideCourier = (order: Order, message: CourierReported, nowMs: number): Decision => {
  const { courier } = message.payload;
  const { courier: before } = order;
  const isSame = before?.name === courier.name && before.vehicle === courier.vehicle;
  if (isSame && before.phone === courier.phone) return unchanged(order);
  const { name, vehicle } = courier;
  if (isFinal(order.status)) return refuseFinal(order, 'The courier');
  const told: EventFields[] = isSame ? [] : [{ event: 'courier_assigned', courier: { name, vehicle } }];
  return unlessStale(order, message, () => apply({ ...order, courier, hasNamedCouriers: true }, told, nowMs));
};

export const decideEta = (order: Order, message: CourierEtaReported, nowMs: number): Decision => {
  const { payload: eta } = message;
  const { eta: before } = order;
  if (before && before.pickup_at === eta.pickup_at && before.delivery_at === eta.delivery_at) return unchanged(order);
  if (isFinal(order.status)) return refuseFinal(order, 'The time of arrival');
  const expected = { ...order, eta: { ...eta, ...(before?.told && { told: before.told }) } };
  return unlessStale(order, message, () => tellEta(expected, nowMs) ?? apply(expected, [], nowMs));
};

/** `undefined`: there is nothing to tell, or not yet. */
export const tellEta = (order: Order, nowMs: number): Decision | undefined => {
  const atMs = order.eta && tellEtaAtMs(order.eta);
  if (!order.eta || atMs === null || atMs > nowMs) return undefined;
  const eta = withoutTold(order.eta);
  return apply({ ...order, eta: { ...eta, told: { ...eta, at_ms: nowMs } } }, [{ event: 'eta_changed', eta }], nowMs);
};

const refuseFinal = (order: Order, what: string): Decision =>
  refuse(order, 'invalid_state_transition', `${what} of a delivery that is ${order.status} cannot change any more.`);
