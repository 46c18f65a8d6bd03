import type {
  CancelRequested,
  ChangeRequested,
  CourierStatusReported,
  CourierTrackingUrlReported,
  DueReached,
  OrderContent,
  OrderMessage,
  OrderSubmitted,
  StatusReported,
  TrackingUrlReported,
} from '@delivery/contracts';
import { type ContentHasher, listDifferences } from './content.js';
import {
  type CourierSystems,
  decideAccept,
  decideCourier,
  decideDecline,
  decideEta,
  decideHandover,
  decideRelease,
  isOfCourierSystem,
  isOpen,
  refuseSystem,
  tellErased,
  tellEta,
  withCourierEvents,
} from './decide-courier.js';
import { decideProblem, decideProblemAnswer, hasProblemTexts } from './decide-problems.js';
import { eraseBody } from './erase-body.js';
import { withinHistory } from './history.js';
import {
  applyChanges,
  asksForHandover,
  canTransition,
  type Decision,
  type HandoverCodes,
  hasBeenReady,
  isFinal,
  listChanged,
  listTooLate,
  needsHandover,
  type Order,
} from './order.js';
import { apply, refuse, transition, unchanged, unlessStale } from './outcomes.js';
import { type PhoneHasher, phoneHashesOf } from './phones.js';
import { type DuePlanner, isAhead, nextDueStep } from './times.js';
import { type TrackingPageOf, withTrackingPage } from './tracking.js';

export type DecideContext = {
  nowMs: number;
  hashOf: ContentHasher;
  planDue: DuePlanner;
  hashPhone: PhoneHasher;
  serving: CourierSystems;
  /** Only for systems that hold one of the orders. */
  disabledSystems: ReadonlySet<string>;
  /** Systems that serve the merchants and take no deliveries now. */
  pausedSystems: ReadonlySet<string>;
  courierNotFoundMs: number;
  trackingPageOf: TrackingPageOf;
  handoverCodes: HandoverCodes;
};

/**
 * The effect of a message on an order. Pure: equal arguments, equal decision.
 * @returns `undefined` when the message needs an order that is not there yet: it has to be parked
 */
export const decide = (
  order: Order | undefined,
  message: OrderMessage,
  context: DecideContext,
): Decision | undefined => {
  const alone = decideAlone(order, message, context);
  if (!alone) return undefined;
  return withErasure(withinHistory(order, message, withTold(order, alone, { message, context })));
};

/** With the events beside the decision itself. */
const withTold = (
  order: Order | undefined,
  decision: Decision,
  { message, context }: { message: OrderMessage; context: DecideContext },
): Decision => {
  if (message.type === 'order.due_reached') return decision;
  const by = isOfCourierSystem(message) ? message.courier_system_id : undefined;
  return withCourierEvents(order, withTrackingPage(order, decision, context), { serving: context.serving, by });
};

/** An erased order is to be erased again once a decision adds something personal to it, and by nothing else. */
const withErasure = (decision: Decision): Decision => {
  const { order, events } = decision;
  if (order.erasedAtMs === null) return decision;
  const isPersonal =
    order.courier !== null ||
    order.trackingUrl !== null ||
    order.proof !== null ||
    order.reason?.message !== undefined ||
    hasProblemTexts(order);
  if (!isPersonal && events.every(({ body }) => eraseBody(body) === body)) return decision;
  return { ...decision, order: { ...order, erasedAtMs: null } };
};

const decideAlone = (order: Order | undefined, message: OrderMessage, context: DecideContext): Decision | undefined => {
  if (message.type === 'order.submitted') return decideSubmitted(order, message, context);
  if (!order) return undefined;
  if (message.merchant_id !== undefined && message.merchant_id !== order.merchantId) {
    return refuse(order, 'order_not_found', 'The order belongs to another merchant.');
  }
  const refusal = isOfCourierSystem(message) ? refuseSystem(order, message, context) : undefined;
  if (refusal) return refusal;
  switch (message.type) {
    case 'courier.accept_requested':
      return decideAccept(order, message, context.nowMs);
    case 'courier.decline_requested':
      return decideDecline(order, message, context);
    case 'courier.release_requested':
      return decideRelease(order, message.courier_system_id, context.nowMs);
    case 'courier.reported':
      return decideCourier(order, message, context.nowMs);
    case 'courier.handover_reported':
      return decideHandover(order, message, context);
    case 'courier.problem_reported':
      return decideProblem(order, message, context.nowMs);
    case 'courier.eta_reported':
      return decideEta(order, message, context.nowMs);
    case 'order.ready_requested':
      return decideReady(order, context.nowMs);
    case 'order.cancel_requested':
      return decideCancel(order, message, context.nowMs);
    case 'order.change_requested':
      return decideChange(order, message, context);
    case 'order.problem_answered':
      return decideProblemAnswer(order, message, context.nowMs);
    case 'status.reported':
    case 'courier.status_reported':
      return decideStatusReport(order, message, context.nowMs);
    case 'tracking_url.reported':
    case 'courier.tracking_url_reported':
      return decideTrackingUrl(order, message, context.nowMs);
    case 'order.due_reached':
      return decideDueReached(order, message, context);
  }
};

const decideSubmitted = (order: Order | undefined, message: OrderSubmitted, context: DecideContext): Decision => {
  if (order) return hasHashOf(order, message, context.hashOf) ? unchanged(order) : decideOther(order, message, context);
  const createdAtMs = Date.parse(message.occurred_at);
  const sandbox = message.payload.sandbox ?? null;
  const created: Order = {
    id: message.order_id,
    merchantId: message.merchant_id,
    mode: sandbox ? 'sandbox' : 'live',
    externalId: message.payload.order.external_id,
    displayId: message.payload.order.display_id,
    storeRef: message.payload.order.store_ref ?? null,
    status: 'created',
    reason: null,
    trackingUrl: null,
    ...{ readyAtMs: null, acceptedAtMs: null, arrivedAtMs: null, pickedUpAtMs: null },
    courierSystemId: null,
    claimId: null,
    declinedBy: [],
    courier: null,
    handover: message.payload.handover
      ? context.handoverCodes.create(message.order_id, message.payload.handover)
      : null,
    proof: null,
    problems: [],
    hasNamedCouriers: false,
    eta: null,
    noCourierSinceMs: null,
    sandbox,
    externalData: message.payload.external_data,
    contentHash: context.hashOf(message),
    contentVersion: 1,
    lastSequence: 0,
    repeatedEvents: 0,
    createdAtMs,
    updatedAtMs: createdAtMs,
    erasedAtMs: null,
    reportTimes: {},
    laneEnds: {},
    ...withContent(message.merchant_id, message.payload.order, context),
  };
  return { outcome: 'applied', code: null, detail: null, order: created, events: [] };
};

/** The content, and what is made of it. */
const withContent = (
  merchantId: string,
  content: OrderContent,
  { planDue, hashPhone }: Pick<DecideContext, 'planDue' | 'hashPhone'>,
): Pick<Order, 'content' | 'plannedDue' | 'deliveredByMs' | 'phoneHashes'> => {
  const plannedDue = planDue(content.delivery_time ?? undefined);
  return {
    content,
    plannedDue,
    deliveredByMs: plannedDue?.due.delivered_by ?? null,
    phoneHashes: phoneHashesOf(hashPhone, merchantId, content.customer.phone),
  };
};

export const hasHashOf = (order: Order, message: OrderSubmitted, hashOf: ContentHasher): boolean =>
  hashOf(message).equals(order.contentHash);

/** How many pointers are named; more would not help. */
const differingMax = 20;

const decideOther = (order: Order, message: OrderSubmitted, { handoverCodes }: DecideContext): Decision => {
  const usedBefore = 'This external_id already belongs to an order';
  if (!order.content) {
    return refuse(
      order,
      'external_id_conflict',
      `${usedBefore} with different content. That content was erased, so the differences are unknown.`,
    );
  }
  const all = [
    ...listDifferences({ order: order.content, external_data: order.externalData }, message.payload),
    ...(asksForHandover(order, message.payload.handover, handoverCodes) ? [] : ['/handover']),
  ];
  if (all.length === 0)
    return refuse(
      order,
      'external_id_conflict',
      `${usedBefore} with different content. That order was changed to this content later.`,
    );
  const differing = all.slice(0, differingMax);
  const others = all.length > differingMax ? ` and ${all.length - differingMax} other fields` : '';
  const detail = `${usedBefore} that differs in ${differing.join(', ')}${others}.`;
  return { ...refuse(order, 'external_id_conflict', detail), differing };
};

const decideReady = (order: Order, nowMs: number): Decision => {
  if (hasBeenReady[order.status]) return unchanged(order);
  return transition(order, 'ready', null, nowMs);
};

const decideCancel = (order: Order, message: CancelRequested, nowMs: number): Decision => {
  if (order.status === 'canceled') return unchanged(order);
  return transition(order, 'canceled', message.payload.reason ?? null, nowMs);
};

/** A change without effect is unchanged, even if a condition fails or it is too late: it is a repeat. */
const decideChange = (order: Order, { payload }: ChangeRequested, context: DecideContext): Decision => {
  if (!order.content)
    return refuse(order, 'customer_data_erased', 'The customer’s data was erased from the order, so it cannot change.');
  const content = applyChanges(order.content, payload.changes);
  const changed = listChanged(order.content, content);
  if (changed.length === 0) return unchanged(order);
  if (payload.versions && !payload.versions.includes(order.contentVersion))
    return refuse(
      order,
      'content_changed',
      payload.versions.length === 0
        ? 'If-Match has no ETag of this order: send the one that reading it answers.'
        : 'The order has changed since you read it. Read it again.',
    );
  const tooLate = listTooLate(changed, order.status);
  if (tooLate.length > 0) {
    const detail = `An order that is ${order.status} can no longer change ${tooLate.join(', ')}.`;
    return { ...refuse(order, 'too_late_to_change', detail), differing: tooLate };
  }
  const contentVersion = order.contentVersion + 1;
  const after = { ...order, contentVersion, ...withContent(order.merchantId, content, context) };
  return {
    ...apply(after, [{ event: 'order_changed', changed }], context.nowMs),
    detail: `Changed: ${changed.join(', ')}`,
  };
};

const decideStatusReport = (order: Order, message: StatusReported | CourierStatusReported, nowMs: number): Decision => {
  const { status, reason } = message.payload;
  if (status === order.status) return unchanged(order);
  // Other reporters have no call for the code.
  const isOwed = isOfCourierSystem(message) && needsHandover(order) && canTransition(order.status, 'delivered');
  if (status === 'delivered' && !reason && isOwed)
    return refuse(
      order,
      'handover_required',
      'The customer has a code. Send it to handover first, or report delivered with a reason.',
    );
  return unlessStale(order, message, () => transition(order, status, reason ?? null, nowMs));
};

const decideTrackingUrl = (
  order: Order,
  message: TrackingUrlReported | CourierTrackingUrlReported,
  nowMs: number,
): Decision => {
  const trackingUrl = message.payload.tracking_url;
  if (order.trackingUrl === trackingUrl) return unchanged(order);
  return unlessStale(order, message, () =>
    apply({ ...order, trackingUrl }, [{ event: 'tracking_url_added', tracking_url: trackingUrl }], nowMs),
  );
};

/** No event for a step that the order has reached meanwhile, nor for a time that a change has replaced. */
const decideDueReached = (order: Order, { payload }: DueReached, { nowMs, serving }: DecideContext): Decision => {
  if ('due' in payload && Date.parse(payload.due.delivered_by) !== order.deliveredByMs) return unchanged(order);
  switch (payload.event) {
    case 'order_due':
      return nextDueStep[order.status] === 'ready_by' ? apply(order, [payload], nowMs) : unchanged(order);
    case 'order_late':
      return isAhead(payload.missed, order.status) ? apply(order, [payload], nowMs) : unchanged(order);
    case 'eta_changed':
      return (isFinal(order.status) ? undefined : tellEta(order, nowMs)) ?? unchanged(order);
    case 'courier_not_found':
      if (!isOpen(order) || !serving.has(order.merchantId) || order.noCourierSinceMs !== null) return unchanged(order);
      return apply({ ...order, noCourierSinceMs: nowMs }, [payload], nowMs);
    case 'customer_erased':
      return tellErased(apply(order, [payload], nowMs), serving);
  }
};
