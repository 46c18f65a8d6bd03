import type { CourierEvent, WebhookEvent } from '@delivery/contracts';

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
] as const satisfies readonly WebhookEvent[];

/** Of the webhooks of couriers' systems. */
export const courierEvents = [
  'delivery_offered',
  'delivery_changed',
  'delivery_withdrawn',
] as const satisfies readonly CourierEvent[];
