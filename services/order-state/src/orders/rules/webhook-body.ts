import type { OrderStatus, WebhookEvent } from '@delivery/contracts';
import type { Order } from './order.js';

/**
 * The exact text of a webhook's body: spec 6.1's field order, `external_data` spliced in as the text that was sent
 * (parsing and printing it again would reorder keys and change numbers).
 */
export const renderWebhookBody = (order: Order, event: WebhookEvent, previousStatus: OrderStatus | null): string => {
  const head = JSON.stringify({
    id: order.id,
    external_id: order.externalId,
    display_id: order.displayId,
    status: order.status,
    updated_at: new Date(order.updatedAtMs).toISOString(),
  });
  const tail = JSON.stringify({ event, ...eventFields(order, event, previousStatus) });
  return `${head.slice(0, -1)},"external_data":${order.externalData},${tail.slice(1)}`;
};

const eventFields = (order: Order, event: WebhookEvent, previousStatus: OrderStatus | null): object => {
  switch (event) {
    case 'delivery_requested':
      return {};
    case 'tracking_url_added':
      return { tracking_url: order.trackingUrl };
    case 'status_changed': {
      const explained = order.status === 'canceled' || order.status === 'delivery_failed';
      return {
        previous_status: previousStatus,
        ...(explained && order.reason ? { reason: order.reason } : {}),
        ...(order.trackingUrl === null ? {} : { tracking_url: order.trackingUrl }),
      };
    }
  }
};
