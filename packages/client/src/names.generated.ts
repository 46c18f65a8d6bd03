/** Generated from packages/contracts/src/{status,events}.ts by `npm run contract`. */
export const orderStatuses = [
  'created',
  'ready',
  'on_route_to_pickup',
  'at_pickup',
  'on_route_to_delivery',
  'at_delivery',
  'delivery_failed',
  'delivered',
  'returned',
  'canceled',
] as const;
export const finalStatuses = ['delivered', 'returned', 'canceled'] as const;
export const deliveryStates = ['waiting', 'in_flight', 'delivered', 'exhausted', 'held', 'skipped'] as const;
export const standardEvents = ['status_changed', 'tracking_url_added', 'delivery_requested'] as const;
export const webhookEvents = [
  'status_changed',
  'tracking_url_added',
  'delivery_requested',
  'order_changed',
  'order_due',
  'order_late',
  'courier_assigned',
  'courier_unassigned',
  'courier_not_found',
  'eta_changed',
  'proof_added',
  'customer_erased',
  'delivery_problem',
  'endpoint_failing',
  'endpoint_recovered',
  'endpoint_disabled',
  'endpoint_not_fetching',
  'endpoint_fetching',
  'delivery_exhausted',
  'rate_limited',
] as const;
export const problemActions = ['retry', 'leave_at_door', 'return', 'call_customer'] as const;
