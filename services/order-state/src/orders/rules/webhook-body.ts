import type { OrderStatus, WebhookBody } from '@delivery/contracts';
import type { Order } from './order.js';

type Common = 'id' | 'external_id' | 'display_id' | 'status' | 'updated_at' | 'external_data';
/** What an event says beside the fields that all have. */
export type EventFields = WebhookBody extends infer B ? (B extends WebhookBody ? Omit<B, Common> : never) : never;

/**
 * The exact text of a webhook's body: spec 6.1's field order, `external_data` spliced in as the text that was sent
 * (parsing and printing it again would reorder keys and change numbers).
 */
export const renderWebhookBody = (order: Order, fields: EventFields): string => {
  const head = JSON.stringify({
    id: order.id,
    external_id: order.externalId,
    display_id: order.displayId,
    status: order.status,
    updated_at: new Date(order.updatedAtMs).toISOString(),
  });
  const tail = JSON.stringify(fields);
  return `${head.slice(0, -1)},"external_data":${order.externalData},${tail.slice(1)}`;
};

export const statusChanged = (order: Order, previousStatus: OrderStatus): EventFields => {
  const explained = order.status === 'canceled' || order.status === 'delivery_failed';
  return {
    event: 'status_changed',
    previous_status: previousStatus,
    ...(explained && order.reason ? { reason: order.reason } : {}),
    ...(order.trackingUrl === null ? {} : { tracking_url: order.trackingUrl }),
  };
};
