import {
  schemaVersion,
  type CancelRequested,
  type OrderContent,
  type OrderMessage,
  type OrderSubmitted,
  type Reason,
} from '@delivery/contracts';

/** What intake-api may say: what the merchant did. */
export type MerchantEvent = Extract<OrderMessage, { type: `order.${string}` }>;
export type EventHead = { messageId: string; receivedAt: Date; orderId: string; merchantId: string };

export const orderSubmitted = (head: EventHead, order: OrderContent, externalData: string): OrderSubmitted => ({
  ...envelope(head),
  type: 'order.submitted',
  payload: { order, external_data: externalData },
});

export const readyRequested = (head: EventHead): Extract<OrderMessage, { type: 'order.ready_requested' }> => ({
  ...envelope(head),
  type: 'order.ready_requested',
  payload: {},
});

export const cancelRequested = (head: EventHead, reason: Reason | undefined): CancelRequested => ({
  ...envelope(head),
  type: 'order.cancel_requested',
  payload: reason ? { reason } : {},
});

type Envelope = Omit<OrderSubmitted, 'type' | 'payload'>;

const envelope = ({ messageId, receivedAt, orderId, merchantId }: EventHead): Envelope => ({
  id: messageId,
  schema_version: schemaVersion,
  occurred_at: receivedAt.toISOString(),
  order_id: orderId,
  merchant_id: merchantId,
});
