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

export const orderSubmitted = (head: EventHead, order: OrderContent, externalData: string): OrderSubmitted =>
  toEvent(head, 'order.submitted', { order, external_data: externalData });

export const readyRequested = (head: EventHead): Extract<OrderMessage, { type: 'order.ready_requested' }> =>
  toEvent(head, 'order.ready_requested', {});

export const cancelRequested = (head: EventHead, reason: Reason | undefined): CancelRequested =>
  toEvent(head, 'order.cancel_requested', reason ? { reason } : {});

type Envelope = Omit<OrderSubmitted, 'type' | 'payload'>;

/** One literal: on the path of every order, an envelope spread into another object costs three times as much. */
const toEvent = <Type extends MerchantEvent['type'], Payload>(
  { messageId, receivedAt, orderId, merchantId }: EventHead,
  type: Type,
  payload: Payload,
): Envelope & { type: Type; payload: Payload } => ({
  id: messageId,
  schema_version: schemaVersion,
  occurred_at: receivedAt.toISOString(),
  order_id: orderId,
  merchant_id: merchantId,
  type,
  payload,
});
