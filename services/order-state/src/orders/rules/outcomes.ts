import type { OrderStatus, Reason, RefusalCode, Report } from '@delivery/contracts';
import type { Decision, Order, OrderEvent } from './order.js';
import { isStale, withReport } from './report-times.js';
import { canTransition } from './transition.js';
import { type EventFields, renderWebhookBody, statusChanged } from './webhook-body.js';

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

const noCourier = { courierSystemId: null, courier: null, eta: null };

const unassigned = ({ courierSystemId }: Order): EventFields[] =>
  courierSystemId === null ? [] : [{ event: 'courier_unassigned' }];

/** An order that becomes `ready` again has lost its courier, whoever reports it. */
export const transition = (order: Order, to: OrderStatus, reason: Reason | null, nowMs: number): Decision => {
  if (!canTransition(order.status, to)) {
    return refuse(order, 'invalid_state_transition', `An order that is ${order.status} cannot become ${to}.`);
  }
  // A returned order keeps the reason for which it was not delivered.
  const kept = to === 'returned' ? (reason ?? order.reason) : reason;
  const changed = { ...order, ...(to === 'ready' && noCourier), status: to, reason: kept, noCourierSinceMs: null };
  const requested: EventFields[] = to === 'ready' ? [...unassigned(order), { event: 'delivery_requested' }] : [];
  return apply(changed, [statusChanged(changed, order.status), ...requested], nowMs);
};

/** Gives up the claim without a change of status. */
export const withoutCourier = (order: Order, nowMs: number): Decision =>
  apply({ ...order, ...noCourier }, unassigned(order), nowMs);

/** @param order as it is to be, with its last `updated_at`, which strictly increases even if the replicas' clocks differ */
export const apply = (order: Order, events: readonly EventFields[], nowMs: number): Decision => {
  const updatedAtMs = Math.max(nowMs, order.updatedAtMs + 1);
  const updated = { ...order, updatedAtMs, lastSequence: order.lastSequence + events.length };
  const emitted = events.map((fields, index): OrderEvent => ({
    orderId: order.id,
    merchantId: order.merchantId,
    mode: order.mode,
    sequence: order.lastSequence + index + 1,
    event: fields.event,
    body: renderWebhookBody(updated, fields),
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
