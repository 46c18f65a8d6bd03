import type { CourierEvent, WebhookEvent } from '@delivery/contracts';

/** About endpoints and calls. */
const operationalEvents = [
  'endpoint_failing',
  'endpoint_recovered',
  'endpoint_disabled',
  'endpoint_not_fetching',
  'endpoint_fetching',
  'delivery_exhausted',
  'rate_limited',
] as const satisfies readonly WebhookEvent[];

/** Whether a webhook tells of an order. */
export const isOfOrder = ({ event }: { event: string }): boolean => !operationalEvents.some((name) => name === event);

/** In the order in which they are shown. Said here, because the page takes types alone from `contracts`. */
export const webhookEvents = [
  'status_changed',
  'delivery_requested',
  'tracking_url_added',
  'order_changed',
  'order_due',
  'order_late',
  'courier_assigned',
  'courier_unassigned',
  'courier_not_found',
  'eta_changed',
  ...operationalEvents,
] as const satisfies readonly WebhookEvent[];

/** Of the webhooks of couriers' systems. */
export const courierEvents = [
  'delivery_offered',
  'delivery_changed',
  'delivery_withdrawn',
] as const satisfies readonly CourierEvent[];
