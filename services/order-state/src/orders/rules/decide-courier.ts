import {
  type CourierAcceptRequested,
  type CourierDeclineRequested,
  type CourierEtaReported,
  type CourierEvent,
  type CourierEventBody,
  type CourierHandoverReported,
  type CourierMessage,
  type CourierReported,
  handoverTriesMax,
  isOnTheWay,
  type OrderMessage,
  type Proof,
  simulatorSystemId,
} from '@delivery/contracts';
import { listAnswered } from './decide-problems.js';
import {
  canTransition,
  type CourierOrderEvent,
  type Decision,
  type EventFields,
  type HandoverCodes,
  isFinal,
  type Order,
} from './order.js';
import { apply, refuse, transition, unchanged, unlessStale, updateTimeOf, withoutCourier } from './outcomes.js';
import { tellEtaAtMs, withoutTold } from './times.js';

export const isOfCourierSystem = (message: OrderMessage): message is CourierMessage => 'courier_system_id' in message;

type Systems = { serving: CourierSystems; disabledSystems: ReadonlySet<string> };

/** Why a courier's system may not do this with the order; `undefined`: it may. */
export const refuseSystem = (
  order: Order,
  message: CourierMessage,
  { serving, disabledSystems }: Systems,
): Decision | undefined => {
  const systemId = message.courier_system_id;
  if (order.courierSystemId === systemId) {
    if (disabledSystems.has(systemId)) return refuseDisabled(order);
    if (message.claim_id !== undefined && message.claim_id !== order.claimId) return refuseClaim(order);
    // In a sandbox it plays the customer too.
    return isCancel(message) && order.mode === 'live' ? refuseCancel(order) : undefined;
  }
  const isOffered = order.status !== 'created' && (serving.get(order.merchantId)?.includes(systemId) ?? false);
  if (!isOffered) return refuse(order, 'order_not_found', 'No delivery has this id.');
  if (needNoClaim.includes(message.type)) return undefined;
  const claimed = message.claim_id === undefined ? '' : 'Your claim has ended: the delivery was released. ';
  const now =
    order.courierSystemId === null
      ? 'You do not hold this delivery: you have not accepted it, or you have released it since.'
      : 'Another system has accepted this delivery.';
  return refuse(order, 'delivery_not_accepted', `${claimed}${now} Your report has no effect.`);
};

const needNoClaim: readonly CourierMessage['type'][] = [
  'courier.accept_requested',
  'courier.release_requested',
  'courier.decline_requested',
];

/**
 * Why an accept that comes again is no success any more: its claim has ended. `undefined`: the system has the delivery.
 */
export const refuseEndedAccept = (order: Order, message: OrderMessage): Decision | undefined => {
  if (message.type !== 'courier.accept_requested' || order.courierSystemId === message.courier_system_id)
    return undefined;
  const ended = 'This accept succeeded, but its claim has ended: the delivery was released.';
  return order.courierSystemId === null
    ? refuse(order, 'delivery_not_accepted', `${ended} To accept it again, send another Idempotency-Key.`)
    : refuse(order, 'delivery_taken', `${ended} Another system has accepted it.`);
};

/** Its calls are refused by intake-api already; its user at the broker may still publish. */
const refuseDisabled = (order: Order): Decision =>
  refuse(
    order,
    'delivery_not_accepted',
    'Your system is disabled: its reports have no effect until the operator of the service enables it.',
  );

/** Said before it was given back and accepted again: it came late. */
const refuseClaim = (order: Order): Decision =>
  refuse(
    order,
    'delivery_not_accepted',
    'You hold this delivery under another claim_id. Requests with this one have no effect.',
  );

const isCancel = (message: CourierMessage): boolean =>
  message.type === 'courier.status_reported' && message.payload.status === 'canceled';

const refuseCancel = (order: Order): Decision =>
  refuse(
    order,
    'invalid_state_transition',
    'Only the merchant can cancel a delivery. Release it before pickup; after pickup report delivery_failed.',
  );

export const decideAccept = (
  order: Order,
  { courier_system_id: systemId, id }: CourierAcceptRequested,
  nowMs: number,
): Decision => {
  if (order.courierSystemId === systemId) return unchanged(order);
  if (order.courierSystemId !== null)
    return refuse(order, 'delivery_taken', 'Another system has accepted this delivery.');
  if (order.status !== 'ready')
    return refuse(order, 'invalid_state_transition', `A delivery that is ${order.status} cannot be accepted.`);
  const claim = { courierSystemId: systemId, claimId: id, acceptedAtMs: updateTimeOf(order, nowMs) };
  return apply({ ...order, ...claim, noCourierSinceMs: null }, [], nowMs);
};

type DeclineContext = { serving: CourierSystems; pausedSystems: ReadonlySet<string>; nowMs: number };

/** It stays open to all. The merchant need not wait for a system that will not come. */
export const decideDecline = (
  order: Order,
  { courier_system_id: systemId }: CourierDeclineRequested,
  { serving, pausedSystems, nowMs }: DeclineContext,
): Decision => {
  if (order.courierSystemId === systemId)
    return refuse(order, 'invalid_state_transition', 'You have accepted this delivery: release it.');
  if (order.courierSystemId !== null)
    return refuse(order, 'delivery_taken', 'Another system has accepted this delivery.');
  if (!isOpen(order))
    return refuse(order, 'invalid_state_transition', `A delivery that is ${order.status} is not offered.`);
  if (order.declinedBy.includes(systemId)) return unchanged(order);
  const declined = { ...order, declinedBy: [...order.declinedBy, systemId] };
  const isLeft = (id: string): boolean => !pausedSystems.has(id) && !declined.declinedBy.includes(id);
  if (order.noCourierSinceMs !== null || serving.get(order.merchantId)?.some(isLeft))
    return { ...unchanged(declined), outcome: 'applied' };
  return apply({ ...declined, noCourierSinceMs: nowMs }, [{ event: 'courier_not_found' }], nowMs);
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
  const announced: EventFields[] = isSame ? [] : [{ event: 'courier_assigned', courier: { name, vehicle } }];
  return unlessStale(order, message, () => apply({ ...order, courier, hasNamedCouriers: true }, announced, nowMs));
};

export const decideEta = (order: Order, message: CourierEtaReported, nowMs: number): Decision => {
  const { payload: eta } = message;
  const { eta: before } = order;
  if (before && before.pickup_at === eta.pickup_at && before.delivery_at === eta.delivery_at) return unchanged(order);
  if (isFinal(order.status)) return refuseFinal(order, 'The time of arrival');
  const expected = { ...order, eta: { ...eta, ...(before?.announced && { announced: before.announced }) } };
  return unlessStale(order, message, () => tellEta(expected, nowMs) ?? apply(expected, [], nowMs));
};

/** `undefined`: there is nothing to tell, or not yet. */
export const tellEta = (order: Order, nowMs: number): Decision | undefined => {
  const atMs = order.eta && tellEtaAtMs(order.eta);
  if (!order.eta || atMs === null || atMs > nowMs) return undefined;
  const eta = withoutTold(order.eta);
  return apply(
    { ...order, eta: { ...eta, announced: { ...eta, at_ms: nowMs } } },
    [{ event: 'eta_changed', eta }],
    nowMs,
  );
};

const refuseFinal = (order: Order, what: string): Decision =>
  refuse(order, 'invalid_state_transition', `${what} of a delivery that is ${order.status} can no longer change.`);

type HandoverContext = { nowMs: number; handoverCodes: HandoverCodes };

export const decideHandover = (
  order: Order,
  { payload: { code, proof } }: CourierHandoverReported,
  context: HandoverContext,
): Decision => {
  const decision = code === undefined ? unchanged(order) : decideCode(order, code, context);
  return proof && decision.outcome !== 'refused' ? withProof(decision, proof, context.nowMs) : decision;
};

/** It may come after the end: pictures are large. */
const withProof = (decision: Decision, proof: Proof, nowMs: number): Decision => {
  const { order } = decision;
  const { status, proof: before } = order;
  if (before?.url === proof.url && before.expires_at === proof.expires_at && before.kind === proof.kind)
    return decision;
  if (!isOnTheWay(status) && status !== 'delivered' && status !== 'returned')
    return refuse(order, 'invalid_state_transition', `A delivery that is ${status} has not been picked up.`);
  return apply({ ...order, proof }, [{ event: 'proof_added', kind: proof.kind }], nowMs);
};

/** A wrong code is refused, and counted all the same. */
const decideCode = (order: Order, code: string, { nowMs, handoverCodes }: HandoverContext): Decision => {
  const { handover } = order;
  if (!handover) return refuse(order, 'handover_not_set', 'This delivery has no code: report delivered.');
  if (handover.state === 'confirmed') return unchanged(order);
  if (!isOnTheWay(order.status))
    return refuse(order, 'invalid_state_transition', `A delivery that is ${order.status} cannot be handed over.`);
  if (handover.state === 'locked') return refuseLocked(order);
  if (code === handoverCodes.open(order.id, handover.sealed))
    return apply({ ...order, handover: { ...handover, state: 'confirmed' } }, [], nowMs);
  const tries = handover.tries + 1;
  const left = handoverTriesMax - tries;
  if (left === 0) return refuseLocked({ ...order, handover: { ...handover, tries, state: 'locked' } });
  const detail = `This is not the customer’s code. Tries left: ${left}.`;
  return refuse({ ...order, handover: { ...handover, tries } }, 'handover_code_wrong', detail);
};

const refuseLocked = (order: Order): Decision =>
  refuse(
    order,
    'handover_locked',
    `${handoverTriesMax} wrong codes were sent, the maximum. Call the merchant, then report delivered with a reason.`,
  );

/** The couriers' systems that serve each merchant, by merchant id. */
export type CourierSystems = ReadonlyMap<string, readonly string[]>;

type CourierNews = { event: CourierEvent; audience: readonly string[] } & Pick<
  CourierEventBody,
  'reason' | 'problem_id' | 'action'
>;

/**
 * Adds the events for couriers' systems to a decision that takes effect, behind its other events. No event is emitted,
 * and no sequence is used, where no system serves the merchant.
 * @param by the system whose message it was, which knows what it did
 */
export const withCourierEvents = (
  before: Order | undefined,
  decision: Decision,
  { serving, by }: { serving: CourierSystems; by: string | undefined },
): Decision => {
  if (decision.outcome !== 'applied') return decision;
  const { order } = decision;
  return addTold(decision, listTold(before, order, serving.get(order.merchantId) ?? [], by));
};

/**
 * To every system that may have been sent the order: the one that has it, and those that serve the merchant, one of
 * which may have had it.
 */
export const tellErased = (decision: Decision, serving: CourierSystems): Decision => {
  const { courierSystemId, merchantId } = decision.order;
  const audience = new Set([
    ...(serving.get(merchantId) ?? []),
    ...(courierSystemId === null ? [] : [courierSystemId]),
  ]);
  return addTold(decision, [{ event: 'delivery_erased', audience: [...audience] }]);
};

const addTold = (decision: Decision, all: readonly CourierNews[]): Decision => {
  const { order } = decision;
  const announced = all.flatMap((one) => {
    // Simulated couriers read the lists instead.
    const audience = one.audience.filter((id) => id !== simulatorSystemId);
    return audience.length > 0 ? [{ ...one, audience }] : [];
  });
  if (announced.length === 0) return decision;
  const courierEvents = announced.map((one, index) => toEvent(order, one, order.lastSequence + index + 1));
  return { ...decision, order: { ...order, lastSequence: order.lastSequence + announced.length }, courierEvents };
};

const listTold = (
  before: Order | undefined,
  after: Order,
  serving: readonly string[],
  by: string | undefined,
): readonly CourierNews[] => [
  ...(before ? tellHolder(before, after, by) : []),
  ...tellServing(before !== undefined && isOpen(before), after, serving),
];

/** Open to the first system that accepts. */
export const isOpen = ({ status, courierSystemId }: Pick<Order, 'status' | 'courierSystemId'>): boolean =>
  status === 'ready' && courierSystemId === null;

const tellServing = (wasOpen: boolean, after: Order, serving: readonly string[]): CourierNews[] => {
  if (wasOpen === isOpen(after)) return [];
  if (!wasOpen) return [{ event: 'delivery_offered', audience: serving }];
  const audience = serving.filter((id) => id !== after.courierSystemId);
  return [{ event: 'delivery_withdrawn', audience, reason: after.status === 'canceled' ? 'canceled' : 'taken' }];
};

const tellHolder = (before: Order, after: Order, by: string | undefined): CourierNews[] => {
  const holder = before.courierSystemId;
  if (holder === null || holder === by) return [];
  const audience = [holder];
  if (after.courierSystemId !== holder) return [{ event: 'delivery_withdrawn', audience, reason: 'reassigned' }];
  if (after.status === 'canceled') return [{ event: 'delivery_withdrawn', audience, reason: 'canceled' }];
  const answered = listAnswered(before, after);
  if (answered.length > 0) return answered.map((answer) => ({ event: 'problem_answered', audience, ...answer }));
  return [{ event: 'delivery_changed', audience }];
};

const toEvent = (order: Order, { event, audience, ...announced }: CourierNews, sequence: number): CourierOrderEvent => {
  const body: CourierEventBody = {
    event,
    delivery_id: order.id,
    status: order.status,
    updated_at: new Date(order.updatedAtMs).toISOString(),
    ...announced,
  };
  return {
    orderId: order.id,
    merchantId: order.merchantId,
    sequence,
    event,
    body: JSON.stringify(body),
    createdAtMs: order.updatedAtMs,
    audience,
  };
};
