import type { OrderStatus } from '@delivery/contracts';
import type { Decision, Order } from './order.js';
import { apply } from './outcomes.js';

/** A courier is on the way with it, or to it. */
const isUnderWay: Readonly<Record<OrderStatus, boolean>> = {
  created: false,
  ready: false,
  on_route_to_pickup: true,
  at_pickup: true,
  on_route_to_delivery: true,
  at_delivery: true,
  delivery_failed: false,
  delivered: false,
  returned: false,
  canceled: false,
};

/** The address of the order's page. `undefined`: its merchant has none. */
export type TrackingPageOf = (order: Order) => string | undefined;

/** Adds to a decision by which a courier is on the way that the order's page is its tracking URL, where it has none. */
export const withTrackingPage = (
  before: Order | undefined,
  decision: Decision,
  { trackingPageOf, nowMs }: { trackingPageOf: TrackingPageOf; nowMs: number },
): Decision => {
  const { order } = decision;
  if (order.trackingUrl !== null || !isUnderWay[order.status] || before?.status === order.status) return decision;
  const trackingUrl = trackingPageOf(order);
  if (trackingUrl === undefined) return decision;
  const added = apply({ ...order, trackingUrl }, [{ event: 'tracking_url_added', tracking_url: trackingUrl }], nowMs);
  return { ...decision, order: added.order, events: [...decision.events, ...added.events] };
};
