import { randomUUID } from 'node:crypto';
import { cancelRequestSchema, isOwnOrderId, type Reason } from '@delivery/contracts';
import { checkContentType, parseBody, parseJsonBody } from '@delivery/http-edge';
import { cancelRequested, type MessageHead, readyRequested } from '../domain/order-messages.js';
import { answerTransition, orderNotFound } from '../publish/answer-outcome.js';
import type { SubmitMessage } from '../publish/submit-message.js';
import type { Call, CallOf } from './call.js';

/** POST /v1/external-orders/{id}/ready. A body is ignored. */
export const markReady: CallOf<SubmitMessage> = (submit) => async (call) => {
  const head = ownOrderHead(call);
  const { outcome } = await submit(readyRequested(head), call.body.length, call.traceparent);
  return answerTransition(await outcome, head.orderId);
};

/** POST /v1/external-orders/{id}/cancel */
export const cancelOrder: CallOf<SubmitMessage> = (submit) => async (call) => {
  const head = ownOrderHead(call);
  const reason = readReason(call);
  const { outcome } = await submit(cancelRequested(head, reason), call.body.length, call.traceparent);
  return answerTransition(await outcome, head.orderId);
};

/** The id of one of the merchant's own orders. @throws ProblemError for any other, without a request to order-state */
export const ownOrderId = ({ params, merchant }: Call): string => {
  const orderId = params['id'];
  if (orderId === undefined || !isOwnOrderId(merchant.merchant_id, orderId)) throw orderNotFound();
  return orderId;
};

export const ownOrderHead = (call: Call): MessageHead => ({
  messageId: randomUUID(),
  receivedAt: call.receivedAt,
  orderId: ownOrderId(call),
  merchantId: call.merchant.merchant_id,
});

const readReason = ({ headers, body }: Call): Reason | undefined => {
  if (body.length === 0) return undefined;
  checkContentType(headers);
  const { reason } = parseBody(cancelRequestSchema, parseJsonBody(body).value);
  if (!reason) return undefined;
  return reason.message === null || reason.message === undefined
    ? { code: reason.code }
    : { code: reason.code, message: reason.message };
};
