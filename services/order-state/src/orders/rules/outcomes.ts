import {
  deriveOrderId,
  nextStatuses,
  type OrderStatus,
  type QueuedOrderMessage,
  type Reason,
  type RefusalCode,
  type Report,
  type Wake,
  type WebhookEvent,
} from '@delivery/contracts';
import {
  canTransition,
  type CourierOrderEvent,
  type Decision,
  type EventFields,
  type Order,
  type OrderEvent,
  renderWebhookBody,
  statusChanged,
} from './order.js';
import { isStale, withReport } from './times.js';

/** The order remembers the time of a report that takes effect. */
export const unlessStale = (order: Order, report: Report, decideReport: () => Decision): Decision => {
  if (isStale(order.reportTimes, report)) {
    return {
      ...unchanged(order),
      code: 'stale_report',
      detail: 'A later report from the same source has already taken effect.',
    };
  }
  const decision = decideReport();
  if (decision.outcome !== 'applied') return decision;
  return { ...decision, order: { ...decision.order, reportTimes: withReport(order.reportTimes, report) } };
};

/** Where the former courier could be followed, the next one cannot. It is a new offer to all. */
const noCourier = {
  ...{ courierSystemId: null, claimId: null, acceptedAtMs: null, arrivedAtMs: null },
  ...{ courier: null, eta: null, trackingUrl: null },
  declinedBy: [],
};

const unassigned = ({ courierSystemId }: Order): EventFields[] =>
  courierSystemId === null ? [] : [{ event: 'courier_unassigned' }];

/** With what may come next. */
export const describeRefusal = (from: OrderStatus, to: OrderStatus): string => {
  const next = nextStatuses[from];
  const can = next.length === 0 ? 'It has no next status.' : `It can become ${next.join(', ')}.`;
  return `An order that is ${from} cannot become ${to}. ${can}`;
};

/** An order that becomes `ready` again has lost its courier. */
export const transition = (order: Order, to: OrderStatus, reason: Reason | null, nowMs: number): Decision => {
  if (!canTransition(order.status, to)) {
    return refuse(order, 'invalid_state_transition', describeRefusal(order.status, to));
  }
  // A returned order keeps the reason for which it was not delivered.
  const kept = to === 'returned' ? (reason ?? order.reason) : reason;
  const isAgain = to === 'ready' && order.status !== 'created';
  const changed = {
    ...order,
    ...firstTimes(order, to, updateTimeOf(order, nowMs)),
    ...(isAgain && noCourier),
    status: to,
    reason: kept,
    noCourierSinceMs: null,
  };
  const requested: EventFields[] = to === 'ready' ? [...unassigned(order), { event: 'delivery_requested' }] : [];
  return apply(changed, [statusChanged(changed, order.status), ...requested], nowMs);
};

const firstTimes = (order: Order, to: OrderStatus, atMs: number) => ({
  readyAtMs: order.readyAtMs ?? (to === 'ready' ? atMs : null),
  arrivedAtMs: order.arrivedAtMs ?? (to === 'at_pickup' ? atMs : null),
  pickedUpAtMs: order.pickedUpAtMs ?? (to === 'on_route_to_delivery' ? atMs : null),
});

/** Gives up the claim without a change of status. */
export const withoutCourier = (order: Order, nowMs: number): Decision =>
  apply({ ...order, ...noCourier }, unassigned(order), nowMs);

/** `updated_at` strictly increases even if the replicas' clocks differ. */
export const updateTimeOf = (order: Order, nowMs: number): number => Math.max(nowMs, order.updatedAtMs + 1);

/** @param order as it is to be, with its last `updated_at` */
export const apply = (order: Order, events: readonly EventFields[], nowMs: number): Decision => {
  const updatedAtMs = updateTimeOf(order, nowMs);
  const updated = { ...order, updatedAtMs, lastSequence: order.lastSequence + events.length };
  const emitted = events.map((fields, index): OrderEvent => ({
    orderId: order.id,
    merchantId: order.merchantId,
    mode: order.mode,
    sequence: order.lastSequence + index + 1,
    event: fields.event,
    body: renderWebhookBody(updated, fields),
    status: order.status,
    storeRef: order.storeRef,
    createdAtMs: updatedAtMs,
  }));
  return { outcome: 'applied', code: null, detail: null, order: updated, events: emitted };
};

export const unchanged = (order: Order): Decision => ({
  outcome: 'unchanged',
  code: null,
  detail: null,
  order,
  events: [],
});

export const refuse = (order: Order, code: RefusalCode, detail: string): Decision => ({
  outcome: 'refused',
  code,
  detail,
  order,
  events: [],
});

/** Why a message that can be read is a dead letter all the same; `undefined`: it is not. */
export const explainRefusal = (message: QueuedOrderMessage): string | undefined =>
  message.type === 'order.submitted' && message.order_id !== orderIdOf(message)
    ? 'order_id does not match merchant_id and external_id'
    : undefined;

const orderIdOf = ({ merchant_id, payload }: Extract<QueuedOrderMessage, { type: 'order.submitted' }>): string =>
  deriveOrderId(merchant_id, payload.order.external_id);

/** Whose waiting polls should look. */
export const changedMerchants = (
  events: readonly Pick<OrderEvent, 'merchantId' | 'platform' | 'event'>[],
): Wake['merchants'] => {
  const byMerchant = new Map<string, Set<WebhookEvent>>();
  for (const { merchantId, platform, event } of events) {
    for (const id of platform === undefined ? [merchantId] : [merchantId, platform])
      byMerchant.set(id, (byMerchant.get(id) ?? new Set()).add(event));
  }
  return [...byMerchant].map(([merchantId, changed]) => ({ owner_id: merchantId, events: [...changed] }));
};

export const toldSystems = (events: readonly CourierOrderEvent[]): Wake['courier_systems'] => [
  ...new Set(events.flatMap(({ audience }) => audience)),
];
