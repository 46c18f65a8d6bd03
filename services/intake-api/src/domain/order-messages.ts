import {
  type CancelRequested,
  type ChangeRequested,
  type CourierMessage,
  type HandoverRequest,
  type OrderContent,
  type OrderMessage,
  type OrderSubmitted,
  type ProblemAnswered,
  type Reason,
  type SandboxSubmission,
  schemaVersion,
} from '@delivery/contracts';

type MerchantMessage = Extract<OrderMessage, { type: `order.${string}` }>;
/** The messages that intake-api may send: of merchants and of couriers' systems, which it has authenticated. */
export type IntakeMessage = MerchantMessage | CourierMessage;
export type MessageHead = { messageId: string; receivedAt: Date; orderId: string; merchantId: string };

type Submitted = { order: OrderContent; externalData: string; handover?: HandoverRequest | undefined };

/** @param sandbox of a sandbox merchant, and of no other */
export const orderSubmitted = (
  head: MessageHead,
  { order, externalData, handover }: Submitted,
  sandbox?: SandboxSubmission,
): OrderSubmitted => {
  const payload: OrderSubmitted['payload'] = { order, external_data: externalData };
  if (sandbox) payload.sandbox = sandbox;
  if (handover) payload.handover = handover;
  return toMessage(head, 'order.submitted', payload);
};

export const readyRequested = (head: MessageHead): Extract<OrderMessage, { type: 'order.ready_requested' }> =>
  toMessage(head, 'order.ready_requested', {});

export const cancelRequested = (head: MessageHead, reason: Reason | undefined): CancelRequested =>
  toMessage(head, 'order.cancel_requested', reason ? { reason } : {});

export const changeRequested = (head: MessageHead, payload: ChangeRequested['payload']): ChangeRequested =>
  toMessage(head, 'order.change_requested', payload);

/** An answer to an order that is not there is refused at once. */
export const problemAnswered = (head: MessageHead, payload: ProblemAnswered['payload']): ProblemAnswered => ({
  ...toMessage(head, 'order.problem_answered', payload),
  park: false,
});

type Envelope = Omit<OrderSubmitted, 'type' | 'payload'>;

/** One literal: on the path of every order, an envelope spread into another object costs three times as much. */
const toMessage = <Type extends MerchantMessage['type'], Payload>(
  { messageId, receivedAt, orderId, merchantId }: MessageHead,
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
