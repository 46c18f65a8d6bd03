/** Without a schema, so that pages have the names and no validator. */

/** The specification's. An endpoint that names no events is sent these, and a reader of the feed sees them. */
export const standardEvents = ['status_changed', 'tracking_url_added', 'delivery_requested'] as const;

/** Events of orders that only endpoints and readers that name them receive. */
export const requestedEvents = [
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
] as const;

/**
 * Events about a merchant's endpoints or calls instead of its orders. Only endpoints and readers that name them receive
 * them.
 */
export const operationalEvents = [
  'endpoint_failing',
  'endpoint_recovered',
  'endpoint_disabled',
  'endpoint_not_fetching',
  'endpoint_fetching',
  'delivery_exhausted',
  'rate_limited',
] as const;
export type OperationalEvent = (typeof operationalEvents)[number];

export const isOperational = (event: string): boolean => operationalEvents.some((name) => name === event);

export const webhookEvents = [...standardEvents, ...requestedEvents, ...operationalEvents] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** A merchant answers a courier's problem with one of these. None changes the status of the order. */
export const problemActions = ['retry', 'leave_at_door', 'return', 'call_customer'] as const;
export type ProblemAction = (typeof problemActions)[number];

/** Events for couriers' systems alone: no merchant ever sees one. */
export const courierEvents = [
  'delivery_offered',
  'delivery_changed',
  'delivery_withdrawn',
  'delivery_erased',
  'problem_answered',
] as const;
export type CourierEvent = (typeof courierEvents)[number];

/** Events for endpoints of merchants and of couriers' systems. */
export type EndpointEvent = WebhookEvent | CourierEvent;
/** Events for an endpoint that names none. */
export const unaskedEvents: readonly EndpointEvent[] = [
  ...standardEvents,
  ...courierEvents.filter((event) => event !== 'delivery_erased'),
];
